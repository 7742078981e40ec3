import pg from 'pg'
import { MAX_IN_FLIGHT_PER_DESTINATION } from 'reward-codes-gateway/internal/delivery/worker.ts'
import { LEASE_SECONDS } from 'reward-codes-gateway/internal/store/outbox.ts'
import { expect, onTestFinished, test } from 'vitest'
import { summarize } from '../fixtures/delivery-report.ts'
import { postForm } from '../fixtures/gateway.ts'
import { faultsInDatabase } from '../fixtures/integrity.ts'
import { deliverTheRest } from '../fixtures/kill.ts'
import { startPostgres } from '../fixtures/postgres.ts'
import { isLong, recordResult, shortOrLong } from '../fixtures/results.ts'
import { makePlace, type Place } from '../fixtures/test-environment.ts'
import { startTwo, type Two } from '../fixtures/two-gateways.ts'

const TIMEOUT_MS = shortOrLong(240_000, 1_800_000)
const WAITING = { timeout: 60_000, interval: 20 }
const PAST_LEASE_MS = LEASE_SECONDS * 1000 + 1000
const KILLS = shortOrLong(1, 20)
const RESTARTS = shortOrLong(1, 20)
/** Two gateways use up to 8 connections each, plus one each for LISTEN. */
const FEW_CONNECTIONS = ['max_connections=10', 'superuser_reserved_connections=0']

test(
  'if one of two gateways is killed under load, only its mails in flight may repeat',
  async () => {
    const place = await makePlace('postgres')
    const two = await startTwo(place, 8)
    for (let round = 0; round < KILLS; round++) {
      await moreAnswered(two)
      await two.replace(round % 2 === 0 ? 0 : 1, 'SIGKILL')
    }
    await two.stop()
    const what = 'One of two gateways killed under load'
    const { repeated } = await checkDeliveries(place, two, what, { kills: KILLS })
    expect(repeated).toBeLessThanOrEqual(KILLS * MAX_IN_FLIGHT_PER_DESTINATION)
  },
  TIMEOUT_MS,
)

test(
  'stopping or crashing PostgreSQL under load loses and repeats no message',
  async () => {
    const { postgres, place } = await ownPostgres([])
    const two = await startTwo(place, 8)
    for (let round = 0; round < RESTARTS; round++) {
      await moreAnswered(two)
      await postgres.pause(round % 2 === 0 ? 'SIGQUIT' : 'SIGINT')
      await moreRefused(two)
      await postgres.resume()
    }
    await moreAnswered(two)
    await two.stop()
    const what = 'PostgreSQL stopped or crashed under load, and back'
    expect(await checkDeliveries(place, two, what, { times: RESTARTS })).toMatchObject({
      repeated: 0,
    })
  },
  TIMEOUT_MS,
)

test(
  'without free PostgreSQL connections, requests fail in time and no message is lost or repeated',
  async () => {
    const { place } = await ownPostgres(FEW_CONNECTIONS)
    // Connects before the gateways use every connection.
    const locker = new pg.Client({ connectionString: place.databaseUrl })
    await locker.connect()
    const two = await startTwo(place, 60)
    await moreRefused(two)
    await moreAnswered(two)
    // Only in the long run, because a statement may take 10 s.
    if (isLong) await refuseWhileLocked(locker, two)
    await locker.end()
    await two.stop()
    const what = 'Two gateways that want 18 connections of a PostgreSQL that has 10'
    expect(await checkDeliveries(place, two, what, {})).toMatchObject({ repeated: 0 })
  },
  TIMEOUT_MS,
)

async function ownPostgres(settings: string[]) {
  const postgres = await startPostgres(settings)
  onTestFinished(() => postgres.stop())
  return { postgres, place: await makePlace('postgres', postgres.url) }
}

async function moreAnswered({ counts }: Two) {
  const { size } = counts.answered
  await expect.poll(() => counts.answered.size, WAITING).toBeGreaterThan(size + 10)
}

async function moreRefused({ counts }: Two) {
  const { refused } = counts
  await expect.poll(() => counts.refused, WAITING).toBeGreaterThan(refused)
}

/** Locks the messages table until every request has failed: none waits for the unlock. */
async function refuseWhileLocked(locker: pg.Client, { gateways }: Two) {
  await locker.query('begin; lock table messages in access exclusive mode')
  const visitors = Array.from({ length: 200 }, (_, n) => postForm(gateways[n % 2 ? 1 : 0].url))
  const statuses = (await Promise.all(visitors)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([503]))
  await locker.query('rollback')
}

async function checkDeliveries(
  place: Place,
  { counts }: Two,
  what: string,
  counted: Record<string, number>,
) {
  await deliverTheRest(place, PAST_LEASE_MS)
  const { answered, refused, slowestMs, statuses } = counts
  const { lost, repeated, underAnotherName } = summarize(answered, place.server.received)
  recordResult({
    table: 'faults',
    what: `5 ${what}`,
    figures: {
      ...counted,
      'answered 200': answered.size,
      'answered 503': refused,
      lost: lost.length,
      repeated,
      'slowest answer ms': slowestMs,
    },
  })
  expect({ lost, underAnotherName }).toEqual({ lost: [], underAnotherName: 0 })
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect(await faultsInDatabase(place)).toEqual([])
  return { repeated }
}
