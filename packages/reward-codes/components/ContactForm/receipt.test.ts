import { expect, test } from 'vitest'
import { answerDay, formatDay, formatTime, receiptNumber } from './receipt.ts'

const WARSAW = 'Europe/Warsaw'
/** Wednesday, and already Thursday in Warsaw. */
const LATE = new Date('2026-11-25T23:30:00Z')

test.each([
  [1, 'Friday, November 27'],
  [2, 'Monday, November 30'],
  [7, 'Monday, December 7'],
])('%i working days after a Thursday in the zone of the owner', (days, expected) => {
  expect(formatDay(answerDay(LATE, days, WARSAW), 'en')).toBe(expected)
})

test('a message of a Saturday is answered from Monday on', () => {
  const saturday = new Date('2026-11-28T12:00:00Z')
  expect(formatDay(answerDay(saturday, 1, WARSAW), 'en')).toBe('Monday, November 30')
})

test('the days of a change of the clocks count once', () => {
  const beforeSpring = new Date('2026-03-27T22:59:00Z')
  expect(formatDay(answerDay(beforeSpring, 1, WARSAW), 'en')).toBe('Monday, March 30')
})

test('the time is that of the owner, with its zone', () => {
  expect(formatTime(LATE, 'en', WARSAW)).toBe('Thursday, November 26, 2026 at 12:30 AM GMT+1')
  expect(formatTime(LATE, 'de', WARSAW)).toBe('Donnerstag, 26. November 2026 um 00:30 MEZ')
})

test('a zone that the browser does not know is that of the visitor', () => {
  expect(formatTime(LATE, 'en', 'Europe/Nowhere')).toBe(formatTime(LATE, 'en', undefined))
})

test('the number is the start of the submission id, for people to read', () => {
  expect(receiptNumber('0a1b2c3d4e5f')).toBe('0A1B-2C3D')
  expect(receiptNumber('abc')).toBe('ABC')
})
