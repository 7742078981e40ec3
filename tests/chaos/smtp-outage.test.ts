import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../fixtures/postgres.ts'
import { recordResult, shortOrLong } from '../fixtures/results.ts'
import { countSeen, startScriptedDelivery } from '../fixtures/scripted-delivery.ts'
import { type Deed, reset, type Stage, say } from '../fixtures/scripted-smtp.ts'
import { STORES, type StoreKind } from '../fixtures/stores.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const IDLE_TIMEOUT_MS = 4.4 * HOUR_MS

async function start(kind: StoreKind) {
  const database = kind === 'postgres' ? await freshDatabase(inject('postgres')) : undefined
  if (database) onTestFinished(database.drop)
  const environment: Record<string, string> = database ? { DATABASE_URL: database.url } : {}
  const delivery = await startScriptedDelivery({ environment })
  const server = await delivery.addServer('away')
  return { ...delivery, server, began: delivery.gateway.clock() }
}

/** Checks the back-off: 1, 2, 4 ... minutes up to 4 hours, each with up to 10 % jitter. */
function expectGrowingPauses(startedAt: number[], stepMs = 1000) {
  const pauses = startedAt.slice(1).map((at, number) => at - (startedAt[number] ?? 0))
  for (const [number, pause] of pauses.entries()) {
    const shortest = Math.min(MINUTE_MS * 2 ** number, 4 * HOUR_MS)
    expect(pause).toBeGreaterThanOrEqual(shortest)
    expect(pause).toBeLessThanOrEqual(shortest * 1.1 + stepMs)
  }
}

describe.each(STORES)('%s', (kind) => {
  test('messages from a one-day outage of the mail server are delivered when it is back', async () => {
    const { server, write, advance, quiet, gateway, row, attemptsOf, pass, began } =
      await start(kind)
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
      expect((finished_at ?? 0) - back).toBeLessThanOrEqual(IDLE_TIMEOUT_MS)
      expect(server.taken.filter((name) => name === message_id_header)).toHaveLength(1)
      const tries = await attemptsOf(id)
      expect(tries.length).toBeLessThanOrEqual(15)
      expectGrowingPauses(
        tries.map(({ started_at }) => started_at),
        2 * MINUTE_MS,
      )
      attempts += tries.length
    }
    await quiet()
    const figures = { ...countSeen([server], written.length), attempts }
    recordResult({ table: 'faults', what: `2 a mail server down for a day, ${kind}`, figures })
  }, 300_000)
})

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
    const { server, write, advance, gateway, row, attemptsOf, log, began } = await start('sqlite')
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
    expect(attempts.length).toBeLessThan(45)
    expectGrowingPauses(attempts.map(({ started_at }) => started_at))
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
  const { server, write, advance, gateway, row, attemptsOf, began } = await start('sqlite')
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
