import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changedSample, set } from 'test-fixtures/change-content.ts'
import { ROOT } from 'test-fixtures/folders.ts'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { contentAssets } from '../images/content-assets.ts'
import { languageSchemaText } from './json-schema.ts'
import { languageName, languagesIn } from './languages.ts'
import { load } from './load.ts'
import { isRichText } from './rich-text.ts'
import { describeTranslation } from './translations.ts'
import { getIn, mapLeaves } from './values.ts'

const BASE = {
  'projects.cards': [
    { title: 'Berths', summary: '"Berths" of *one* week.', technologies: ['Go', 'Bun'] },
    { title: 'Oven', problem: 'Orders got lost.' },
  ],
  'resume.experience.entries': [
    { period: '2024 – present', course: 'Lead', school: 'Fjord' },
    { period: '2019 – 2024', course: 'Junior', school: 'Fjord' },
  ],
  'site.url': 'https://maja.example.com/',
}

/** A folder with the sample, and what content/pl.yaml says. */
function inPolish(yaml: string, change: object = {}) {
  const folder = changedSample((content) => {
    for (const [field, value] of Object.entries({ ...BASE, ...change })) set(field, value)(content)
  })
  writeFileSync(join(folder, 'pl.yaml'), yaml)
  return folder
}

type Case = { what: string; change?: object; pl: string; shown?: object; errors?: object[] }
const CASES: Case[] = parse(readFileSync(join(ROOT, 'tests/fixtures/translations.yaml'), 'utf8'))

test.each(CASES)('$what', async ({ pl, change, shown = {}, errors = [] }) => {
  const loaded = await load(inPolish(pl, change), { language: 'pl' })
  const file = expect.stringMatching(/pl\.yaml$/)
  expect(loaded.ok ? [] : loaded.diagnostics).toMatchObject(
    errors.map((error) => ({ ...error, file })),
  )
  const portfolio = loaded.ok ? loaded.portfolio : undefined
  const found = Object.keys(shown).map((field) => [
    field,
    mapLeaves(getIn(portfolio, field.split('.')), (leaf) =>
      isRichText(leaf) ? leaf.source : leaf,
    ),
  ])
  expect(Object.fromEntries(found)).toEqual(shown)
})

test('what has no translation, and what no longer occurs, is counted in one line', async () => {
  const yaml = `texts:
  - { text: Hi There!, translation: Cześć! }
  - { text: Oven, translation: "" }
  - { text: Gone, translation: Nie ma }
`
  const loaded = await load(inPolish(yaml), { language: 'pl' })
  if (!loaded.ok || !loaded.translation) throw new Error(JSON.stringify(loaded))
  const missing = loaded.translation.occurrences.filter(({ pair }) => !pair?.translation.length)
  const places = missing.map(({ path }) => path.join('.'))
  expect(places).toEqual(
    expect.arrayContaining(['projects.cards.1.problem', 'projects.cards.1.title']),
  )
  for (const place of ['hero.greeting', 'projects.cards.0.technologies.0'])
    expect(places).not.toContain(place)
  const count = new Set(missing.map(({ text }) => text)).size
  expect(describeTranslation(loaded.translation)).toMatch(new RegExp(`: ${count}, .*: 1$`))
})

test('the schema for editors has pairs and labels, which may be empty', () => {
  const { properties } = JSON.parse(languageSchemaText())
  expect(properties.texts.items.required).toEqual(['text', 'translation'])
  expect(properties.strings.properties.form.properties.send).toMatchObject({ type: 'string' })
  expect(languageSchemaText()).not.toContain('"minLength"')
})

test('the files of languages are distinguished from other files by their names', async () => {
  const folder = inPolish('')
  for (const name of ['pt-BR', 'zh-Hans', 'faq', 'private']) {
    writeFileSync(join(folder, `${name}.yaml`), '')
  }
  expect(languagesIn(folder)).toEqual(['pl', 'pt-BR', 'zh-Hans'])
  expect((await load(folder, { assets: contentAssets })).ok).toBe(true)
})

test.each([
  ['polish.yaml', 'pl.yaml'],
  ['pl.yml', 'pl.yaml'],
  ['de_at.yaml', 'de-AT.yaml'],
  ['portfolio.yml', 'portfolio.yaml'],
  ['Private.yaml', 'private.yaml'],
  ['english.yaml', undefined],
  ['en.yaml', undefined],
])('%s, which nothing reads, is an error that names %s', async (name, suggestion) => {
  const folder = changedSample()
  writeFileSync(join(folder, name), '')
  const file = expect.stringMatching(new RegExp(`${name}$`))
  expect(await load(folder)).toMatchObject({ diagnostics: [{ file, suggestion }] })
})

test('portfolio.yml in place of portfolio.yaml is named with the right name', async () => {
  const folder = changedSample()
  renameSync(join(folder, 'portfolio.yaml'), join(folder, 'portfolio.yml'))
  expect(await load(folder)).toMatchObject({
    diagnostics: [
      { found: 'no such file' },
      { file: expect.stringMatching(/portfolio\.yml$/), suggestion: 'portfolio.yaml' },
    ],
  })
})

test.each([
  ['pl', 'Polski'],
  ['pt-BR', 'Português (Brasil)'],
  ['ar', 'العربية'],
])('the name of %s is its own', (tag, name) => expect(languageName(tag)).toBe(name))
