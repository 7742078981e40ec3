import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { recordResult, shortOrLong } from '../fixtures/results.ts'
import { countSeen, startScriptedDelivery } from '../fixtures/scripted-delivery.ts'
import { type Deed, reset, type Stage, say } from '../fixtures/scripted-smtp.ts'

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
  const rows = await db.selectFrom('attempts').select('attempt').execute()
  expect(rows).toHaveLength(messages * (rounds + 2))
  const figures = {
    ...{ ...seen, attempts: rows.length },
    ...{ 'sockets at most': server.mostAtOnce, 'KiB growth': Math.round(grown / 1024) },
  }
  recordResult({ table: 'faults', what: '2 endless failures, memory and sockets', figures })
}, 300_000)
