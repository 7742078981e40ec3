import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changedSample, set } from 'test-fixtures/change-content.ts'
import { FULL_CONTENT } from 'test-fixtures/full-content.ts'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { contentAssets } from '../images/check.ts'
import { contentSchemaText, languageSchemaText } from './json-schema.ts'
import { languageName, languagesIn } from './languages.ts'
import { load } from './load.ts'
import { leavesOf, type Path } from './values.ts'
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

test('a text without a translation is shown as it was written', async () => {
  const folder = inPolish('projects: { cards: [{ id: berths, title: Keje }] }')
  const { portfolio } = await loadPolish(folder)
  const [berths, oven] = portfolio.projects?.cards ?? []
  expect([berths?.title, oven?.title]).toEqual(['Keje', 'Oven'])
  expect(berths?.summary?.nodes[0]).toBe('"Berths" of ')
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

test('a list with fewer texts than that of the main file has a warning, and an empty text says nothing', async () => {
  const { portfolio, warnings } = await loadPolish(
    inPolish(`
hero: { phrases: [Robię strony., "", ""], greeting: "" }
contact:
  subjects: [Ogólne, Praca]
projects: { cards: [{ id: berths, technologies: [Go] }] }
`),
  )
  expect(portfolio.hero).toMatchObject({
    greeting: 'Hi There!',
    phrases: ['Robię strony.', 'I’m a Web Developer.', 'I’m a Programmer.'],
  })
  const ofCause = (name: string) => warnings.filter(({ cause }) => cause === name)
  expect(ofCause('shorter')).toMatchObject([
    { file: expect.stringMatching(/pl\.yaml$/), line: 4, field: 'contact.subjects' },
  ])
  const missing = ofCause('translation').map(({ field }) => field)
  expect(missing).toContain('hero.greeting')
  expect(missing).toContain('hero.phrases.1')
  expect(missing).not.toContain('hero.phrases.0')
})

test('a cover is translated only where no picture hides it', async () => {
  const cover = { count: 9, caption: 'Nine berths' }
  const missingWith = async (more: object) => {
    const cards = set('projects.cards', [{ id: 'a', title: 'A', summary: 'B', cover, ...more }])
    const { warnings } = await loadPolish(inPolish('', cards))
    return warnings.map(({ field }) => field)
  }
  const picture = 'https://maja.example.com/a.png'
  expect(await missingWith({})).toContain('projects.cards.0.cover.caption')
  for (const more of [
    { imgSrc: picture, imgAlt: 'A' },
    { pictures: [{ image: picture, imageAlt: 'A' }] },
  ]) {
    expect(await missingWith(more)).not.toContain('projects.cards.0.cover.caption')
  }
})

/** Fields that are the same in every language: names, addresses, numbers, codes and choices. */
const SAME = [
  ...[
    'name',
    'familyName',
    'username',
    'brand.text',
    'school',
    'by',
    'technologies',
    'keywords',
    'host',
  ],
  ...['city', 'region', 'country', 'place', 'timeZone', 'address', 'githubLabel'],
  ...['email', 'phone', 'url', 'link', 'href', 'githubUrl', 'projectUrl', 'gateway'],
  ...['image', 'imgSrc', 'portrait', 'icon', 'file', 'fileName', 'template'],
  ...['period', 'year', 'date', 'number', 'answer', 'vatId', 'color'],
  ...[
    'id',
    'for',
    'tags',
    'language',
    'publicKey',
    'service',
    'siteKey',
    'scoreKey',
    'sectionOrder',
  ],
  ...['look', 'layout', 'shape', 'paper', 'form', 'provider', 'theme', 'size', 'field', 'values'],
  // Without words, and behind a picture.
  ...['footer', 'cover.caption'],
]

test('every text of the schema is offered for translation, or is the same in every language', async () => {
  const folder = changedSample()
  writeFileSync(join(folder, 'portfolio.yaml'), stringify(FULL_CONTENT))
  writeFileSync(join(folder, 'pl.yaml'), '')
  const { warnings } = await loadPolish(folder)
  const nameOf = (path: Path) => path.filter((step) => typeof step === 'string').join('.')
  const offered = new Set(warnings.map(({ path }) => nameOf(path)))
  const others = leavesOf(FULL_CONTENT)
    .filter(({ path, leaf }) => typeof leaf === 'string' && path[0] !== 'strings')
    .map(({ path }) => nameOf(path))
    .filter((name) => !offered.has(name) && !offered.has(name.replace(/\.text$/, '')))
  const isOf = (name: string, same: string) => `.${name}`.endsWith(`.${same}`)
  expect(others.filter((name) => !SAME.some((same) => isOf(name, same)))).toEqual([])
  expect(SAME.filter((same) => !others.some((name) => isOf(name, same)))).toEqual([])
  expect(offered).toContain('projects.cards.quote.by')
})

test('what concerns the whole site stays in the main file', async () => {
  expect(await errorsOf('site:\n  look: terminal\n  title: Maja\n')).toMatchObject([
    { line: 2, field: 'site.look', expected: 'no site.look here; it stands in portfolio.yaml' },
  ])
})

test('entries without an id are matched by their place, with one warning for the list', async () => {
  const folder = inPolish(
    'about:\n  figures:\n    - description: lat doświadczenia\n    - description: klientów\n',
  )
  const { portfolio, warnings } = await loadPolish(folder)
  expect(portfolio.about?.figures[0]).toMatchObject({
    number: '3+',
    description: 'lat doświadczenia',
  })
  expect(warnings.filter(({ cause }) => cause === 'place')).toMatchObject([
    { file: expect.stringMatching(/pl\.yaml$/), line: 2, field: 'about.figures' },
  ])
  expect(summarizeWarnings(warnings, 'pl')).toContain(
    'pl: 1 list is matched by place: about.figures. npm run doctor says more.',
  )
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
  ['polish.yaml', 'pl.yaml'],
  ['pl.yml', 'pl.yaml'],
  ['portfolio.yml', 'portfolio.yaml'],
  ['Private.yaml', 'private.yaml'],
  ['english.yaml', undefined],
])('%s, which nothing reads, is an error that names %s', async (name, suggestion) => {
  const folder = changedSample()
  writeFileSync(join(folder, name), '')
  expect(await load(folder)).toMatchObject({
    diagnostics: [{ found: `a file that is named ${name}, which nothing reads`, suggestion }],
  })
})

test.each([
  ['pl', 'Polski'],
  ['pt-BR', 'Português (Brasil)'],
  ['ar', 'العربية'],
])('the name of %s is its own', (tag, name) => expect(languageName(tag)).toBe(name))
