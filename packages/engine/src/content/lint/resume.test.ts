import { adviceAfter, advise, NOW } from 'test-fixtures/advice.ts'
import { changedSample, remove, set, writtenIn } from 'test-fixtures/change-content.ts'
import { describe, expect, test } from 'vitest'
import type { Document } from 'yaml'
import { lintContent } from './lint-content.ts'

describe.each<[what: string, change: (content: Document) => void, field: string, found: string]>([
  [
    'a period that starts in the future',
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
    'a certificate with a future date',
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
    'a public telephone number',
    set('person.phone', '+48 600 700 800'),
    'person.phone',
    '"+48 600 700 800"',
  ],
  [
    'a bar too dark for the dark theme',
    set('resume.skills.entries.0.color', '#20306a'),
    'resume.skills.entries.0.color',
    '"#20306a"',
  ],
  [
    'a bar too light for the light theme',
    set('resume.skills.entries.0.color', '#f0d040'),
    'resume.skills.entries.0.color',
    '"#f0d040"',
  ],
])('%s', (_, change, field, found) => {
  test('is reported once, at its location', () => {
    const advice = adviceAfter(change)
    expect(advice.map((one) => [one.field, one.found])).toEqual([[field, found]])
  })
})

describe.each<[what: string, change: (content: Document) => void]>([
  ['a period that starts this month', period('2026-11 – present')],
  ['a period that starts this year', period('2026')],
  ['education that ends in the future', set('resume.education.entries.0.period', '2024 – 2027')],
  [
    'work with highlights and no description',
    (content) => {
      remove('resume.experience.entries.0.description')(content)
      set('resume.experience.entries.0.highlights', ['Built it.'])(content)
    },
  ],
])('%s', (_, change) => {
  test('has no advice', () => {
    expect(adviceAfter(change)).toEqual([])
  })
})

test('a resume of more than two pages is reported if the page count is known', () => {
  const written = writtenIn(changedSample())
  const adviceFor = (resumePages?: number) =>
    lintContent(written, { now: NOW, resumePages }).filter(({ field }) => field === 'resume')
  expect(adviceFor()).toEqual([])
  expect(adviceFor(2)).toEqual([])
  expect(adviceFor(3)).toMatchObject([{ found: '3 pages' }])
})

test('a custom resume PDF needs no headline', () => {
  const folder = changedSample(set('resume.customPdf', 'files/own.pdf'))
  expect(advise(folder).map(({ field }) => field)).toEqual(['site.url'])
})

function period(value: string) {
  return set('resume.experience.entries.0.period', value)
}
