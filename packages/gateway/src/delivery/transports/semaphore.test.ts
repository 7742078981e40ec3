import { expect, test } from 'vitest'
import { createSemaphore } from './semaphore.ts'

test('a semaphore runs as many tasks as it has permits, and starts the next in order when one ends or throws', async () => {
  const withPermit = createSemaphore(2)
  const started: number[] = []
  const tasks = Array.from({ length: 5 }, () => Promise.withResolvers<string>())
  const results = tasks.map(({ promise }, number) =>
    withPermit(() => {
      started.push(number)
      return promise
    }).catch((error) => error),
  )
  await Promise.resolve()
  expect(started).toEqual([0, 1])
  tasks[1]?.reject('a fault')
  expect(await results[1]).toBe('a fault')
  expect(started).toEqual([0, 1, 2])
  tasks[0]?.resolve('done')
  tasks[2]?.resolve('done')
  expect(await Promise.all([results[0], results[2]])).toEqual(['done', 'done'])
  expect(started).toEqual([0, 1, 2, 3, 4])
  tasks[3]?.resolve('done')
  tasks[4]?.resolve('done')
  expect(await Promise.all(results)).toEqual(['done', 'a fault', 'done', 'done', 'done'])
  expect(await withPermit(async () => 'later')).toBe('later')
})
