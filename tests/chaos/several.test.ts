import { setTimeout as rest } from 'node:timers/promises'
import pg from 'pg'
import { CONNECTIONS } from 'reward-codes-gateway/internal/delivery/transports/smtp.ts'
import { openStore } from 'reward-codes-gateway/internal/store/open-store.ts'
import { expect, onTestFinished, test } from 'vitest'
import { formOf, postForm } from '../fixtures/gateway.ts'
import { type GatewayProcess, spawnGateway } from '../fixtures/gateway-process.ts'
import type { ReceivedMail } from '../fixtures/mail-server.ts'
import { startPostgres } from '../fixtures/postgres.ts'
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

/** Each connection has a mail, and another one waits for it. */
const MAX_IN_FLIGHT = 2 * CONNECTIONS
/** Short enough to wait for, and long enough for a busy machine to renew it. */
const SHORT_PLACE = { PLACE_MS: '4000' }

/** Two gateways on one database with load on both. The test can kill or freeze one of them. */
async function startTwo({ environment }: Place, visitors: number) {
  const start = () => spawnGateway(environment)
  const gateways: [GatewayProcess, GatewayProcess] = await Promise.all([start(), start()])
  const isBack = [true, true]
  const senders = startLoad(visitors, (number) =>
    isBack[number % 2] ? gateways[number % 2]?.url : undefined,
  )
  const stop = async () => {
    await senders.stop()
    await Promise.all(gateways.map((gateway) => gateway.stop('SIGTERM')))
  }
  return {
    gateways,
    counts: senders.counts,
    /** Stops a gateway, runs `meanwhile`, then starts a replacement. */
    replace: async (
      which: 0 | 1,
      signal: NodeJS.Signals,
      meanwhile: () => Promise<void> = async () => {},
    ) => {
      isBack[which] = false
      await gateways[which].stop(signal)
      await meanwhile()
      gateways[which] = await start()
      isBack[which] = true
    },
    stop,
  }
}

type Two = Awaited<ReturnType<typeof startTwo>>

/** Queries for the test's own connection to the database. */
async function inspectDatabase({ folder, databaseUrl }: Place) {
  const store = await openStore({ dataFolder: folder, databaseUrl })
  onTestFinished(() => store.close())
  return {
    message: () => store.db.selectFrom('messages').selectAll().executeTakeFirstOrThrow(),
    /** The number of attempts with a recorded outcome. */
    ended: async () => {
      const rows = await store.db
        .selectFrom('attempts')
        .select('attempt')
        .where('outcome', 'is not', null)
        .execute()
      return rows.length
    },
    waiting: async () => {
      const rows = await store.db
        .selectFrom('messages')
        .select('id')
        .where('state', '!=', 'sent')
        .execute()
      return rows.length
    },
  }
}

const MESSAGES = 60

async function setUp() {
  const place = await makePlace('postgres')
  const start = () => spawnGateway({ ...place.environment, ...SHORT_PLACE })
  const gateways = await Promise.all([start(), start()])
  return {
    gateways,
    server: place.server,
    /** Stops both after their deliveries in flight. Returns the number of attempts. */
    stop: async () => {
      await Promise.all(gateways.map((gateway) => gateway.stop('SIGTERM')))
      const { waiting, ended } = await inspectDatabase(place)
      expect(await waiting()).toBe(0)
      return ended()
    },
  }
}

test('two gateways on one database send each message once', async () => {
  const { gateways, server, stop } = await setUp()
  const replies = await Promise.all(
    Array.from({ length: MESSAGES }, (_, number) =>
      postForm(gateways[number % 2]?.url ?? '', formOf({ message: `Number ${number}` })),
    ),
  )
  expect(replies.filter(({ status }) => status !== 200)).toEqual([])
  await server.waitFor(MESSAGES, 30)
  expect(await stop()).toBe(MESSAGES)
  const ids = server.received.map(({ mail }) => mail.messageId)
  expect(ids).toHaveLength(MESSAGES)
  expect(new Set(ids).size).toBe(MESSAGES)
}, 60_000)

function summarizeIds(received: ReceivedMail[]) {
  const ids = received.map(({ mail }) => mail.messageId)
  return { mails: ids.length, distinct: new Set(ids).size }
}

/** Sends messages of all sites to the gateways, 32 at a time, and returns how long each took, sorted. */
async function sendTo(gateways: GatewayProcess[], count: number): Promise<number[]> {
  const waits: number[] = []
  let sent = 0
  const visitor = async () => {
    while (sent < count) {
      const number = sent++
      const { url = '' } = gateways[number % gateways.length] ?? {}
      const began = performance.now()
      const form = formOf({ message: crypto.randomUUID() })
      expect(await postForm(url, form)).toMatchObject({ status: 200 })
      waits.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: 32 }, visitor))
  return waits.sort((one, other) => one - other)
}

test('two gateways take and deliver messages at once without a deadlock', async () => {
  const messages = shortOrLong(300, 4000)
  const place = await makePlace('postgres')
  const start = () => spawnGateway(place.environment)
  const gateways = await Promise.all([start(), start()])
  const waits = await sendTo(gateways, messages)
  const { waiting } = await inspectDatabase(place)
  await expect.poll(waiting, { timeout: 300_000, interval: 250 }).toBe(0)
  await Promise.all(gateways.map((gateway) => gateway.stop('SIGTERM')))
  const client = new pg.Client({ connectionString: place.databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  await client.end()
  const p99 = Math.round(waits[Math.floor(0.99 * waits.length)] ?? 0)
  expect(rows).toEqual([{ deadlocks: '0' }])
  expect(summarizeIds(place.server.received)).toEqual({ mails: messages, distinct: messages })
  if (isLong) expect(p99).toBeLessThan(1000)
  recordResult({
    table: 'faults',
    what: '5 Two gateways on one PostgreSQL, 32 visitors',
    figures: { messages, deadlocks: 0, lost: 0, repeated: 0, 'p99 ms': p99 },
  })
}, 400_000)

test('the same form sent to two gateways on one database is one message', async () => {
  const { gateways, server, stop } = await setUp()
  const form = formOf({ submission_id: crypto.randomUUID() })
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, number) => postForm(gateways[number % 2]?.url ?? '', form)),
  )
  expect(replies.map(({ reason }) => reason).sort()).toEqual([
    'accepted',
    ...Array(9).fill('duplicate'),
  ])
  await server.waitFor(1)
  expect(await stop()).toBe(1)
  expect(server.received).toHaveLength(1)
})

test('a frozen gateway does not block another, and continues when resumed', async () => {
  const { gateways, server } = await setUp()
  const [one, other] = gateways
  other.child.kill('SIGSTOP')
  await postForm(one.url, { message: 'Sent by the living.' })
  // The frozen gateway may hold the place of the deliverer.
  await server.waitFor(1, 40)
  other.child.kill('SIGCONT')
  expect(await postForm(other.url, { message: 'Sent by the resumed.' })).toMatchObject({
    status: 200,
  })
  await server.waitFor(2, 40)
  const ids = server.received.map(({ mail }) => mail.messageId)
  expect(new Set(ids).size).toBe(2)
})

const VISITORS = 8
const ROUNDS = shortOrLong(1, 10)
/** The gateways start one after the other, which is slow on a busy machine. */
const TIMEOUT_MS = shortOrLong(240_000, 1_800_000)
const ANSWERS = [
  { answer: 'takes its mail', code: 0, mails: 2 },
  { answer: 'puts its mail off', code: 451, mails: 1 },
  { answer: 'refuses its mail', code: 554, mails: 1 },
]

/** Freezes a gateway while it sends a message. Another gateway takes its place and tries the message again. */
async function takeFromFrozen(held: number) {
  const place = await makePlace('postgres')
  const { message, ended } = await inspectDatabase(place)
  const mails = holdMails(place.server, held)
  const environment = { ...place.environment, ...SHORT_PLACE }
  const frozen = await spawnGateway(environment)
  await postForm(frozen.url)
  await mails[0]?.reached.promise
  frozen.child.kill('SIGSTOP')
  const other = await spawnGateway(environment)
  const resume = () => {
    frozen.child.kill('SIGCONT')
    mails[0]?.released.resolve()
  }
  const stop = () => Promise.all([frozen.stop('SIGTERM'), other.stop('SIGTERM')])
  return { server: place.server, message, ended, mails, resume, stop }
}

test.each(isLong ? ANSWERS : ANSWERS.slice(0, 1))(
  'a gateway frozen until another has its place records no result if the mail server $answer',
  async ({ code, mails }) => {
    const { server, message, ended, resume, stop } = await takeFromFrozen(1)
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
  'a gateway frozen until another has its place does not change a message that is tried again',
  async () => {
    const { server, message, ended, mails, resume, stop } = await takeFromFrozen(2)
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
  'if one of two gateways is frozen under load until another has its place, only its mails in flight may repeat',
  async () => {
    const place = await makePlace('postgres')
    const two = await startTwo(place, VISITORS)
    const { waiting } = await inspectDatabase(place)
    for (let round = 0; round < ROUNDS; round++) {
      await rest(Math.random() * 500)
      two.gateways[1].child.kill('SIGSTOP')
      await two.replace(0, 'SIGTERM', async () => {
        const third = await spawnGateway(place.environment)
        await expect.poll(waiting, { timeout: 120_000, interval: 50 }).toBe(0)
        await third.stop('SIGTERM')
      })
      two.gateways[1].child.kill('SIGCONT')
    }
    await two.stop()
    await deliverTheRest(place)
    const { answered, statuses } = two.counts
    const { lost, repeated, underAnotherName, mails } = summarize(answered, place.server.received)
    recordResult({
      table: 'faults',
      what: '5 One of two gateways frozen under load until another has its place, and resumed',
      figures: {
        rounds: ROUNDS,
        'answered 200': answered.size,
        lost: lost.length,
        mails,
        repeated,
      },
    })
    expect({ lost, underAnotherName }).toEqual({ lost: [], underAnotherName: 0 })
    expect(repeated).toBeLessThanOrEqual(ROUNDS * MAX_IN_FLIGHT)
    // Requests that were incomplete when it froze get a 408 when it resumes, and are retried.
    expect([200, 408, 503]).toEqual(expect.arrayContaining([...statuses]))
    expect(await faultsInDatabase(place)).toEqual([])
  },
  TIMEOUT_MS,
)

const WAITING = { timeout: 60_000, interval: 20 }
const KILLS = shortOrLong(1, 20)
const RESTARTS = shortOrLong(1, 20)
/** Two gateways use up to 8 connections each. */
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
    expect(repeated).toBeLessThanOrEqual(KILLS * MAX_IN_FLIGHT)
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
    const what = 'Two gateways that want 16 connections of a PostgreSQL that has 10'
    expect(await checkDeliveries(place, two, what, {})).toMatchObject({ repeated: 0 })
  },
  TIMEOUT_MS,
)

/** Longer than the place of a gateway is valid. */
const AWAY_MS = shortOrLong(6000, 180_000)

test(
  'PostgreSQL away between DATA and 250 for longer than the place is valid causes no second mail',
  async () => {
    const { postgres, place } = await ownPostgres([])
    const { ATTEMPT_MS, ...others } = place.environment
    const environment = { ...others, ...SHORT_PLACE }
    const [mail] = holdMails(place.server, 1)
    const gateways = await Promise.all([spawnGateway(environment), spawnGateway(environment)])
    await postForm(gateways[0].url)
    await mail?.reached.promise
    await postgres.pause('SIGQUIT')
    mail?.released.resolve()
    await place.server.waitFor(1)
    await rest(AWAY_MS)
    await postgres.resume()
    const { message } = await inspectDatabase(place)
    await expect.poll(async () => (await message()).state, WAITING).toBe('sent')
    await rest(shortOrLong(500, 20_000))
    expect(place.server.received).toHaveLength(1)
    expect(await message()).toMatchObject({ attempt: 1 })
    await Promise.all(gateways.map((gateway) => gateway.stop('SIGTERM')))
    recordResult({
      table: 'faults',
      what: '5 PostgreSQL away between DATA and 250, two gateways',
      figures: { 'seconds away': AWAY_MS / 1000, mails: place.server.received.length },
    })
  },
  TIMEOUT_MS,
)

test(
  'a gateway killed with mails in flight and started again delivers the rest within 90 seconds',
  async () => {
    const place = await makePlace('postgres')
    const environment = { ...place.environment, ...SHORT_PLACE }
    const first = await spawnGateway(environment)
    await postForm(first.url)
    await place.server.waitFor(1)
    const mails = holdMails(place.server, 2)
    for (const text of ['one', 'two']) await postForm(first.url, { message: text })
    await mails[1]?.reached.promise
    await first.stop('SIGKILL')
    const killedAt = performance.now()
    for (const mail of mails) mail.released.resolve()
    place.server.beforeAccept = () => {}
    const second = await spawnGateway(environment)
    const { waiting } = await inspectDatabase(place)
    await expect.poll(waiting, { timeout: 100_000, interval: 100 }).toBe(0)
    const seconds = (performance.now() - killedAt) / 1000
    expect(seconds).toBeLessThan(90)
    await second.stop('SIGTERM')
    const figures = { 'seconds until the rest was sent': Math.round(seconds) }
    recordResult({
      table: 'faults',
      what: '5 A gateway killed with mails in flight, and started',
      figures,
    })
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
  await deliverTheRest(place)
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
