import { changedSample, loadedFrom, set } from 'test-fixtures/change-content.ts'
import { expect, test } from 'vitest'
import { summarizeWarnings } from './warnings.ts'

async function warningsOf(...changes: ReturnType<typeof set>[]) {
  const folder = changedSample((content) => {
    for (const change of changes) change(content)
  })
  return (await loadedFrom(folder)).warnings
}

test('the sample has no warnings', async () => {
  expect(await warningsOf()).toEqual([])
})

test('the labels that a language lacks are named until the owner has written them', async () => {
  const korean = set('site.language', 'ko')
  const [all, ...others] = await warningsOf(korean)
  expect(others).toEqual([])
  expect(all).toMatchObject({ cause: 'labels', field: 'site.language' })
  const named = (text = '') => text.match(/[\w.]+(?=,|$)/g) ?? []
  expect(named(all?.expected)).toEqual(expect.arrayContaining(['skip', 'form.send']))
  expect(named(all?.expected)).not.toContain('legal.imprint')
  const [left] = await warningsOf(korean, set('strings.form.send', '보내기'))
  expect(named(left?.expected)).not.toContain('form.send')
  expect(await warningsOf(set('site.language', 'de'))).toEqual([])
})

test('an availability is shown without its month, after which there is a warning', async () => {
  const loadUntil = async (until: string) => {
    const folder = changedSample(set('hero.availability', { text: 'Free from May', until }))
    const loaded = await loadedFrom(folder)
    expect(loaded.portfolio.hero.availability).toBe('Free from May')
    return loaded.warnings
  }
  expect(await loadUntil(new Date().toISOString().slice(0, 7))).toEqual([])
  expect(await loadUntil('2026-01')).toMatchObject([
    { cause: 'past', field: 'hero.availability.until' },
  ])
})

test('a build has one line for each cause, with the place of the first', () => {
  const small = { cause: 'small', file: 'a', column: 1, path: [], found: 'too small', expected: '' }
  const warnings = [3, 9].map((line) => ({ ...small, line, field: 'brand.image' }) as const)
  expect(summarizeWarnings(warnings as Parameters<typeof summarizeWarnings>[0])).toEqual([
    expect.stringMatching(/^line 3, brand\.image: too small, and 1 more of this kind\./),
  ])
})
