import { setTimeout as rest } from 'node:timers/promises'
import { MAX_IN_FLIGHT_PER_DESTINATION } from 'reward-codes-gateway/internal/delivery/worker.ts'
import { LEASE_SECONDS } from 'reward-codes-gateway/internal/store/outbox.ts'
import { expect, test } from 'vitest'
import { summarize } from '../fixtures/delivery-report.ts'
import { postForm } from '../fixtures/gateway.ts'
import { spawnGateway } from '../fixtures/gateway-process.ts'
import { faultsInDatabase } from '../fixtures/integrity.ts'
import { deliverTheRest } from '../fixtures/kill.ts'
import type { MailServer } from '../fixtures/mail-server.ts'
import { isLong, recordResult, shortOrLong } from '../fixtures/results.ts'
import { makePlace } from '../fixtures/test-environment.ts'
import { inspectDatabase, startTwo } from '../fixtures/two-gateways.ts'

const PAST_LEASE_MS = LEASE_SECONDS * 1000 + 1000
const VISITORS = 8
const ROUNDS = shortOrLong(1, 10)
/** The gateways start one after the other, which is slow on a busy machine. */
const TIMEOUT_MS = shortOrLong(240_000, 1_800_000)
const WAITING = { timeout: 60_000 }
const ANSWERS = [
  { answer: 'takes its mail', code: 0, mails: 2 },
  { answer: 'puts its mail off', code: 451, mails: 1 },
  { answer: 'refuses its mail', code: 554, mails: 1 },
]

/** Holds the mail server's replies to the first `count` mails until each is released. */
function holdMails(server: MailServer, count: number) {
  const held = Array.from({ length: count }, () => ({
    reached: Promise.withResolvers<void>(),
    released: Promise.withResolvers<void>(),
  }))
  const remaining = held.values()
  server.beforeAccept = () => {
    const mail = remaining.next().value
    mail?.reached.resolve()
    return mail?.released.promise
  }
  return held
}

/** Freezes a gateway while it sends a message. Another gateway claims it after the lease. */
async function claimFromFrozen(held: number) {
  const place = await makePlace('postgres')
  const { message, ended } = await inspectDatabase(place)
  const mails = holdMails(place.server, held)
  const frozen = await spawnGateway(place.environment)
  await postForm(frozen.url)
  await mails[0]?.reached.promise
  frozen.child.kill('SIGSTOP')
  const ahead = { CLOCK_AHEAD_MS: String(PAST_LEASE_MS) }
  const other = await spawnGateway({ ...place.environment, ...ahead })
  const resume = () => {
    frozen.child.kill('SIGCONT')
    mails[0]?.released.resolve()
  }
  const stop = () => Promise.all([frozen.stop('SIGTERM'), other.stop('SIGTERM')])
  return { server: place.server, message, ended, mails, resume, stop }
}

test.each(isLong ? ANSWERS : ANSWERS.slice(0, 1))(
  'a gateway frozen past its lease records no result if the mail server $answer',
  async ({ code, mails }) => {
    const { server, message, ended, resume, stop } = await claimFromFrozen(1)
    await expect.poll(async () => (await message()).state, WAITING).toBe('sent')
    const before = await message()
    server.refusals.data = code
    resume()
    await expect.poll(ended, WAITING).toBe(2)
    expect(await message()).toEqual(before)
    await stop()
    expect(server.received.map(({ mail }) => mail.messageId)).toEqual(
      Array(mails).fill(before.message_id_header),
    )
  },
  TIMEOUT_MS,
)

test(
  'a gateway frozen past its lease does not change a message that another has claimed',
  async () => {
    const { server, message, ended, mails, resume, stop } = await claimFromFrozen(2)
    await mails[1]?.reached.promise
    const before = await message()
    expect(before).toMatchObject({ state: 'queued', attempt: 2 })
    resume()
    await expect.poll(ended, WAITING).toBe(1)
    expect(await message()).toEqual(before)
    mails[1]?.released.resolve()
    await expect.poll(async () => (await message()).state, WAITING).toBe('sent')
    await stop()
    expect(server.received).toHaveLength(2)
  },
  TIMEOUT_MS,
)

test(
  'if one of two gateways is frozen past its lease under load, only its mails in flight may repeat',
  async () => {
    const place = await makePlace('postgres')
    const two = await startTwo(place, VISITORS)
    const { waiting } = await inspectDatabase(place)
    for (let round = 0; round < ROUNDS; round++) {
      await rest(Math.random() * 500)
      two.gateways[1].child.kill('SIGSTOP')
      await two.replace(0, 'SIGTERM', async () => {
        const ahead = { CLOCK_AHEAD_MS: String((round + 1) * PAST_LEASE_MS) }
        const third = await spawnGateway({ ...place.environment, ...ahead })
        await expect.poll(waiting, { timeout: 120_000, interval: 50 }).toBe(0)
        await third.stop('SIGTERM')
      })
      two.gateways[1].child.kill('SIGCONT')
    }
    await two.stop()
    await deliverTheRest(place, (ROUNDS + 1) * PAST_LEASE_MS)
    const { answered, statuses } = two.counts
    const { lost, repeated, underAnotherName, mails } = summarize(answered, place.server.received)
    recordResult({
      table: 'faults',
      what: '5 One of two gateways frozen past its lease under load, and resumed',
      figures: {
        rounds: ROUNDS,
        'answered 200': answered.size,
        lost: lost.length,
        mails,
        repeated,
      },
    })
    expect({ lost, underAnotherName }).toEqual({ lost: [], underAnotherName: 0 })
    expect(repeated).toBeLessThanOrEqual(ROUNDS * MAX_IN_FLIGHT_PER_DESTINATION)
    // Requests that were incomplete when it froze get a 408 when it resumes, and are retried.
    expect([200, 408, 503]).toEqual(expect.arrayContaining([...statuses]))
    expect(await faultsInDatabase(place)).toEqual([])
  },
  TIMEOUT_MS,
)
