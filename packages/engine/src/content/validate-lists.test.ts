import { changedSample, set } from 'test-fixtures/change-content.ts'
import { expect, test } from 'vitest'
import { loadPortfolio } from './load.ts'

const TALKS = { id: 'talks', menuLabel: 'Talks', heading: 'Talks', text: ['About pages.'] }

const GITHUB = { name: 'GitHub', icon: 'github', url: 'https://github.com/maja' }

function diagnosticsAfter(fields: Record<string, unknown>) {
  const folder = changedSample((content) => {
    for (const [field, value] of Object.entries(fields)) set(field, value)(content)
  })
  const loaded = loadPortfolio(folder)
  return loaded.ok ? [] : loaded.diagnostics.map(({ field, suggestion }) => [field, suggestion])
}

test('an order of existing sections is valid', () => {
  expect(
    diagnosticsAfter({ customSections: [TALKS], sectionOrder: ['talks', 'about', 'contact'] }),
  ).toEqual([])
})

test('an unknown section name is reported with a suggestion', () => {
  expect(diagnosticsAfter({ sectionOrder: ['about', 'projcts'] })).toEqual([
    ['sectionOrder.1', 'projects'],
  ])
})

test('a repeated section name or id is reported', () => {
  expect(diagnosticsAfter({ sectionOrder: ['about', 'about'] })).toEqual([
    ['sectionOrder.1', undefined],
  ])
  expect(diagnosticsAfter({ customSections: [TALKS, TALKS] })).toEqual([
    ['customSections.1.id', undefined],
  ])
})

test('order errors are reported together with errors of single fields', () => {
  const diagnostics = diagnosticsAfter({ 'hero.place': 7, sectionOrder: ['projcts'] })
  expect(diagnostics.map(([field]) => field)).toEqual(['hero.place', 'sectionOrder.0'])
})

test.each([
  ['contact.subjects', ['Feedback', 'Other', 'Feedback '], 'contact.subjects.2', '"Feedback"'],
  [
    'person.profiles',
    [GITHUB, { ...GITHUB, name: 'Code' }],
    'person.profiles.1.url',
    '"https://github.com/maja"',
  ],
])('a duplicate in %s is an error with its line', (list, entries, field, found) => {
  const folder = changedSample(set(list, entries))
  const loaded = loadPortfolio(folder)
  const diagnostics = loaded.ok ? [] : loaded.diagnostics
  expect(diagnostics).toMatchObject([{ field, found, line: expect.any(Number) }])
  expect(diagnostics[0]?.line).toBeGreaterThan(1)
  expect(diagnostics[0]?.expected).toMatch(/^unique (?:subjects|URLs)/)
})

test('hero phrases may repeat, because the typewriter cycles through all of them', () => {
  const folder = changedSample(set('hero.phrases', ['One.', 'Two.', 'One.']))
  expect(loadPortfolio(folder).ok).toBe(true)
})
