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

test('what would break the page stays an error that says how much there is', async () => {
  const folder = changedSample(set('about.figures.0.number', '1.234.567,89'))
  await expect(loadedFrom(folder)).rejects.toThrow('at most 8 characters; it has 12')
})

test('a build has one line for each cause, with a count', async () => {
  const folder = changedSample((content) => {
    set('about.bio', [{ text: 'I build.', for: ['lead'] }])(content)
    set('site.language', 'ko')(content)
  })
  const { warnings } = await loadedFrom(folder)
  expect(summarizeWarnings(warnings)).toEqual([
    expect.stringMatching(/^1 tag is not used, in line \d+\. npm run doctor/),
    expect.stringMatching(/^\d+ labels are in English\. npm run doctor/),
  ])
})

test('editors read nothing of usual sizes', () => {
  expect(contentSchemaText()).not.toContain('usualSize')
})

test('an availability is shown without its month, after which there is a warning', async () => {
  const loadUntil = async (until: string) => {
    const folder = changedSample(set('hero.availability', { text: 'Free from May', until }))
    const loaded = await loadedFrom(folder)
    expect(loaded.portfolio.hero.availability).toBe('Free from May')
    return loaded.warnings.filter(({ cause }) => cause === 'past')
  }
  expect(await loadUntil(new Date().toISOString().slice(0, 7))).toEqual([])
  expect(await loadUntil('2026-01')).toMatchObject([
    { field: 'hero.availability.until', found: 'an availability until 2026-01' },
  ])
})
