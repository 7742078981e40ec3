import { expect, test } from 'vitest'
import { clampIndex, lastIndex } from './use-carousel.ts'

test.each([
  [0, 3, 0],
  [1, 3, 0],
  [3, 3, 0],
  [4, 3, 1],
  [200, 3, 197],
  [0, 1, 0],
  [2, 1, 1],
  [200, 1, 199],
])('with %i slides and %i visible, the last index is %i', (count, visibleCount, last) => {
  expect(lastIndex(count, visibleCount)).toBe(last)
})

test('clampIndex limits an index to the first and last position', () => {
  expect(clampIndex(-1, 6, 3)).toBe(0)
  expect(clampIndex(9, 6, 3)).toBe(3)
  expect(clampIndex(2, 6, 3)).toBe(2)
})
