import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { amount, keepFigures } from '../fixtures/figures.ts'
import { countSeen, startScriptedDelivery } from '../fixtures/scripted-delivery.ts'
import { type Deed, reset, type Stage, say } from '../fixtures/scripted-smtp.ts'

const DAY_MS = 86_400_000
const MIB = 2 ** 20
/** Measured: 7.5 MiB after 2,840 attempts in 18 s, with the log and the lists that the test keeps. */
const MOST_GROWTH = 12 * MIB

const TROUBLE: [Stage, Deed][] = [
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

test('trouble without end makes neither memory nor sockets grow', async () => {
  const { addServer, write, quiet, pass, gateway } = await startScriptedDelivery()
  const { db } = gateway.store
  const server = await addServer('trouble')
  const messages = amount(4, 20)
  server.script = { greeting: reset }
  for (let number = 0; number < messages; number++) await write('trouble')
  await quiet()
  let rounds = 0
  const play = async (more: number) => {
    for (let round = 0; round < more; round++) {
      const [stage, deed] = TROUBLE[rounds++ % TROUBLE.length] ?? ['end', reset]
      await server.hangUp()
      server.script = { [stage]: deed }
      // Young again each day, so that none is given up.
      await db.updateTable('messages').set({ queued_at: gateway.clock() }).execute()
      pass(DAY_MS)
      await quiet()
    }
  }
  await play(amount(2, TROUBLE.length))
  const before = heapInUse()
  await play(amount(5, 20 * TROUBLE.length))
  const grown = heapInUse() - before
  expect(grown).toBeLessThan(MOST_GROWTH)
  expect(server.mostAtOnce).toBeLessThanOrEqual(2)
  server.script = {}
  pass(DAY_MS)
  await quiet()
  const seen = countSeen([server], messages)
  expect(seen).toMatchObject({ delivered: messages, repeated: 0 })
  await server.hangUp()
  expect(server.open()).toBe(0)
  const rows = await db.selectFrom('attempts').select('attempt').execute()
  expect(rows).toHaveLength(messages * (rounds + 2))
  const figures = {
    ...{ ...seen, attempts: rows.length },
    ...{ 'sockets at most': server.mostAtOnce, 'KiB grown': Math.round(grown / 1024) },
  }
  keepFigures({ table: 'faults', what: '2 trouble without end, memory and sockets', figures })
}, 300_000)
