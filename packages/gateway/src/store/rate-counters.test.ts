import { freshPlace, freshStore, STORES } from 'test-fixtures/stores.ts'
import { describe, expect, test } from 'vitest'
import { createBatcher } from './postgres-batch.ts'
import type { Store } from './store.ts'

const NOW = Date.UTC(2026, 0, 15, 12)
const WINDOW = { seconds: 3600, now: NOW }

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const ascending = (counts: (number | undefined)[]) =>
  counts.sort((one = 0, other = 0) => one - other)

describe.each(STORES)('%s', (kind) => {
  test('concurrent requests each get another count of a bucket', async () => {
    const store = await freshStore(kind)
    const counts = await Promise.all(upTo(250).map(() => store.count(['one', 'both'], WINDOW)))
    expect(ascending(counts.map(([one]) => one))).toEqual(upTo(250))
    expect(ascending(counts.map(([, both]) => both))).toEqual(upTo(250))
    expect(await store.count(['other', 'both'], WINDOW)).toEqual([1, 251])
  })

  test('a new window starts at 1', async () => {
    const store = await freshStore(kind)
    const later = { ...WINDOW, now: NOW + 3_600_000 }
    const counts = await Promise.all(
      [WINDOW, later, WINDOW].map((window) => store.count(['one'], window)),
    )
    expect(counts).toEqual([[1], [1], [2]])
  })
})

test('two gateways on PostgreSQL share the counters and do not deadlock', async () => {
  const { open } = await freshPlace('postgres')
  const stores = [await open(), await open()]
  const counts = await Promise.all(
    upTo(300).map((place) => {
      const buckets = place % 2 === 0 ? ['one', 'two', 'three'] : ['three', 'two', 'one']
      return (stores[place % 2] as Store).count(buckets, WINDOW)
    }),
  )
  expect(ascending(counts.map(([, two]) => two))).toEqual(upTo(300))
})

test('a failed batch fails its calls, and the next one runs', async () => {
  let isDown = true
  const call = createBatcher(async (inputs: number[]) => {
    if (isDown) throw new Error('down')
    return inputs.map((input) => input * 2)
  })
  const failed = await Promise.allSettled([call(1), call(2)])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isDown = false
  expect(await Promise.all([call(1), call(2)])).toEqual([2, 4])
})
