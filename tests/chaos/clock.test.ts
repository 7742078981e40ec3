import { runMaintenance } from 'reward-codes-gateway/internal/maintenance.ts'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { DAY_MS } from '../fixtures/delivery.ts'
import {
  formOf,
  freshForm,
  type GatewaySetup,
  postForm,
  solveCaptcha,
} from '../fixtures/gateway.ts'
import { freshDatabase } from '../fixtures/postgres.ts'
import { recordResult, shortOrLong } from '../fixtures/results.ts'
import { countSeen, startScriptedDelivery } from '../fixtures/scripted-delivery.ts'
import { say } from '../fixtures/scripted-smtp.ts'
import { STORES, type StoreKind } from '../fixtures/stores.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** The number of attempts in a day of back-off, plus one after a clock jump. */
const MAX_TRIES_PER_DAY = 16

async function start(kind: StoreKind, { environment, ...setup }: GatewaySetup = {}) {
  const database = kind === 'postgres' ? await freshDatabase(inject('postgres')) : undefined
  if (database) onTestFinished(database.drop)
  const store: Record<string, string> = database ? { DATABASE_URL: database.url } : {}
  const delivery = await startScriptedDelivery({
    ...setup,
    environment: { ...environment, ...store },
  })
  return { ...delivery, healthy: delivery.server, server: await delivery.addServer('moved') }
}

type Started = Awaited<ReturnType<typeof start>>

/** Advances the clock from one attempt to the next, without a jump. */
async function advanceBy({ advance, gateway, pass, quiet }: Started, milliseconds: number) {
  const end = gateway.clock() + milliseconds
  while (gateway.clock() < end) {
    const before = gateway.clock()
    if (!(await advance()) || gateway.clock() > end) break
    if (gateway.clock() === before) pass(MINUTE_MS)
  }
  pass(Math.max(0, end - gateway.clock()))
  await quiet()
}

const JUMPS: [string, number][] = [
  ['a day back', -DAY_MS],
  ['a day forward', DAY_MS],
  ['a week forward, as after a long sleep', 7 * DAY_MS],
  ['three hours back', -3 * HOUR_MS],
]

describe.each(STORES)('%s', (kind) => {
  test.each(JUMPS.slice(0, shortOrLong(2, 4)))(
    'a clock jump (%s) causes no retry storm and strands no message',
    async (how, jump) => {
      const started = await start(kind)
      const { server, write, pass, quiet, row, attemptsOf, gateway } = started
      server.script = { recipient: say(450) }
      const count = shortOrLong(1, 40)
      const earlier = await Promise.all(Array.from({ length: count }, () => write('moved')))
      await advanceBy(started, 10 * HOUR_MS)
      const tries = async () =>
        (await Promise.all(earlier.map(attemptsOf))).reduce((sum, { length }) => sum + length, 0)
      const before = await tries()
      pass(jump)
      gateway.delivery.wake()
      await quiet()
      expect((await tries()) - before).toBeLessThanOrEqual(count)
      const fresh = await write('moved')
      await advanceBy(started, 7 * HOUR_MS)
      // One attempt after the jump, plus those that a back-off of four hours allows in seven.
      expect((await tries()) - before).toBeGreaterThanOrEqual(count)
      expect((await tries()) - before).toBeLessThanOrEqual(3 * count)
      server.script = {}
      await advanceBy(started, 4.5 * HOUR_MS)
      for (const id of [...earlier, fresh]) {
        expect(await row(id)).toMatchObject({ state: 'sent' })
      }
      const messages = count + 1
      const seen = countSeen([server], messages)
      expect(seen).toMatchObject({ delivered: messages, repeated: 0 })
      const attempts = (await tries()) + (await attemptsOf(fresh)).length
      expect(attempts).toBeLessThanOrEqual(messages * MAX_TRIES_PER_DAY)
      const figures = { ...seen, attempts }
      recordResult({ table: 'faults', what: `6 a clock that jumps ${how}, ${kind}`, figures })
    },
    shortOrLong(30_000, 300_000),
  )

  test.each([-DAY_MS, DAY_MS, 10 * MINUTE_MS].slice(0, shortOrLong(1, 3)))(
    'a mail in flight when the clock jumps by %i ms is sent once',
    async (jump) => {
      const { server, write, pass, quiet, row, url, healthy } = await start(kind)
      let accept = () => {}
      server.script = {
        end: (socket) => {
          accept = () => socket.write('250 taken\r\n')
        },
      }
      const id = await write('moved')
      await expect.poll(() => server.ended.length).toBe(1)
      pass(jump)
      // When this message is delivered, the worker has examined the whole queue.
      await postForm(url, { message: 'After the jump.' })
      await healthy.waitFor(1)
      accept()
      await quiet()
      expect(await row(id)).toMatchObject({ state: 'sent', attempt: 1 })
      expect(server.ended).toHaveLength(1)
    },
  )

  test.each([-30 * MINUTE_MS, DAY_MS, -DAY_MS].slice(0, shortOrLong(1, 3)))(
    'a message before its first attempt is tried immediately after a clock jump of %i ms',
    async (jump) => {
      const { server, write, pass, row, gateway } = await start(kind)
      const resets: (() => void)[] = []
      server.script = {
        greeting: (socket) => resets.push(() => socket.resetAndDestroy()),
      }
      for (let number = 0; number < 2; number++) await write('moved')
      await expect.poll(() => resets.length).toBe(2)
      const waiting = await write('moved')
      pass(jump)
      server.script = {}
      for (const end of resets) end()
      await expect.poll(async () => (await row(waiting)).state, { timeout: 10_000 }).toBe('sent')
      expect((await row(waiting)).finished_at).toBe(gateway.clock())
    },
  )

  test('rate limits and captcha challenges work and expire before and after a clock jump', async () => {
    const setup = {
      page: { captcha: 'altcha' as const },
      environment: { RATE_LIMIT_PER_IP: '3' },
    }
    const { url, gateway, pass } = await start(kind, setup)
    const send = async (token?: string) => {
      const fields = token ? { 'g-recaptcha-response': token } : {}
      return (await postForm(url, freshForm(fields))).reason
    }
    const token = await solveCaptcha(url)
    const unspent = await solveCaptcha(url)
    expect(await send(token)).toBe('accepted')
    pass(DAY_MS)
    await runMaintenance(gateway.delivery)
    expect(await send(unspent)).toBe('captcha-expired')
    const future = await solveCaptcha(url)
    pass(-DAY_MS)
    expect(await send(token)).toBe('captcha-spent')
    expect(await send(unspent)).toBe('accepted')
    expect(await send(future)).toBe('accepted')
    expect(await send(future)).toBe('ip-rate-limited')
    pass(HOUR_MS)
    expect(await send(future)).toBe('captcha-spent')
  })

  test('a repeated form is one message before and after a clock jump', async () => {
    const { url, pass, gateway } = await start(kind)
    const form = formOf({ submission_id: crypto.randomUUID() })
    const reasons: (string | null)[] = []
    for (const jump of [0, DAY_MS, -2 * DAY_MS, DAY_MS]) {
      pass(jump)
      await runMaintenance(gateway.delivery)
      reasons.push((await postForm(url, form)).reason)
    }
    expect(reasons).toEqual(['accepted', 'duplicate', 'duplicate', 'duplicate'])
  })
})

test('setting the clock back does not suppress log events about rejected requests', async () => {
  const { url, pass, log } = await start('sqlite')
  const refuse = () => postForm(url, {}, { origin: 'https://stranger.example' })
  await refuse()
  await refuse()
  pass(-DAY_MS)
  await refuse()
  expect(log.filter((line) => line.includes('request rejected'))).toHaveLength(2)
})
