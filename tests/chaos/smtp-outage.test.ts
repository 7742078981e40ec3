import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { CONNECTIONS } from 'reward-codes-gateway/internal/delivery/transports/smtp.ts'
import type { Store } from 'reward-codes-gateway/internal/store/store.ts'
import { expect, test } from 'vitest'
import { isLong, recordResult, shortOrLong } from '../fixtures/results.ts'
import {
  countSeen,
  type Deed,
  hang,
  reset,
  STAGES,
  type Stage,
  say,
  startScriptedDelivery,
} from '../fixtures/scripted-smtp.ts'

/** Each connection has a mail, and another one waits for it. */
const MAX_IN_FLIGHT = 2 * CONNECTIONS

const DAY_MS = 86_400_000
const MIB = 2 ** 20
/** Measured: 7.5 MiB after 2,840 attempts in 18 s, including the test's own log and lists. */
const MAX_GROWTH = 12 * MIB

/** Each of the two connections may overlap with its successor while it closes. */
const MAX_SOCKETS = 4

const FAILURES: [Stage, Deed][] = [
  ['greeting', reset],
  ['hello', say(421)],
  ['sender', reset],
  ['recipient', say(450)],
  ['body', reset],
  ['end', reset],
  ['end', say(451)],
]

function heapInUse(): number {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  collect()
  return process.memoryUsage().heapUsed
}

test('endless SMTP failures leak neither memory nor sockets', async () => {
  const { addServer, write, quiet, pass, gateway } = await startScriptedDelivery()
  const { db } = gateway.store
  const server = await addServer()
  const messages = shortOrLong(4, 20)
  server.script = { greeting: reset }
  for (let number = 0; number < messages; number++) await write()
  await quiet()
  let rounds = 0
  const play = async (more: number) => {
    for (let round = 0; round < more; round++) {
      const [stage, deed] = FAILURES[rounds++ % FAILURES.length] ?? ['end', reset]
      await server.hangUp()
      server.script = { [stage]: deed }
      // Resets the queue lifetime each day, so that no message expires.
      await db.updateTable('messages').set({ retry_started_at: gateway.clock() }).execute()
      pass(DAY_MS)
      await quiet()
    }
  }
  await play(shortOrLong(2, FAILURES.length))
  const before = heapInUse()
  await play(shortOrLong(5, 20 * FAILURES.length))
  const grown = heapInUse() - before
  expect(grown).toBeLessThan(MAX_GROWTH)
  expect(server.mostAtOnce).toBeLessThanOrEqual(MAX_SOCKETS)
  server.script = {}
  pass(DAY_MS)
  await quiet()
  const seen = countSeen([server], messages)
  expect(seen).toMatchObject({ delivered: messages, repeated: 0 })
  await server.hangUp()
  expect(server.open()).toBe(0)
  const ids = db.selectFrom('messages').select('id')
  const attempts = db.selectFrom('attempts').select('attempt')
  const rows = await attempts.where('message_id', 'in', ids).execute()
  // A failure pauses or slows the transport, so one is tried in each round.
  expect(rows.length).toBeGreaterThanOrEqual(rounds + messages)
  expect(rows.length).toBeLessThan(rounds * MAX_IN_FLIGHT)
  const figures = {
    ...{ ...seen, attempts: rows.length },
    ...{ 'sockets at most': server.mostAtOnce, 'KiB growth': Math.round(grown / 1024) },
  }
  recordResult({ table: 'faults', what: '2 endless failures, memory and sockets', figures })
}, 300_000)

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const IDLE_TIMEOUT_MS = 4.4 * HOUR_MS
/** A quarter of an hour, and a tenth of jitter. */
const LONGEST_PAUSE_MS = 16.5 * MINUTE_MS

async function startAway() {
  const delivery = await startScriptedDelivery()
  const server = await delivery.addServer()
  return { ...delivery, server, began: delivery.gateway.clock() }
}

/** Checks the back-off: 1, 2, 4 ... minutes up to 4 hours, each with up to 10 % jitter. */
function expectGrowingPauses(startedAt: number[], stepMs = 1000, longestMs = 4 * HOUR_MS) {
  const pauses = startedAt.slice(1).map((at, number) => at - (startedAt[number] ?? 0))
  for (const [number, pause] of pauses.entries()) {
    const shortest = Math.min(MINUTE_MS * 2 ** number, longestMs)
    expect(pause).toBeGreaterThanOrEqual(shortest)
    expect(pause).toBeLessThanOrEqual(shortest * 1.1 + stepMs)
  }
}

test('messages from a one-day outage of the mail server are delivered when it is back', async () => {
  const { server, write, advance, quiet, gateway, row, attemptsOf, pass, began } = await startAway()
  server.script = { greeting: reset }
  const written: string[] = []
  for (let number = 0; number < shortOrLong(2, 100); number++) {
    written.push(await write())
    await quiet()
    pass(MINUTE_MS)
  }
  while (gateway.clock() < began + DAY_MS) await advance()
  server.script = {}
  const back = gateway.clock()
  while (await advance());
  let attempts = 0
  for (const id of written) {
    const { state, finished_at, message_id_header } = await row(id)
    expect(state).toBe('sent')
    expect((finished_at ?? 0) - back).toBeLessThanOrEqual(LONGEST_PAUSE_MS)
    expect(server.taken.filter((name) => name === message_id_header)).toHaveLength(1)
    attempts += (await attemptsOf(id)).length
  }
  // The transport is paused, and one of them tried every quarter of an hour.
  expect(attempts - written.length).toBeLessThanOrEqual(4 * 24 + 5)
  await quiet()
  const figures = { ...countSeen([server], written.length), attempts }
  recordResult({ table: 'faults', what: '2 a mail server down for a day', figures })
}, 300_000)

const PERSISTENT_FAILURES: [string, Stage, Deed][] = [
  ['greylisting', 'recipient', say(450)],
  ['closing the connection after the final dot', 'end', reset],
  ['closing the connection within the mail', 'body', reset],
  ['answering 421', 'greeting', say(421)],
  ['answering 452 after the mail', 'end', say(452)],
]

test.each(PERSISTENT_FAILURES.slice(0, shortOrLong(1, 5)))(
  'a mail server that keeps %s is retried for five days, then the message fails once',
  async (how, stage, deed) => {
    const { server, write, advance, gateway, row, attemptsOf, log, began } = await startAway()
    server.script = { [stage]: deed }
    const id = await write()
    while (await advance());
    const { state, reason, attempt, message_id_header } = await row(id)
    expect({ state, reason }).toEqual({
      state: 'failed',
      reason: expect.stringContaining(`Given up after ${attempt} attempts`),
    })
    expect(gateway.clock() - began).toBeGreaterThan(5 * DAY_MS)
    expect(gateway.clock() - began).toBeLessThan(5 * DAY_MS + IDLE_TIMEOUT_MS)
    const attempts = await attemptsOf(id)
    expect(attempts).toHaveLength(attempt)
    // A refused greeting pauses the transport, which probes every quarter of an hour.
    const [most, longestMs] = stage === 'greeting' ? [500, HOUR_MS / 4] : [45, 4 * HOUR_MS]
    expect(attempts.length).toBeLessThan(most)
    const times = attempts.map(({ started_at }) => started_at)
    expectGrowingPauses(times, 1000, longestMs)
    const failed = () => log.filter((line) => line.includes(' error message failed'))
    await expect.poll(failed).toHaveLength(1)
    expect(new Set(server.ended)).toEqual(new Set(stage === 'end' ? [message_id_header] : []))
    const figures = { ...countSeen([server], 1), attempts: attempts.length }
    recordResult({
      table: 'faults',
      what: `2 a mail server ${how} for five days`,
      figures,
    })
  },
)

test('a mail server that greylists for 15 minutes gets the mail on the fifth attempt', async () => {
  const { server, write, advance, gateway, row, attemptsOf, began } = await startAway()
  server.script = {
    recipient: (socket) =>
      say(gateway.clock() - began < 15 * MINUTE_MS ? 450 : '250 come in')(socket),
  }
  const id = await write()
  while (await advance());
  expect(await row(id)).toMatchObject({ state: 'sent', attempt: 5 })
  expect(server.taken).toHaveLength(1)
  const attempts = (await attemptsOf(id)).length
  const figures = { ...countSeen([server], 1), attempts }
  recordResult({ table: 'faults', what: '2 greylisted for a quarter of an hour', figures })
})

const HANGING: Stage[] = [...STAGES.filter((stage) => stage !== 'starttls'), 'body']

/** Sends a byte every second and never completes the reply. */
const trickleEndlessly: Deed = (socket) => {
  const timer = setInterval(() => socket.write('2'), 1000)
  socket.on('close', () => clearInterval(timer))
}

/** The number of attempts without an outcome. */
async function countInFlight({ db }: Store) {
  const { count } = await db
    .selectFrom('attempts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('outcome', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** A gateway with a mail in which its server hangs. */
async function startHanging(stage: Stage, deed: Deed) {
  const delivery = await startScriptedDelivery({ busyAfterMs: 200 })
  const isLogin = stage === 'login'
  const server = await delivery.addServer({
    extensions: isLogin ? ['AUTH PLAIN'] : [],
    address: (port) => `smtp://${isLogin ? 'name:word@' : ''}127.0.0.1:${port}`,
  })
  server.script = { [stage]: deed }
  const id = await delivery.write()
  await expect.poll(() => server.reached, { timeout: 20_000 }).toContain(stage)
  server.script = {}
  return { ...delivery, server, id }
}

test(
  'a mail in which its server hangs, at any stage, delays no mail that was never refused',
  async () => {
    const all = await Promise.all([
      ...HANGING.map((stage) => startHanging(stage, hang)),
      startHanging('end', trickleEndlessly),
    ])
    const quick = shortOrLong(2, 20)
    for (const { write } of all) for (let number = 0; number < quick; number++) await write()
    await expect
      .poll(() => all.map(({ server }) => server.taken.length), { timeout: 40_000 })
      .toEqual(all.map(() => quick))
    const inFlight = async () =>
      (await Promise.all(all.map(({ gateway }) => countInFlight(gateway.store)))).reduce(
        (a, b) => a + b,
      )
    expect(await inFlight()).toBe(all.length)
    for (const { server } of all) expect(server.mostAtOnce).toBeLessThanOrEqual(CONNECTIONS)
    if (!isLong) return
    // Real time: 30 s without a greeting, 2 minutes of silence, 10 without an answer to a content.
    await expect.poll(inFlight, { timeout: 660_000, interval: 1000 }).toBe(0)
    for (const { pass, quiet, row, id } of all) {
      pass(2 * MINUTE_MS)
      await quiet()
      expect(await row(id)).toMatchObject({ state: 'sent' })
    }
    const messages = all.length * (1 + quick)
    const seen = countSeen(
      all.map(({ server }) => server),
      messages,
    )
    expect(seen).toMatchObject({ delivered: messages, repeated: 0 })
    const what = '2 mail servers that hang at each stage, real time'
    recordResult({ table: 'faults', what, figures: seen })
  },
  shortOrLong(90_000, 900_000),
)

test('a mail server that trickles its replies byte by byte gets the mail on the first attempt', async () => {
  const { addServer, write, quiet, row } = await startScriptedDelivery()
  const server = await addServer({
    dripMs: shortOrLong(1, 100),
    extensions: ['SIZE 1000000'],
  })
  const id = await write()
  await expect.poll(() => server.taken.length, { timeout: 60_000 }).toBe(1)
  await quiet()
  expect(await row(id)).toMatchObject({ state: 'sent', attempt: 1 })
  const figures = countSeen([server], 1)
  recordResult({ table: 'faults', what: '2 replies sent byte by byte', figures })
}, 120_000)
