import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { runMaintenance } from 'reward-codes-gateway/internal/delivery/maintenance.ts'
import { expect, onTestFinished, test } from 'vitest'
import { DAY_MS, startDelivery, startOwnMailServer } from '../fixtures/delivery.ts'
import { freshForm, postForm, solvedCaptcha } from '../fixtures/gateway.ts'
import { spawnGateway } from '../fixtures/gateway-process.ts'
import { countSeen, mailSettings, say } from '../fixtures/mail-server.ts'
import { recordResult, shortOrLong } from '../fixtures/results.ts'
import { freshPlace, STORES, type StoreKind } from '../fixtures/stores.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** The number of attempts in a day of back-off, plus one after a clock jump. */
const MAX_TRIES_PER_DAY = 16

type Started = Awaited<ReturnType<typeof startDelivery>>

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

test.each(JUMPS.slice(0, shortOrLong(2, 4)))(
  'a clock jump (%s) causes no retry storm and strands no message',
  async (_, jump) => {
    const started = await startDelivery()
    const { server, write, pass, quiet, row, attemptsOf, gateway } = started
    server.script = { recipient: say(450) }
    const earlier = await write()
    await advanceBy(started, 10 * HOUR_MS)
    const tries = async () => (await attemptsOf(earlier)).length
    const before = await tries()
    pass(jump)
    gateway.wake()
    await quiet()
    expect((await tries()) - before).toBeLessThanOrEqual(1)
    const fresh = await write()
    await advanceBy(started, 7 * HOUR_MS)
    // One attempt after the jump, plus those that a back-off of four hours allows in seven.
    expect((await tries()) - before).toBeGreaterThanOrEqual(1)
    expect((await tries()) - before).toBeLessThanOrEqual(3)
    server.script = {}
    await advanceBy(started, 4.5 * HOUR_MS)
    for (const id of [earlier, fresh]) {
      expect(await row(id)).toMatchObject({ state: 'sent' })
    }
    const seen = countSeen([server], 2)
    expect(seen).toMatchObject({ delivered: 2, repeated: 0 })
    const attempts = (await tries()) + (await attemptsOf(fresh)).length
    expect(attempts).toBeLessThanOrEqual(2 * MAX_TRIES_PER_DAY)
    recordResult({ ...seen, attempts })
  },
)

test('rate limits, captcha challenges and the keys of repeats work and expire before and after a clock jump', async () => {
  const setup = {
    page: { captcha: 'altcha' as const },
    environment: { RATE_LIMIT_PER_IP: '3' },
  }
  const { url, gateway, pass } = await startDelivery(setup)
  const form = { submission_id: crypto.randomUUID(), message: 'Sent again and again.' }
  const repeat = async () =>
    (await postForm(url, { ...form, 'g-recaptcha-response': await solvedCaptcha(gateway) })).reason
  const send = async (token?: string) => {
    const fields = token ? { 'g-recaptcha-response': token } : {}
    return (await postForm(url, freshForm(fields))).reason
  }
  const token = await solvedCaptcha(gateway)
  const unspent = await solvedCaptcha(gateway)
  expect([await send(token), await repeat()]).toEqual(['accepted', 'accepted'])
  pass(DAY_MS)
  await runMaintenance(gateway.delivery)
  expect(await repeat()).toBe('duplicate')
  expect(await send(unspent)).toBe('captcha-expired')
  const future = await solvedCaptcha(gateway)
  pass(-DAY_MS)
  expect([await send(token), await repeat()]).toEqual(['captcha-spent', 'duplicate'])
  expect(await send(unspent)).toBe('accepted')
  expect(await send(future)).toBe('accepted')
  expect(await send(await solvedCaptcha(gateway))).toBe('accepted')
  expect(await send(await solvedCaptcha(gateway))).toBe('ip-rate-limited')
  pass(HOUR_MS)
  expect(await send(future)).toBe('captcha-spent')
})

async function startProcesses(kind: StoreKind) {
  const place = await freshPlace(kind)
  const store = await place.open()
  const server = await startOwnMailServer()
  const environment = {
    ...place.environment,
    ...mailSettings(server.url),
  }
  const countOf = async (outcome?: 'sent') => {
    const { count } = await store.db
      .selectFrom('attempts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('outcome', outcome ? '=' : 'is not', outcome ?? null)
      .executeTakeFirstOrThrow()
    return count
  }
  const start = async (more: Record<string, string>) => {
    const gateway = await spawnGateway({ ...environment, ...more })
    onTestFinished(() => gateway.stop('SIGTERM'))
    return gateway
  }
  return { folder: place.dataFolder, server, start, countOf }
}

/** A module that shifts the system clock of the process that imports it. */
const WRONG_CLOCK = `
  const now = Date.now
  Date.now = () => now() + Number(process.env.CLOCK_WRONG_BY_MS)`

const wrongBy = (milliseconds: number) => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(WRONG_CLOCK)}`,
  CLOCK_WRONG_BY_MS: String(milliseconds),
})

test("gateways with clocks two days apart use PostgreSQL's clock and cause no retry storm", async () => {
  const { server, start, countOf } = await startProcesses('postgres')
  server.script = { recipient: say(450) }
  const gateways = await Promise.all([start({}), start(wrongBy(DAY_MS)), start(wrongBy(-DAY_MS))])
  // The gap after six refusals may take 30 s.
  const messages = shortOrLong(2, 6)
  for (let number = 0; number < messages; number++) {
    const { url } = gateways[number % 3] ?? gateways[0]
    expect(await postForm(url, freshForm())).toMatchObject({ status: 200 })
  }
  // One of them delivers, at the pace of refused mails.
  await expect.poll(() => countOf()).toBe(messages)
  // The next attempt is due after a minute. With local clocks there were sixty a second.
  await rest(shortOrLong(1000, 45_000))
  expect(await countOf()).toBe(messages)
  server.script = {}
  const last = freshForm()
  expect(await postForm(gateways[1].url, last)).toMatchObject({ reason: 'accepted' })
  expect(await postForm(gateways[2].url, last)).toMatchObject({ reason: 'duplicate' })
  await expect.poll(() => countOf('sent')).toBe(1)
  const { delivered, repeated } = countSeen([server], messages + 1)
  const attempts = await countOf()
  recordResult({ waiting: messages, delivered, repeated, attempts })
})

test.each(STORES)(
  'a gateway on %s that resumes after a week of suspend sends each mail once',
  async (kind) => {
    const { folder, server, start, countOf } = await startProcesses(kind)
    const file = join(folder, 'ahead')
    writeFileSync(file, '0')
    const gateway = await start({ CLOCK_AHEAD_FILE: file })
    server.script = { recipient: say(450) }
    const messages = 2
    for (let number = 0; number < messages; number++) await postForm(gateway.url, freshForm())
    await expect.poll(() => countOf()).toBe(messages)
    let accept = () => {}
    server.script = {
      end: (socket) => {
        accept = () => socket.write('250 taken\r\n')
      },
    }
    await postForm(gateway.url, freshForm())
    await expect.poll(() => server.ended.length).toBe(1)
    gateway.child.kill('SIGSTOP')
    writeFileSync(file, String(7 * DAY_MS))
    server.script = {}
    accept()
    gateway.child.kill('SIGCONT')
    await postForm(gateway.url, freshForm())
    await expect.poll(() => countOf('sent')).toBe(messages + 2)
    const attempts = await countOf()
    expect(attempts).toBe(2 * messages + 2)
    expect(new Set(server.ended).size).toBe(server.ended.length)
    const delivered = new Set(server.ended).size
    const repeated = server.ended.length - delivered
    recordResult({ messages: messages + 2, delivered, repeated, attempts })
  },
)
