import { expect, test } from 'vitest'
import { backoffSeconds, MAX_QUEUE_SECONDS } from './conclude.ts'

test('the back-off doubles from one minute to four hours, and the queue lifetime exceeds four days', () => {
  const delays = Array.from({ length: 40 }, (_, failures) => backoffSeconds(failures + 1, () => 0))
  expect(delays.slice(0, 9)).toEqual([60, 120, 240, 480, 960, 1920, 3840, 7680, 14_400])
  expect(Math.max(...delays)).toBe(14_400)
  expect(MAX_QUEUE_SECONDS).toBeGreaterThan(4 * 86_400)
  expect(backoffSeconds(1, () => 1)).toBe(66)
})
