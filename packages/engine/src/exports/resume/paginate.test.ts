import { expect, test } from 'vitest'
import type { Line } from './layout-lines.ts'
import { paginate } from './paginate.ts'

function lines(count: number, canBreakBefore: (place: number) => boolean): Line[] {
  return Array.from({ length: count }, (_, place) => ({
    runs: [],
    height: 10,
    baseline: 8,
    space: 0,
    rule: undefined,
    canBreakBefore: canBreakBefore(place),
  }))
}

function counts(all: Line[], height: number): number[] {
  return paginate(all, height).map((page) => page.length)
}

test('a page takes as many lines as fit', () => {
  expect(
    counts(
      lines(25, () => true),
      100,
    ),
  ).toEqual([10, 10, 5])
})

test('a line that cannot start a page moves to the next page with the preceding lines', () => {
  expect(
    counts(
      lines(12, (place) => place !== 10),
      100,
    ),
  ).toEqual([9, 3])
  expect(
    counts(
      lines(12, (place) => place < 7),
      100,
    ),
  ).toEqual([6, 6])
})

test('a block higher than a page is split at the page end', () => {
  expect(
    counts(
      lines(25, () => false),
      100,
    ),
  ).toEqual([10, 10, 5])
})

test('a line higher than a page takes a separate page', () => {
  expect(
    counts(
      lines(3, () => true),
      5,
    ),
  ).toEqual([1, 1, 1])
})

test('the space above a line is dropped at the top of a page', () => {
  const spaced = lines(4, () => true).map((line) => ({ ...line, space: 5 }))
  expect(paginate(spaced, 30).map((page) => page.map(({ top }) => top))).toEqual([
    [0, 15],
    [0, 15],
  ])
})
