import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changedSample, set } from 'test-fixtures/change-content.ts'
import { expect, test } from 'vitest'
import { contentAssets } from '../images/check.ts'
import { contentSchemaText, languageSchemaText } from './json-schema.ts'
import { languageOf, withoutLanguage } from './label-language.ts'
import { typesetMarked } from './labels.ts'
import { languageName, languagesIn } from './languages.ts'
import { load } from './load.ts'
import { summarizeWarnings } from './warnings.ts'

const CARDS = [
  {
    id: 'berths',
    title: 'Berths',
    summary: '"Berths" of *one* week.',
    technologies: ['Go', 'Bun'],
  },
  { id: 'oven', title: 'Oven', problem: 'Orders got lost.' },
]
const WORK = [
  { id: 'lead', period: '2024 – present', course: 'Lead', school: 'Fjord' },
  { id: 'junior', period: '2019 – 2024', course: 'Junior', school: 'Fjord' },
]

/** A folder with the sample, and what content/pl.yaml says. */
function inPolish(yaml: string, change = (_: Parameters<ReturnType<typeof set>>[0]) => {}) {
  const folder = changedSample((content) => {
    set('projects.cards', CARDS)(content)
    set('resume.experience.entries', WORK)(content)
    set('site.url', 'https://maja.example.com/')(content)
    change(content)
  })
  writeFileSync(join(folder, 'pl.yaml'), yaml)
  return folder
}

async function loadPolish(folder: string) {
  const loaded = await load(folder, { language: 'pl' })
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics))
  return loaded
}

async function errorsOf(yaml: string) {
  const loaded = await load(inPolish(yaml), { language: 'pl' })
  return loaded.ok ? [] : loaded.diagnostics
}

test('a file of a language replaces what it says, and entries by their id', async () => {
  const { portfolio } = await loadPolish(
    inPolish(`
hero:
  greeting: Cześć!
  phrases: ["Jestem {name}."]
projects:
  cards:
    - { id: oven, title: Piec }
    - { id: berths, technologies: [Go] }
`),
  )
  const { hero, projects, site, strings, resume } = portfolio
  expect(hero).toMatchObject({ greeting: 'Cześć!', phrases: ['Jestem Maja Zielińska.'] })
  expect(projects?.cards.map(({ title, technologies }) => [title, technologies])).toEqual([
    ['Berths', ['Go']],
    ['Piec', undefined],
  ])
  expect(site).toMatchObject({ language: 'pl', url: 'https://maja.example.com/pl/' })
  expect(strings.close).toBe('Zamknij')
  expect(resume?.fileName).toBe('RewardResume.pl.pdf')
})

test('labels that the owner has written for the main language go into no other one', async () => {
  const own = set('strings', { close: 'Shut', skip: 'Jump' })
  const { portfolio } = await loadPolish(inPolish('strings: { skip: Skocz }', own))
  expect(portfolio.strings).toMatchObject({ close: 'Zamknij', skip: 'Skocz' })
})

test('a text without a translation has its language, and the typography of that', async () => {
  const folder = inPolish('projects: { cards: [{ id: berths, title: Keje }] }')
  const { portfolio, warnings } = await loadPolish(folder)
  const shown = typesetMarked(portfolio, warnings).content
  const [berths, oven] = shown.projects?.cards ?? []
  expect(languageOf(berths?.title)).toEqual({})
  expect(languageOf(oven?.title)).toEqual({ lang: 'en', dir: 'ltr' })
  expect(withoutLanguage(oven?.title ?? '')).toBe('Oven')
  expect(berths?.summary).toMatchObject({ language: 'en' })
  expect(berths?.summary?.nodes[0]).toBe('“Berths” of ')
  // Positions at one employer are joined on the page.
  const [tenure] = shown.resume?.experience?.entries ?? []
  expect(tenure?.positions.map(({ course }) => languageOf(course).lang)).toEqual(['en', 'en'])
  // Names are the same in all languages, and subjects are sent.
  for (const text of [
    shown.person.name,
    tenure?.positions[0]?.school,
    shown.contact?.subjects[0],
  ]) {
    expect(languageOf(text)).toEqual({})
  }
})

test('a build counts the texts without a translation and names the first ones', async () => {
  const folder = inPolish('hero: { greeting: Cześć!, place: w Polsce }')
  const { warnings } = await loadPolish(folder)
  const texts = warnings.filter(({ cause }) => cause === 'translation')
  const fields = texts.map(({ field }) => field)
  expect(fields).toContain('projects.cards.1.problem')
  expect(fields).not.toContain('hero.place')
  expect(fields).not.toContain('projects.cards.0.technologies.0')
  expect(fields).not.toContain('about.figures.0.number')
  expect(texts[0]?.file).toMatch(/portfolio\.yaml$/)
  expect(summarizeWarnings(texts, 'pl')).toEqual([
    `pl: ${texts.length} texts are not translated: site.title, site.description, person.headline and ${texts.length - 3} more. npm run doctor says more.`,
  ])
})

test('an error in the file of a language has its place there', async () => {
  expect(await errorsOf('hero:\n  greting: Cześć!\n')).toMatchObject([
    { file: expect.stringMatching(/pl\.yaml$/), line: 2, column: 3, suggestion: 'greeting' },
  ])
  expect(await errorsOf('projects:\n  cards:\n    - id: oven\n      title: 7\n')).toMatchObject([
    { line: 4, field: 'projects.cards.0.title', found: 'the number 7' },
  ])
  expect(await errorsOf('hero:\n  greeting: Cześć #1\n')).toMatchObject([{ line: 2 }])
  expect(await errorsOf('hero')).toMatchObject([{ found: '"hero"' }])
})

test('an entry that the main file does not have is an error with the nearest id', async () => {
  expect(await errorsOf('projects:\n  cards:\n    - id: ovn\n      title: Piec\n')).toMatchObject([
    {
      line: 3,
      found: '"ovn"',
      expected: expect.stringMatching(/berths, oven/),
      suggestion: 'oven',
    },
  ])
  const twice = 'projects: { cards: [{ id: oven }, { id: oven }] }'
  expect(await errorsOf(twice)).toMatchObject([{ field: 'projects.cards.1.id' }])
})

test('what concerns the whole site stays in the main file', async () => {
  expect(await errorsOf('site:\n  look: terminal\n  title: Maja\n')).toMatchObject([
    { line: 2, field: 'site.look', expected: 'no site.look here; it stands in portfolio.yaml' },
  ])
})

test('an entry without an id is matched by its place, with a warning', async () => {
  const folder = inPolish('about:\n  figures:\n    - description: lat doświadczenia\n')
  const { portfolio, warnings } = await loadPolish(folder)
  expect(portfolio.about?.figures[0]).toMatchObject({
    number: '3+',
    description: 'lat doświadczenia',
  })
  expect(warnings.filter(({ cause }) => cause === 'place')).toMatchObject([
    { file: expect.stringMatching(/pl\.yaml$/), line: 3 },
  ])
  const tooMany = `about: { figures: [${'{ description: a }, '.repeat(5)}] }`
  expect(await errorsOf(tooMany)).toMatchObject([{ found: 'an entry', field: 'about.figures.4' }])
})

test('the schema for editors has every field, requires none, and leaves out what is of the site', () => {
  const { properties } = JSON.parse(languageSchemaText())
  expect(properties.hero.properties.greeting.description).toMatch(/^The greeting/)
  expect(Object.keys(properties.site.properties)).toEqual(['title', 'description'])
  expect(contentSchemaText()).toContain('"required": [')
  expect(languageSchemaText()).not.toContain('"required": [')
})

test('the files of languages are told from other files by their names', async () => {
  const folder = inPolish('')
  for (const name of ['pt-BR', 'zh-Hans', 'faq', 'private']) {
    writeFileSync(join(folder, `${name}.yaml`), '')
  }
  expect(languagesIn(folder)).toEqual(['pl', 'pt-BR', 'zh-Hans'])
  expect((await load(folder, { assets: contentAssets })).ok).toBe(true)
  writeFileSync(join(folder, 'de_at.yaml'), '')
  writeFileSync(join(folder, 'en.yaml'), '')
  expect(await load(folder)).toMatchObject({
    diagnostics: [{ suggestion: 'de-AT.yaml' }, { file: expect.stringMatching(/en\.yaml$/) }],
  })
})

test.each([
  ['pl', 'Polski'],
  ['pt-BR', 'Português (Brasil)'],
  ['ar', 'العربية'],
])('the name of %s is its own', (tag, name) => expect(languageName(tag)).toBe(name))
