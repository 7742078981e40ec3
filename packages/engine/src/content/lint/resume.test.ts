import { describe, expect, test } from 'vitest'
import type { Document } from 'yaml'
import { adviceAfter, advise, NOW } from '../../../tests/fixtures/advice.ts'
import { changedSample, remove, set, writtenIn } from '../../../tests/fixtures/change-content.ts'
import { adviseOn } from './advice.ts'

const LONG_LINE = Array.from({ length: 31 }, () => 'word').join(' ')

describe.each<[what: string, change: (content: Document) => void, field: string, found: string]>([
  [
    'a period that begins in the future',
    period('2026-12 – present'),
    'resume.experience.entries.0.period',
    '"2026-12 – present"',
  ],
  [
    'a period that ends in the future',
    period('2025 – 2027'),
    'resume.experience.entries.0.period',
    '"2025 – 2027"',
  ],
  ['a single date in the future', period('2027'), 'resume.experience.entries.0.period', '"2027"'],
  [
    'a certificate of the future',
    set('resume.certificates', {
      heading: 'Papers',
      entries: [{ title: 'Paper', date: '2027-01' }],
    }),
    'resume.certificates.entries.0.date',
    '"2027-01"',
  ],
  [
    'work without a description',
    remove('resume.experience.entries.0.description'),
    'resume.experience.entries.0',
    'no description and no highlights',
  ],
  [
    'work without a period',
    remove('resume.experience.entries.1.period'),
    'resume.experience.entries.1',
    'no period',
  ],
  [
    'an education without a period',
    remove('resume.education.entries.0.period'),
    'resume.education.entries.0',
    'no period',
  ],
  [
    'a highlight over 30 words',
    set('resume.experience.entries.0.highlights', ['Short.', LONG_LINE]),
    'resume.experience.entries.0.highlights.1',
    '31 words',
  ],
])('%s', (_, change, field, found) => {
  test('is told once, at its place', () => {
    const advice = adviceAfter(change)
    expect(advice.map((one) => [one.field, one.found])).toEqual([[field, found]])
  })
})

describe.each<[what: string, change: (content: Document) => void]>([
  ['a period that begins this month', period('2026-11 – present')],
  ['a period that begins this year', period('2026')],
  ['an education that ends later', set('resume.education.entries.0.period', '2024 – 2027')],
  [
    'work with highlights alone',
    (content) => {
      remove('resume.experience.entries.0.description')(content)
      set('resume.experience.entries.0.highlights', ['Built it.'])(content)
    },
  ],
])('%s', (_, change) => {
  test('needs no advice', () => {
    expect(adviceAfter(change)).toEqual([])
  })
})

test('a resume of more than two pages is told once its length is known', () => {
  const written = writtenIn(changedSample())
  const told = (resumePages?: number) =>
    adviseOn(written, { now: NOW, resumePages }).filter(({ field }) => field === 'resume')
  expect(told()).toEqual([])
  expect(told(2)).toEqual([])
  expect(told(3)).toMatchObject([{ found: '3 pages' }])
})

test('whoever gives a resume file of their own needs no headline for it', () => {
  const folder = changedSample(set('resume.own', 'files/own.pdf'))
  expect(advise(folder).map(({ field }) => field)).toEqual(['site.url'])
})

function period(value: string) {
  return set('resume.experience.entries.0.period', value)
}
