import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('so many begin at once, and each of the others when one ends, in order, even by a fault', async () => {
  const inTurn = createTurns(2)
  const begun: number[] = []
  const deeds = Array.from({ length: 5 }, () => Promise.withResolvers<string>())
  const ends = deeds.map(({ promise }, number) =>
    inTurn(() => {
      begun.push(number)
      return promise
    }).catch((fault) => fault),
  )
  await Promise.resolve()
  expect(begun).toEqual([0, 1])
  deeds[1]?.reject('a fault')
  expect(await ends[1]).toBe('a fault')
  expect(begun).toEqual([0, 1, 2])
  deeds[0]?.resolve('done')
  deeds[2]?.resolve('done')
  expect(await Promise.all([ends[0], ends[2]])).toEqual(['done', 'done'])
  expect(begun).toEqual([0, 1, 2, 3, 4])
  deeds[3]?.resolve('done')
  deeds[4]?.resolve('done')
  expect(await Promise.all(ends)).toEqual(['done', 'a fault', 'done', 'done', 'done'])
  expect(await inTurn(async () => 'later')).toBe('later')
})
