import { expect, test } from 'vitest'
import { formatLength } from './time.ts'

const HOUR_MS = 3_600_000

test.each([
  [40_000, '40 s'],
  [12 * 60_000, '12 min'],
  [26 * HOUR_MS, '26 h'],
  [400 * 24 * HOUR_MS, '400 d'],
  [-5000, '0 s'],
])('%i ms is formatted as %s', (length, text) => {
  expect(formatLength(length)).toBe(text)
})
