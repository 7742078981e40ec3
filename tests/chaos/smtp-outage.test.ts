import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { CONNECTIONS } from 'reward-codes-gateway/internal/delivery/transports/smtp.ts'
import type { Store } from 'reward-codes-gateway/internal/store/store.ts'
import { expect, test } from 'vitest'
import { postForm } from '../fixtures/gateway.ts'
import { isLong, recordResult, shortOrLong } from '../fixtures/results.ts'
import {
  countSeen,
  type Deed,
  hang,
  reset,
  type ScriptedServer,
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
  const server = await addServer('trouble')
  const messages = shortOrLong(4, 20)
  server.script = { greeting: reset }
  for (let number = 0; number < messages; number++) await write('trouble')
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
  const server = await delivery.addServer('away')
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
    written.push(await write('away'))
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
    const id = await write('away')
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
  const id = await write('away')
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

async function startHanging() {
  const delivery = await startScriptedDelivery()
  const servers = new Map<string, ScriptedServer>()
  const add = async (service: string, stage: Stage, deed: Deed) => {
    const isLogin = stage === 'login'
    const server = await delivery.addServer(service, {
      extensions: isLogin ? ['AUTH PLAIN'] : [],
      address: (port) => `smtp://${isLogin ? 'name:word@' : ''}127.0.0.1:${port}`,
    })
    server.script = { [stage]: deed }
    servers.set(service, server)
  }
  for (const stage of HANGING) await add(stage, stage, hang)
  await add('drip', 'end', trickleEndlessly)
  return { ...delivery, servers, inFlight: () => countInFlight(delivery.gateway.store) }
}

test('mail servers that hang at any stage do not delay mail for another server', async () => {
  const { servers, write, url, server: healthy, row, quiet, pass, inFlight } = await startHanging()
  const services = [...servers.keys()]
  const written: string[] = []
  for (const service of services) written.push(await write(service))
  await expect.poll(inFlight, { timeout: 20_000 }).toBe(written.length)
  const quick = shortOrLong(5, 40)
  for (let number = 0; number < quick; number++) {
    expect(await postForm(url, { message: `Quick ${number}` })).toMatchObject({ status: 200 })
  }
  expect(await healthy.waitFor(quick, 25)).toHaveLength(quick)
  for (const { mostAtOnce } of servers.values()) expect(mostAtOnce).toBe(1)
  if (!isLong) return
  // Real time: 30 s without a greeting, 2 min of silence, 4 min in total.
  await expect
    .poll(() => [...servers.values()].map(({ open }) => open()), { timeout: 280_000 })
    .toEqual(services.map(() => 0))
  for (const id of written)
    expect(await row(id)).toMatchObject({ attempt: 1, consecutive_failures: 1 })
  for (const server of servers.values()) server.script = {}
  pass(2 * MINUTE_MS)
  await quiet()
  const all = [...servers.values()]
  const seen = countSeen(all, written.length)
  expect(seen).toMatchObject({ delivered: written.length, repeated: 0 })
  const what = '2 mail servers that hang at each stage, real time'
  recordResult({ table: 'faults', what, figures: seen })
}, 400_000)

test('messages for one hanging mail server use only its slots', async () => {
  const { gateway, addServer, url, server: healthy } = await startScriptedDelivery()
  const server = await addServer('shared', {})
  server.script = { greeting: hang }
  for (let n = 0; n < 60; n++) {
    await postForm(url, { service_id: 'shared', message: crypto.randomUUID() })
  }
  await postForm(url, { message: 'By the healthy one.' })
  await healthy.waitFor(1)
  // Until it has accepted a login.
  await expect.poll(() => countInFlight(gateway.store)).toBe(1)
  expect(server.mostAtOnce).toBe(1)
})

test('a mail server that trickles its replies byte by byte gets the mail on the first attempt', async () => {
  const { addServer, write, quiet, row } = await startScriptedDelivery()
  const server = await addServer('slow', {
    dripMs: shortOrLong(1, 100),
    extensions: ['SIZE 1000000'],
  })
  const id = await write('slow')
  await expect.poll(() => server.taken.length, { timeout: 60_000 }).toBe(1)
  await quiet()
  expect(await row(id)).toMatchObject({ state: 'sent', attempt: 1 })
  const figures = countSeen([server], 1)
  recordResult({ table: 'faults', what: '2 replies sent byte by byte', figures })
}, 120_000)
