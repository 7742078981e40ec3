import { expect, test } from 'vitest'
import { backoffSeconds, HORIZON_SECONDS } from './backoff.ts'

test('the waits grow from a minute to four hours and reach over five days', () => {
  const waits = Array.from({ length: 40 }, (_, failures) => backoffSeconds(failures + 1, () => 0))
  expect(waits.slice(0, 9)).toEqual([60, 120, 240, 480, 960, 1920, 3840, 7680, 14_400])
  expect(Math.max(...waits)).toBe(14_400)
  expect(HORIZON_SECONDS).toBeGreaterThan(4 * 86_400)
  expect(backoffSeconds(1, () => 1)).toBe(66)
})
