import { expect, test } from 'vitest'
import { formatLength, isoTime, parseLength } from './time.ts'

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

test.each([
  ['90d', 90 * 24 * HOUR_MS],
  ['1h', HOUR_MS],
  ['30 min', HOUR_MS / 2],
  ['2w', 14 * 24 * HOUR_MS],
])('%s is a duration', (text, length) => {
  expect(parseLength(text)).toBe(length)
})

test.each(['', '90', 'd', '-1d', '1.5h', '1y', '1d1h', 'constructor', '1constructor'])(
  '"%s" is not a duration',
  (text) => {
    expect(parseLength(text)).toBeUndefined()
  },
)

test('null has no timestamp', () => {
  expect(isoTime(null)).toBeNull()
  expect(isoTime(0)).toBe('1970-01-01T00:00:00.000Z')
})
