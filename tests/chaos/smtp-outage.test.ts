import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { amount, keepFigures } from '../fixtures/figures.ts'
import { freshDatabase } from '../fixtures/postgres.ts'
import { countSeen, startScriptedDelivery } from '../fixtures/scripted-delivery.ts'
import { type Deed, reset, type Stage, say } from '../fixtures/scripted-smtp.ts'
import { STORES, type StoreKind } from '../fixtures/stores.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const LONGEST_WAIT_MS = 4.4 * HOUR_MS

async function start(kind: StoreKind) {
  const database = kind === 'postgres' ? await freshDatabase(inject('postgres')) : undefined
  if (database) onTestFinished(database.drop)
  const environment: Record<string, string> = database ? { DATABASE_URL: database.url } : {}
  const delivery = await startScriptedDelivery({ environment })
  const server = await delivery.addServer('away')
  return { ...delivery, server, began: delivery.gateway.clock() }
}

/** The pauses between attempts: each up to a tenth longer than a minute, two, four ... four hours. */
function expectGrowingPauses(startedAt: number[], stepMs = 1000) {
  const pauses = startedAt.slice(1).map((at, number) => at - (startedAt[number] ?? 0))
  for (const [number, pause] of pauses.entries()) {
    const shortest = Math.min(MINUTE_MS * 2 ** number, 4 * HOUR_MS)
    expect(pause).toBeGreaterThanOrEqual(shortest)
    expect(pause).toBeLessThanOrEqual(shortest * 1.1 + stepMs)
  }
}

describe.each(STORES)('%s', (kind) => {
  test('what comes in while the mail server is away for a day is delivered once it is back', async () => {
    const { server, write, advance, quiet, gateway, row, attemptsOf, pass, began } =
      await start(kind)
    server.script = { greeting: reset }
    const written: string[] = []
    for (let number = 0; number < amount(2, 100); number++) {
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
      const { state, settled_at, mail_id } = await row(id)
      expect(state).toBe('sent')
      expect((settled_at ?? 0) - back).toBeLessThanOrEqual(LONGEST_WAIT_MS)
      expect(server.taken.filter((name) => name === mail_id)).toHaveLength(1)
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
    keepFigures({ table: 'faults', what: `2 a mail server away for a day, ${kind}`, figures })
  }, 300_000)
})

const WITHOUT_END: [string, Stage, Deed][] = [
  ['greylisting', 'recipient', say(450)],
  ['breaking the line after the last dot', 'end', reset],
  ['breaking the line within the mail', 'body', reset],
  ['saying 421', 'greeting', say(421)],
  ['saying 452 after the mail', 'end', say(452)],
]

test.each(WITHOUT_END.slice(0, amount(1, 5)))(
  'a mail server that goes on %s is tried for five days, then the message fails once',
  async (how, stage, deed) => {
    const { server, write, advance, gateway, row, attemptsOf, log, began } = await start('sqlite')
    server.script = { [stage]: deed }
    const id = await write('away')
    while (await advance());
    const { state, reason, attempt, mail_id } = await row(id)
    expect({ state, reason }).toEqual({
      state: 'failed',
      reason: expect.stringContaining(`Given up after ${attempt} attempts`),
    })
    expect(gateway.clock() - began).toBeGreaterThan(5 * DAY_MS)
    expect(gateway.clock() - began).toBeLessThan(5 * DAY_MS + LONGEST_WAIT_MS)
    const attempts = await attemptsOf(id)
    expect(attempts).toHaveLength(attempt)
    expect(attempts.length).toBeLessThan(45)
    expectGrowingPauses(attempts.map(({ started_at }) => started_at))
    expect(log.filter((line) => line.includes(' error message failed'))).toHaveLength(1)
    expect(new Set(server.ended)).toEqual(new Set(stage === 'end' ? [mail_id] : []))
    const figures = { ...countSeen([server], 1), attempts: attempts.length }
    keepFigures({
      table: 'faults',
      what: `2 a mail server that goes on ${how} for five days`,
      figures,
    })
  },
)

test('a mail server that greylists for a quarter of an hour gets the mail at the fifth attempt', async () => {
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
  keepFigures({ table: 'faults', what: '2 greylisted for a quarter of an hour', figures })
})
