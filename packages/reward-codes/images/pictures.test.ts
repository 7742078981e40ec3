import { expect, test } from 'vitest'
import { cropTo, isCut, placeOfCut, slotOf, stepOf } from './pictures.ts'

test.each([
  ['a screenshot of a phone', 1170, 2532, true],
  ['a square logo', 800, 800, true],
  ['a banner', 2400, 700, true],
  ['16:10', 1440, 900, false],
  ['16:9', 1920, 1080, false],
  ['4:3', 1200, 900, false],
])('the build cuts %s for a card: %i × %i, %s', (_, width, height, cut) => {
  expect(isCut({ width, height }, slotOf('card'))).toBe(cut)
})

test('a whole picture is never cut, and one of an own section always has its shape', () => {
  expect(isCut({ width: 800, height: 2000 }, slotOf('whole'))).toBe(false)
  expect(isCut({ width: 1440, height: 900 }, slotOf('own 640x480'))).toBe(true)
  expect(isCut({ width: 1440, height: 900 }, slotOf('own 640'))).toBe(false)
})

test('a cut keeps the largest part of the shape of its place', () => {
  expect(cropTo({ width: 1170, height: 2532 }, slotOf('card'))).toEqual({
    width: 1170,
    height: 731,
  })
  expect(cropTo({ width: 2400, height: 800 }, slotOf('card'))).toEqual({ width: 1280, height: 800 })
  expect([placeOfCut('jpg'), placeOfCut('jpeg'), placeOfCut('png')]).toEqual([
    'attention',
    'attention',
    'top',
  ])
})

test.each([
  [0.2, 0.45],
  [9 / 16, 0.45],
  [3 / 4, 0.75],
  [4 / 3, 1.3],
  [3 / 2, 1.5],
  [16 / 10, 1.6],
  [16 / 9, 1.6],
  [3, undefined],
])('a whole picture of %d is as wide as %s of its largest height', (ratio, step) => {
  expect(stepOf(ratio)).toBe(step)
})
