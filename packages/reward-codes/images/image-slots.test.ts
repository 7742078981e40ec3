import { expect, test } from 'vitest'
import { FEATURED, isWhole, PORTRAIT, PROJECT_CARD, slotOf } from './image-slots.ts'

test.each([
  ['a screenshot of a phone', 1170, 2532, true],
  ['a square logo', 800, 800, true],
  ['a banner', 2400, 700, true],
  ['16:10', 1440, 900, false],
  ['16:9', 1920, 1080, false],
  ['4:3', 1200, 900, false],
])('%s is whole on a mat: %i × %i, %s', (_, width, height, whole) => {
  for (const slot of [PROJECT_CARD, FEATURED]) expect(isWhole({ width, height }, slot)).toBe(whole)
})

test('a slot without a mat crops, and the details never do', () => {
  expect(isWhole({ width: 800, height: 2000 }, PORTRAIT)).toBe(false)
  expect(slotOf('whole').height).toBeUndefined()
})
