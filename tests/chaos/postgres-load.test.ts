import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { HANDS_PER_SERVER } from '../../src/gateway/courier/courier.ts'
import { LEASE_SECONDS } from '../../src/gateway/store/outbox.ts'
import { amount, isLong, keepFigures } from '../fixtures/figures.ts'
import { postForm } from '../fixtures/gateway.ts'
import { faultsInDatabase } from '../fixtures/integrity.ts'
import { deliverTheRest } from '../fixtures/kill.ts'
import { makePlace, type Place } from '../fixtures/place.ts'
import { startPostgres } from '../fixtures/postgres.ts'
import { reckon } from '../fixtures/reckoning.ts'
import { startTwo, type Two } from '../fixtures/two-gateways.ts'

const TIMEOUT_MS = amount(240_000, 1_800_000)
const WAITING = { timeout: 60_000, interval: 20 }
const PAST_LEASE_MS = LEASE_SECONDS * 1000 + 1000
const KILLS = amount(1, 20)
const RESTARTS = amount(1, 20)
/** Two gateways want eight each, and one more to listen. */
const FEW_CONNECTIONS = ['max_connections=10', 'superuser_reserved_connections=0']

test(
  'of two gateways under load one is killed, and the living send nothing twice',
  async () => {
    const place = await makePlace('postgres')
    const two = await startTwo(place, 8)
    for (let round = 0; round < KILLS; round++) {
      await moreAnswered(two)
      await two.replace(round % 2 === 0 ? 0 : 1, 'SIGKILL')
    }
    await two.stop()
    const what = 'One of two gateways killed under load'
    const { repeated } = await reckonAll(place, two, what, { kills: KILLS })
    expect(repeated).toBeLessThanOrEqual(KILLS * HANDS_PER_SERVER)
  },
  TIMEOUT_MS,
)

test(
  'a PostgreSQL that stops and crashes under load costs some refusals, and no message or repeat',
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
    expect(await reckonAll(place, two, what, { times: RESTARTS })).toMatchObject({ repeated: 0 })
  },
  TIMEOUT_MS,
)

test(
  'more requests than PostgreSQL has connections are refused in time, and nothing is lost or repeated',
  async () => {
    const { place } = await ownPostgres(FEW_CONNECTIONS)
    // Before the others take every connection that there is.
    const locker = new pg.Client({ connectionString: place.databaseUrl })
    await locker.connect()
    const two = await startTwo(place, 60)
    await moreRefused(two)
    await moreAnswered(two)
    // In its long form only: a statement may last ten seconds.
    if (isLong) await refuseWhileLocked(locker, two)
    await locker.end()
    await two.stop()
    const what = 'Two gateways that want 18 connections of a PostgreSQL that has 10'
    expect(await reckonAll(place, two, what, {})).toMatchObject({ repeated: 0 })
  },
  TIMEOUT_MS,
)

async function ownPostgres(settings: string[]) {
  const postgres = await startPostgres(settings)
  onTestFinished(() => postgres.stop())
  return { postgres, place: await makePlace('postgres', postgres.url) }
}

async function moreAnswered({ tally }: Two) {
  const { size } = tally.answered
  await expect.poll(() => tally.answered.size, WAITING).toBeGreaterThan(size + 10)
}

async function moreRefused({ tally }: Two) {
  const { refused } = tally
  await expect.poll(() => tally.refused, WAITING).toBeGreaterThan(refused)
}

/** Holds the table of the messages until every visitor has been refused: none waits for its end. */
async function refuseWhileLocked(locker: pg.Client, { gateways }: Two) {
  await locker.query('begin; lock table messages in access exclusive mode')
  const visitors = Array.from({ length: 200 }, (_, n) => postForm(gateways[n % 2 ? 1 : 0].url))
  const statuses = (await Promise.all(visitors)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([503]))
  await locker.query('rollback')
}

async function reckonAll(
  place: Place,
  { tally }: Two,
  what: string,
  counted: Record<string, number>,
) {
  await deliverTheRest(place, PAST_LEASE_MS)
  const { answered, refused, slowestMs, statuses } = tally
  const { lost, repeated, underAnotherName } = reckon(answered, place.server.received)
  keepFigures({
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
