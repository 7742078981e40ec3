import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { withTimeLimit } from './time-limit.ts'

const MINUTE_MS = 60_000
const untilAbort = (signal: AbortSignal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

test('work is aborted when its time is over', async () => {
  const { signal } = new AbortController()
  await expect(withTimeLimit(10, signal, untilAbort)).rejects.toThrow('time for the attempt')
})

test('work is aborted by the other signal, before it starts as well', async () => {
  const stop = new AbortController()
  const working = withTimeLimit(MINUTE_MS, stop.signal, untilAbort)
  stop.abort(new Error('The gateway stops'))
  await expect(working).rejects.toThrow('The gateway stops')
  const isAborted = await withTimeLimit(MINUTE_MS, stop.signal, async ({ aborted }) => aborted)
  expect(isAborted).toBe(true)
})

test('finished work leaves nothing in memory', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  const heap = async () => {
    for (let round = 0; round < 3; round++) {
      collectGarbage()
      await sleep(10)
    }
    return process.memoryUsage().heapUsed
  }
  const stop = new AbortController()
  const work = async (signal: AbortSignal) => signal.addEventListener('abort', () => {})
  const runs = 20_000
  const before = await heap()
  for (let run = 0; run < runs; run++) await withTimeLimit(MINUTE_MS, stop.signal, work)
  expect(((await heap()) - before) / runs).toBeLessThan(50)
})
