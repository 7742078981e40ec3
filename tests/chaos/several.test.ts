import { setTimeout as rest } from 'node:timers/promises'
import pg from 'pg'
import { LANES } from 'reward-codes-gateway/internal/delivery/context.ts'
import { openStore } from 'reward-codes-gateway/internal/store/open-store.ts'
import { expect, onTestFinished, test } from 'vitest'
import { formOf, postForm } from '../fixtures/gateway.ts'
import { type GatewayProcess, spawnGateway } from '../fixtures/gateway-process.ts'
import { type PostgresServer, startPostgres } from '../fixtures/postgres.ts'
import { isLong, recordResult, shortOrLong } from '../fixtures/results.ts'
import {
  deliverTheRest,
  faultsInDatabase,
  holdMails,
  makePlace,
  type Place,
  startLoad,
  summarize,
} from '../fixtures/trial.ts'

const SHORT = { ATTEMPT_MS: '4000' }
const WAITING = { interval: 20 }

/** Queries for the test's own connection to the database. */
async function inspectDatabase({ folder, databaseUrl }: Place) {
  const { db, close } = await openStore({ dataFolder: folder, databaseUrl })
  onTestFinished(() => close())
  const ended = db.selectFrom('attempts').select('attempt').where('outcome', 'is not', null)
  const waiting = db.selectFrom('messages').select('id').where('state', '!=', 'sent')
  return {
    message: () => db.selectFrom('messages').selectAll().executeTakeFirstOrThrow(),
    /** The number of attempts with a recorded outcome. */
    ended: async () => (await ended.execute()).length,
    waiting: async () => (await waiting.execute()).length,
    /** Lets the place of the gateway that delivers end now. */
    endPlace: () => db.updateTable('deliverer').set({ until: 0 }).execute(),
  }
}

test('two gateways on one database take messages at once without a deadlock, and send each once', async () => {
  const messages = shortOrLong(100, 4000)
  const place = await makePlace('postgres')
  // Neither loses its place, however busy the machine is.
  const start = () => spawnGateway({ ...place.environment, PLACE_MS: '' })
  const gateways = await Promise.all([start(), start()])
  const urlOf = (number: number) => gateways[number % 2]?.url ?? ''
  let sent = 0
  const visit = async () => {
    while (sent < messages) {
      const form = formOf({ message: crypto.randomUUID() })
      expect(await postForm(urlOf(sent++), form)).toMatchObject({ status: 200 })
    }
  }
  await Promise.all(Array.from({ length: 32 }, visit))
  const same = formOf({ submission_id: crypto.randomUUID() })
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, number) => postForm(urlOf(number), same)),
  )
  expect(replies.filter(({ reason }) => reason === 'accepted')).toHaveLength(1)
  expect(replies.filter(({ reason }) => reason === 'duplicate')).toHaveLength(9)
  const { waiting, ended } = await inspectDatabase(place)
  await expect.poll(waiting, { interval: 250 }).toBe(0)
  await Promise.all(gateways.map((gateway) => gateway.stop('SIGTERM')))
  const client = new pg.Client({ connectionString: place.databaseUrl })
  await client.connect()
  const { rows } = await client.query(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  await client.end()
  const ids = place.server.received.map(({ mail }) => mail.messageId)
  const found = { rows, attempts: await ended(), mails: ids.length, ids: new Set(ids).size }
  const each = messages + 1
  expect(found).toEqual({ rows: [{ deadlocks: '0' }], attempts: each, mails: each, ids: each })
  recordResult({ messages: each, deadlocks: 0, lost: 0, repeated: 0 })
})

test.each(
  [
    { answer: 'takes its mail', code: 0, mails: 2 },
    { answer: 'puts its mail off', code: 451, mails: 1 },
    { answer: 'refuses its mail', code: 554, mails: 1 },
  ].slice(0, shortOrLong(1, 3)),
)(
  'a frozen gateway blocks no other, and records no result later if the mail server $answer',
  async ({ code, mails }) => {
    const place = await makePlace('postgres')
    const { message, ended } = await inspectDatabase(place)
    const [mail] = holdMails(place.server, 1)
    const environment = { ...place.environment, ...SHORT }
    const frozen = await spawnGateway(environment)
    await postForm(frozen.url)
    await mail?.reached.promise
    frozen.child.kill('SIGSTOP')
    const other = await spawnGateway(environment)
    await expect.poll(async () => (await message()).state, WAITING).toBe('sent')
    const before = await message()
    frozen.child.kill('SIGCONT')
    mail?.released.resolve(code)
    await expect.poll(ended, WAITING).toBe(2)
    expect(await message()).toEqual(before)
    expect(await postForm(frozen.url, { message: 'Resumed.' })).toMatchObject({ status: 200 })
    await Promise.all([frozen.stop('SIGTERM'), other.stop('SIGTERM')])
    const ids = place.server.received.map(({ mail }) => mail.messageId)
    expect(ids.filter((id) => id === before.message_id_header)).toHaveLength(mails)
  },
)

/** Two gateways on one database with load on both. The test can kill or freeze one of them. */
async function startTwo({ environment }: Place, visitors: number) {
  const start = () => spawnGateway(environment)
  const gateways: [GatewayProcess, GatewayProcess] = await Promise.all([start(), start()])
  const isBack = [true, true]
  const senders = startLoad(visitors, (number) =>
    isBack[number % 2] ? gateways[number % 2]?.url : undefined,
  )
  const { counts } = senders
  return {
    gateways,
    counts,
    /** Stops a gateway, runs `meanwhile`, then starts a replacement. */
    replace: async (which: 0 | 1, signal: NodeJS.Signals, meanwhile = async () => {}) => {
      isBack[which] = false
      await gateways[which].stop(signal)
      await meanwhile()
      gateways[which] = await start()
      isBack[which] = true
    },
    stop: async () => {
      await senders.stop()
      await Promise.all(gateways.map((gateway) => gateway.stop('SIGTERM')))
    },
    moreAnswered: async () => {
      const { size } = counts.answered
      await expect.poll(() => counts.answered.size, WAITING).toBeGreaterThan(size + 10)
    },
    moreRefused: async () => {
      const { refused } = counts
      await expect.poll(() => counts.refused, WAITING).toBeGreaterThan(refused)
    },
  }
}

type Two = Awaited<ReturnType<typeof startTwo>>
type Trial = { place: Place; two: Two; postgres: PostgresServer }

const FAULTS: {
  what: string
  settings?: string[]
  environment?: Record<string, string>
  visitors?: number
  rounds: number
  /** How many mails may repeat in a round. */
  mayRepeat: number
  /** Requests that were incomplete when a gateway froze get a 408 when it resumes. */
  statuses?: number[]
  fault: (trial: Trial, round: number) => Promise<void>
}[] = [
  {
    what: 'one of two gateways is killed',
    rounds: shortOrLong(1, 20),
    mayRepeat: LANES,
    fault: async ({ two }, round) => {
      await two.moreAnswered()
      await two.replace(round % 2 === 0 ? 0 : 1, 'SIGKILL')
    },
  },
  {
    what: 'one of two gateways is frozen until another has its place',
    environment: SHORT,
    rounds: shortOrLong(1, 10),
    mayRepeat: LANES,
    statuses: [408],
    fault: async ({ place, two }) => {
      await two.moreAnswered()
      const { waiting } = await inspectDatabase(place)
      two.gateways[1].child.kill('SIGSTOP')
      await two.replace(0, 'SIGTERM', async () => {
        const third = await spawnGateway(place.environment)
        await expect.poll(waiting, { interval: 50 }).toBe(0)
        await third.stop('SIGTERM')
      })
      two.gateways[1].child.kill('SIGCONT')
    },
  },
  {
    what: 'PostgreSQL is stopped or crashes, and is back',
    rounds: shortOrLong(1, 20),
    mayRepeat: 0,
    fault: async ({ two, postgres }, round) => {
      await two.moreAnswered()
      await postgres.pause(round % 2 === 0 ? 'SIGQUIT' : 'SIGINT')
      await two.moreRefused()
      await postgres.resume()
      await two.moreAnswered()
    },
  },
  {
    // Two gateways use up to 8 connections each.
    what: 'PostgreSQL has 10 of the 16 connections that they want',
    settings: ['max_connections=10', 'superuser_reserved_connections=0'],
    visitors: 60,
    rounds: 1,
    mayRepeat: 0,
    fault: async ({ two }) => {
      await two.moreRefused()
      await two.moreAnswered()
    },
  },
]

test.each(FAULTS)(
  'under load no message is lost, and only mails in flight may repeat, if $what',
  async ({
    settings = [],
    environment = {},
    visitors = 8,
    rounds,
    mayRepeat,
    statuses = [],
    fault,
  }) => {
    const postgres = await startPostgres(settings)
    onTestFinished(() => postgres.stop())
    const place = await makePlace('postgres', postgres.url)
    const two = await startTwo(
      { ...place, environment: { ...place.environment, ...environment } },
      visitors,
    )
    for (let round = 0; round < rounds; round++) await fault({ place, two, postgres }, round)
    await two.stop()
    await deliverTheRest(place)
    const { answered, refused, slowestMs } = two.counts
    const { lost, repeated, underAnotherName } = summarize(answered, place.server.received)
    recordResult({
      rounds,
      'answered 200': answered.size,
      'answered 503': refused,
      lost: lost.length,
      repeated,
      'slowest answer ms': slowestMs,
    })
    expect({ lost, underAnotherName }).toEqual({ lost: [], underAnotherName: 0 })
    expect(repeated).toBeLessThanOrEqual(rounds * mayRepeat)
    expect([200, 503, ...statuses]).toEqual(expect.arrayContaining([...two.counts.statuses]))
    expect(await faultsInDatabase(place)).toEqual([])
  },
)

/** In the short run the place ends at once. */
const AWAY_MS = shortOrLong(0, 180_000)

test('PostgreSQL away between DATA and 250 for longer than the place is valid causes no second mail', async () => {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  const place = await makePlace('postgres', postgres.url)
  const { environment } = place
  const [mail] = holdMails(place.server, 1)
  const gateways = await Promise.all([spawnGateway(environment), spawnGateway(environment)])
  await postForm(gateways[0].url)
  await mail?.reached.promise
  await postgres.pause('SIGQUIT')
  mail?.released.resolve(0)
  await place.server.waitFor(1)
  await rest(AWAY_MS)
  await postgres.resume()
  const { message, endPlace } = await inspectDatabase(place)
  await endPlace()
  await expect.poll(async () => (await message()).state, WAITING).toBe('sent')
  if (isLong) await rest(20_000)
  expect(place.server.received).toHaveLength(1)
  expect(await message()).toMatchObject({ attempt: 1 })
  await Promise.all(gateways.map((gateway) => gateway.stop('SIGTERM')))
  recordResult({ 'seconds away': AWAY_MS / 1000, mails: place.server.received.length })
})
