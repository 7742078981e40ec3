import { changedSample, loadedFrom, set } from 'test-fixtures/change-content.ts'
import { expect, test } from 'vitest'
import type { Document } from 'yaml'
import { contentSchemaText } from './json-schema.ts'
import { summarizeWarnings } from './warnings.ts'

async function warningsOf(...changes: ((content: Document) => void)[]) {
  const folder = changedSample((content) => {
    for (const change of changes) change(content)
  })
  const { warnings } = await loadedFrom(folder)
  return warnings.map(({ line: _, column: __, file: ___, path: ____, ...warning }) => warning)
}

test('the sample has no warnings', async () => {
  expect(await warningsOf()).toEqual([])
})

test.each([
  ['hero.claim', 'word '.repeat(25).trim(), '124 characters', 'usually at most 120 characters'],
  ['person.headline', 'x'.repeat(201), '201 characters', 'usually at most 200 characters'],
  ['about.bio', ['x'.repeat(2601)], '2601 characters', 'usually at most 2600 characters'],
  [
    'projects.cards.0.technologies',
    Array(13).fill('A'),
    '13 entries',
    'usually at most 12 entries',
  ],
])('a long %s is shown, with a warning', async (field, value, found, expected) => {
  const place = Array.isArray(value) && value.length === 1 ? `${field}.0` : field
  expect(await warningsOf(set(field, value))).toMatchObject([
    { cause: 'long', field: place, found, expected },
  ])
})

test('what would break the page stays an error that says how much there is', async () => {
  const folder = changedSample(set('about.figures.0.number', '1.234.567,89'))
  await expect(loadedFrom(folder)).rejects.toThrow('at most 8 characters; it has 12')
})

test('a project without a summary and a level without words are named', async () => {
  const warnings = await warningsOf(
    (content) => content.deleteIn(['projects', 'cards', 1, 'summary']),
    (content) => content.deleteIn(['resume', 'skills', 'entries', 0, 'description']),
  )
  expect(warnings).toMatchObject([
    { cause: 'summary', field: 'projects.cards.1' },
    {
      cause: 'level',
      field: 'resume.skills.entries.0',
      found: '"HTML" with a level of 90 and no words',
    },
  ])
})

test('a build has one line for each cause, with a count', async () => {
  const folder = changedSample((content) => {
    for (const index of [0, 1, 2]) content.deleteIn(['projects', 'cards', index, 'summary'])
    set('site.language', 'ko')(content)
  })
  const { warnings } = await loadedFrom(folder)
  expect(summarizeWarnings(warnings)).toEqual([
    expect.stringMatching(/^3 projects have no summary, the first in line \d+\. npm run doctor/),
    expect.stringMatching(/^\d+ labels are in English\. npm run doctor/),
  ])
})

test('editors read nothing of usual sizes', () => {
  expect(contentSchemaText()).not.toContain('usualSize')
})
