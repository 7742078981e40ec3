import { setTimeout as rest } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { HANDS_PER_SERVER } from '../../src/gateway/courier/courier.ts'
import { LEASE_SECONDS } from '../../src/gateway/store/outbox.ts'
import { amount, isLong, keepFigures } from '../fixtures/figures.ts'
import { postForm } from '../fixtures/gateway.ts'
import { spawnGateway } from '../fixtures/gateway-process.ts'
import { faultsInDatabase } from '../fixtures/integrity.ts'
import { deliverTheRest } from '../fixtures/kill.ts'
import type { MailServer } from '../fixtures/mail-server.ts'
import { makePlace } from '../fixtures/place.ts'
import { reckon } from '../fixtures/reckoning.ts'
import { lookInto, startTwo } from '../fixtures/two-gateways.ts'

const PAST_LEASE_MS = LEASE_SECONDS * 1000 + 1000
const VISITORS = 8
const ROUNDS = amount(1, 10)
/** Gateways start one after the other here, which takes its time on a busy machine. */
const TIMEOUT_MS = amount(240_000, 1_800_000)
const WAITING = { timeout: 60_000 }
const ANSWERS = [
  { answer: 'takes its mail', code: 0, mails: 2 },
  { answer: 'puts its mail off', code: 451, mails: 1 },
  { answer: 'refuses its mail', code: 554, mails: 1 },
]

/** Lets the mail server keep mails in its hand: the first, the second, and so on. */
function holdMails(server: MailServer, count: number) {
  const held = Array.from({ length: count }, () => ({
    reached: Promise.withResolvers<void>(),
    released: Promise.withResolvers<void>(),
  }))
  const coming = held.values()
  server.beforeAccept = () => {
    const mail = coming.next().value
    mail?.reached.resolve()
    return mail?.released.promise
  }
  return held
}

/** A message that a frozen gateway had begun to send, in the hand of another. */
async function takeOver(held: number) {
  const place = await makePlace('postgres')
  const { message, ended } = await lookInto(place)
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
  'a gateway that was frozen past its lease settles nothing where the mail server $answer',
  async ({ code, mails }) => {
    const { server, message, ended, resume, stop } = await takeOver(1)
    await expect.poll(async () => (await message()).state, WAITING).toBe('sent')
    const before = await message()
    server.refusals.data = code
    resume()
    await expect.poll(ended, WAITING).toBe(2)
    expect(await message()).toEqual(before)
    await stop()
    expect(server.received.map(({ mail }) => mail.messageId)).toEqual(
      Array(mails).fill(before.mail_id),
    )
  },
  TIMEOUT_MS,
)

test(
  'a gateway that was frozen past its lease leaves alone what another has in hand',
  async () => {
    const { server, message, ended, mails, resume, stop } = await takeOver(2)
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
  'of two gateways under load one is frozen, past its lease, and nothing but what it had in hand comes twice',
  async () => {
    const place = await makePlace('postgres')
    const two = await startTwo(place, VISITORS)
    const { waiting } = await lookInto(place)
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
    const { answered, statuses } = two.tally
    const { lost, repeated, underAnotherName, mails } = reckon(answered, place.server.received)
    keepFigures({
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
    expect(repeated).toBeLessThanOrEqual(ROUNDS * HANDS_PER_SERVER)
    // Whoever had begun to send to the frozen one is told 408 when it resumes, and sends again.
    expect([200, 408, 503]).toEqual(expect.arrayContaining([...statuses]))
    expect(await faultsInDatabase(place)).toEqual([])
  },
  TIMEOUT_MS,
)
