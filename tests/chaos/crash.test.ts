import { setTimeout as rest } from 'node:timers/promises'
import { LANES } from 'reward-codes-gateway/internal/delivery/context.ts'
import { expect, test } from 'vitest'
import { callMessages } from '../fixtures/call-messages.ts'
import { postForm, solveCaptcha } from '../fixtures/gateway.ts'
import { OWN_MOMENTS, spawnGateway } from '../fixtures/gateway-process.ts'
import { after } from '../fixtures/mail-server.ts'
import { recordResult, shortOrLong } from '../fixtures/results.ts'
import { STORES } from '../fixtures/stores.ts'
import {
  deliverTheRest,
  faultsInDatabase,
  makePlace,
  type Place,
  startLoad,
  summarize,
} from '../fixtures/trial.ts'

const ROUNDS = shortOrLong(3, 240)
const SENDERS = 8

const MOMENTS = ['at random', 'before the 250', 'at a stop', ...OWN_MOMENTS] as const

/** The maximum number of times a crash point is reached before the kill. */
const MAX_TIMES = 12
const MAX_RANDOM_MS = 300

/** Different offsets, so that a few rounds on both databases cover all crash points. */
const MOMENT_OFFSET = { sqlite: 0, postgres: 3 }

/**
 * Starts a gateway on the data of the previous one and kills it at a crash point. Each round uses
 * another crash point.
 */
async function runUntilKilled(
  { kind, environment, server }: Place,
  round: number,
  listens: (url: string | undefined) => void,
) {
  const moment = MOMENTS[(round + MOMENT_OFFSET[kind]) % MOMENTS.length]
  const times = 1 + Math.floor(Math.random() * MAX_TIMES)
  const gateway = await spawnGateway({
    ...environment,
    DIE_AT: `${moment}:${times}`,
  })
  let remaining = times
  server.script.end = after(async () => {
    if (moment === 'before the 250' && --remaining === 0) await gateway.stop('SIGKILL')
  })
  listens(gateway.url)
  if (moment === 'at random' || moment === 'at a stop') {
    await rest(Math.random() * MAX_RANDOM_MS)
    await gateway.stop(moment === 'at a stop' ? 'SIGTERM' : 'SIGKILL')
  }
  await gateway.ended
  if (moment === 'at a stop') expect(gateway.child.exitCode).toBe(0)
  listens(undefined)
  server.script = {}
}

test.each(STORES)(
  'a gateway that is killed and stopped repeatedly under load, on %s, loses no message that it answered with 200',
  async (kind) => {
    const place = await makePlace(kind)
    let url: string | undefined
    const senders = startLoad(SENDERS, () => url)
    let faults = 0
    for (let round = 0; round < ROUNDS; round++) {
      await runUntilKilled(place, round, (now) => {
        url = now
      })
      faults += (await faultsInDatabase(place)).length
      if (round % 10 === 9) await deliverTheRest(place)
    }
    const next = await spawnGateway(place.environment)
    url = next.url
    await expect.poll(() => senders.counts.answered.size).toBeGreaterThan(ROUNDS)
    await senders.stop()
    await next.stop('SIGTERM')
    const { answered, resent } = senders.counts
    await deliverTheRest(place)

    const { lost, repeated, underAnotherName, mails } = summarize(answered, place.server.received)
    recordResult({
      rounds: ROUNDS,
      'answered 200': answered.size,
      lost: lost.length,
      mails,
      repeated,
      'repeated under another Message-ID': underAnotherName,
      'resent by the visitor': resent,
      'database errors': faults,
    })
    expect(lost).toEqual([])
    expect(faults).toBe(0)
    expect(underAnotherName).toBe(0)
    // Each crash leaves at most the mails in flight without a recorded result.
    expect(repeated).toBeLessThanOrEqual(ROUNDS * LANES)
  },
)

const VISITOR = 'visitor@example.org'
const OTHER = 'other@example.org'

test('a visitor gets no automatic reply, rather than two, after a kill between the record and the reply', async () => {
  const { server, environment: place } = await makePlace('sqlite')
  const environment = { ...place, PAGE_CAPTCHA: 'altcha', AUTO_REPLY: 'yes' }
  const reached = Promise.withResolvers<void>()
  server.script.end = after(async ({ to: [to] }) => {
    if (to !== VISITOR) return
    reached.resolve()
    await new Promise(() => {})
  })
  const write = async (url: string, message: string, user_email = VISITOR) => {
    const captcha = await solveCaptcha(url)
    const form = { message, user_email, 'g-recaptcha-response': captcha }
    expect(await postForm(url, form)).toMatchObject({ status: 200 })
  }
  const first = await spawnGateway(environment)
  await write(first.url, 'one')
  await reached.promise
  await first.stop('SIGKILL')

  server.script = {}
  const second = await spawnGateway(environment)
  // It is recorded as replied to, so a further message within a day gets no reply either.
  await write(second.url, 'two')
  await write(second.url, 'three', OTHER)
  // Replies leave one after the other.
  await expect.poll(() => server.received.map(({ to: [to] }) => to)).toContain(OTHER)
  await second.stop('SIGTERM')
  expect(server.received.map(({ to: [to] }) => to)).not.toContain(VISITOR)
  const { out } = await callMessages(['list', '--json'], environment)
  expect(JSON.parse(out).counts).toEqual({ queued: 0, held: 0, sent: 3, failed: 0 })
})
