import { expect, test } from 'vitest'
import { readDate, readPeriod } from './dates.ts'

test.each([
  ['2020', '2020'],
  [2020, '2020'],
  ['2020-05', '2020-05'],
  ['2020-5-7', '2020-05-07'],
  ['2020-05-17', '2020-05-17'],
  ['2020-05-17T09:00:00Z', '2020-05-17'],
  ['05/2020', '2020-05'],
  ['Jan 2020', '2020-01'],
  ['January 2020', '2020-01'],
  ['Sept 2020', '2020-09'],
  ['Feb 3, 2022', '2022-02-03'],
  ['5 maja 2020', '2020-05-05'],
  ['maj 2020', '2020-05'],
  ['déc. 2020', '2020-12'],
  ['März 2021', '2021-03'],
  ['1 de mayo de 2020', '2020-05-01'],
])('%s is %s', (text, date) => {
  expect(readDate(text)).toEqual({ kind: 'date', date })
})

test.each([undefined, null, '', '  ', 'Present', 'current'])('%s is no end', (text) => {
  expect(readDate(text)).toEqual({ kind: 'none' })
})

test.each([
  '2020-13',
  '2020-00',
  '2020-05-32',
  'soon',
  'Smarch 2020',
  '12',
  'Jan Feb 2020',
  '0020',
])('%s is not guessed at', (text) => {
  expect(readDate(text)).toEqual({ kind: 'unknown', text })
})

test('a period goes on where it has no end, and is one date where it has no beginning', () => {
  expect(readPeriod('2020-03', '2021')).toEqual({ period: '2020-03 – 2021' })
  expect(readPeriod('2020-03', undefined)).toEqual({ period: '2020-03 – present' })
  expect(readPeriod('', '2021-06')).toEqual({ period: '2021-06' })
  expect(readPeriod('', '')).toEqual({})
})

test('a period with an end that is no date does not go on', () => {
  expect(readPeriod('2020-03', 'soon')).toEqual({ fault: '"soon" is no date' })
})
