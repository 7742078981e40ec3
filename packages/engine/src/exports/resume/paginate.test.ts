import { expect, test } from 'vitest'
import type { Line } from './lines.ts'
import { makePages } from './pages.ts'

function lines(count: number, mayBegin: (place: number) => boolean): Line[] {
  return Array.from({ length: count }, (_, place) => ({
    runs: [],
    height: 10,
    baseline: 8,
    space: 0,
    rule: undefined,
    mayBegin: mayBegin(place),
  }))
}

function counts(all: Line[], height: number): number[] {
  return makePages(all, height).map((page) => page.length)
}

test('a page is filled with as many lines as fit', () => {
  expect(
    counts(
      lines(25, () => true),
      100,
    ),
  ).toEqual([10, 10, 5])
})

test('a line that may not begin a page takes those before it along', () => {
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

test('what no page can hold together is parted where the page ends', () => {
  expect(
    counts(
      lines(25, () => false),
      100,
    ),
  ).toEqual([10, 10, 5])
})

test('a line that is higher than a page has one of its own', () => {
  expect(
    counts(
      lines(3, () => true),
      5,
    ),
  ).toEqual([1, 1, 1])
})

test('the room above a line is left out at the top of a page', () => {
  const spaced = lines(4, () => true).map((line) => ({ ...line, space: 5 }))
  expect(makePages(spaced, 30).map((page) => page.map(({ top }) => top))).toEqual([
    [0, 15],
    [0, 15],
  ])
})
