import { expect, test } from 'vitest'
import { readPeriod } from './dates.ts'
import type { Entry } from './portfolio.ts'
import { tenuresOf } from './tenures.ts'

const WORDS = { language: 'en', present: 'present' }

function position(course: string, period?: string, school = 'Studio', place = 'Oslo'): Entry {
  const dates = period && { period: readPeriod(period, 'en', 'present') }
  return { course, school, place, ...dates }
}

/** The courses of each entry, and its span. */
function joined(...entries: Entry[]) {
  return tenuresOf(entries, WORDS).map(({ span, positions }) =>
    [...positions.map(({ course }) => course), ...(span ? [span] : [])].join(', '),
  )
}

test.each([
  ['2021-03 – present', '2019-01 – 2021-03', 'Jan 2019 – present'],
  ['2021-03 – 2022-05', '2019-01 – 2021-02', 'Jan 2019 – May 2022'],
  ['2021-03-15 – present', '2019-01-02 – 2021-02-28', 'Jan 2019 – present'],
  ['2021 – present', '2019 – 2020', '2019 – present'],
  ['2021-11 – present', '2019 – 2021', '2019 – present'],
  ['2019-01 – 2021-03', '2021-03 – present', 'Jan 2019 – present'],
  ['2021-03 – 2022-05', '2019-01 – present', 'Jan 2019 – present'],
  ['2021 – 2023', '2021', '2021 – 2023'],
])('%s and %s at one employer are one entry', (first, second, span) => {
  expect(joined(position('A', first), position('B', second))).toEqual([`A, B, ${span}`])
})

test.each([
  ['2021-05 – present', '2019-01 – 2021-03'],
  ['2022 – present', '2019 – 2020'],
  ['2021 – present', undefined],
  [undefined, undefined],
])('%s and %s are two entries', (first, second) => {
  expect(joined(position('A', first), position('B', second))).toEqual(['A', 'B'])
})

test('an employer between begins a new entry', () => {
  const later = position('A', '2022 – 2024')
  const earlier = position('B', '2020 – 2022')
  const between = position('C', '2021 – 2022', 'Press')
  expect(joined(later, between, earlier)).toEqual(['A', 'C', 'B'])
})

test('positions in one place have it together, and others each their own', () => {
  const placeOf = (...places: string[]) => {
    const entries = places.map((place, index) =>
      position('A', `${2022 - index} – ${2023 - index}`, 'Studio', place),
    )
    return tenuresOf(entries, WORDS).map(({ place }) => place)
  }
  expect(placeOf('Oslo', 'Oslo')).toEqual(['Oslo'])
  expect(placeOf('Oslo', 'Rome')).toEqual([undefined])
})

test('three positions are one entry', () => {
  const periods = ['2023 – present', '2021 – 2023', '2019 – 2021']
  const entries = periods.map((period, index) => position(String(index), period))
  expect(joined(...entries)).toEqual(['0, 1, 2, 2019 – present'])
})
