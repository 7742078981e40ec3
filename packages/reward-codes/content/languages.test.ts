import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changedSample, set } from 'test-fixtures/change-content.ts'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { contentAssets } from '../images/content-assets.ts'
import { languageSchemaText } from './json-schema.ts'
import { languageName, languagesIn } from './languages.ts'
import { load } from './load.ts'
import { describeTranslation } from './translations.ts'

const CARDS = [
  { title: 'Berths', summary: '"Berths" of *one* week.', technologies: ['Go', 'Bun'] },
  { title: 'Oven', problem: 'Orders got lost.' },
]
const WORK = [
  { period: '2024 – present', course: 'Lead', school: 'Fjord' },
  { period: '2019 – 2024', course: 'Junior', school: 'Fjord' },
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

/** A file with these pairs. */
function texts(...pairs: (Record<string, unknown> | [text: string, translation: string])[]) {
  return stringify({
    texts: pairs.map((one) => (Array.isArray(one) ? { text: one[0], translation: one[1] } : one)),
  })
}

async function missingIn(yaml: string, change?: Parameters<typeof inPolish>[1]) {
  const { translation } = await loadPolish(inPolish(yaml, change))
  if (!translation) throw new Error('This is the main language.')
  const missing = translation.occurrences.filter(({ pair }) => !pair?.translation.length)
  const count = new Set(missing.map(({ text }) => text)).size
  return { translation, count, missing: missing.map(({ path }) => path.join('.')) }
}

test('a pair translates its text wherever that stands, and no address', async () => {
  const { portfolio } = await loadPolish(
    inPolish(
      texts(
        ['Hi There!', 'Cześć!'],
        ['I’m {name}.', 'Jestem {name}.'],
        ['  Oven ', 'Piec'],
        ['"Berths" of *one*\n week.', 'Keje *tygodnia*.'],
        ['Go', 'Idź'],
      ),
      set('about.bio', ['Oven', { text: 'Oven', for: ['page'] }]),
    ),
  )
  const { hero, projects, site, strings, resume, about } = portfolio
  expect(hero).toMatchObject({ greeting: 'Cześć!' })
  expect(hero.phrases[0]).toBe('Jestem Maja Zielińska.')
  expect(projects?.cards.map(({ title }) => title)).toEqual(['Berths', 'Piec'])
  expect(projects?.cards[0]?.summary?.source).toBe('Keje *tygodnia*.')
  expect(projects?.cards[0]?.technologies).toEqual(['Go', 'Bun'])
  expect(about?.bio.map(({ source }) => source)).toEqual(['Piec', 'Piec'])
  expect(site).toMatchObject({ language: 'pl', url: 'https://maja.example.com/pl/' })
  expect(strings.close).toBe('Zamknij')
  expect(resume?.fileName).toBe('RewardResume.pl.pdf')
})

test('a new entry at the top gives no other entry its translation, and a changed text has none', async () => {
  const yaml = texts(['Berths', 'Keje'], ['Oven', 'Piec'])
  const titles = async (cards: object[]) => {
    const { portfolio } = await loadPolish(inPolish(yaml, set('projects.cards', cards)))
    return portfolio.projects?.cards.map(({ title }) => title)
  }
  expect(await titles(CARDS)).toEqual(['Keje', 'Piec'])
  expect(await titles([{ title: 'New' }, ...CARDS])).toEqual(['New', 'Keje', 'Piec'])
  expect(await titles([{ title: 'Ovens' }])).toEqual(['Ovens'])
})

test('an address, a name and a file are translated by a pair that says so, and never an id or a date', async () => {
  const { portfolio } = await loadPolish(
    inPolish(
      texts(
        { text: 'Fjord', translation: 'Fiord', value: true },
        { text: 'RewardResume.pdf', translation: 'CV.pdf', value: true },
        { text: '2024 – present', translation: '2020 – present', value: true },
      ),
    ),
  )
  const [tenure] = portfolio.resume?.experience?.entries ?? []
  expect(tenure?.positions.map(({ school }) => school)).toEqual(['Fiord', 'Fiord'])
  expect(tenure?.positions[0]?.period?.from).toBe('2024')
  expect(portfolio.resume?.fileName).toBe('CV.pdf')
})

test('a text that means two things has a translation for each place, and the longest place wins', async () => {
  const { portfolio } = await loadPolish(
    inPolish(
      texts(
        ['Lead', 'Kieruję'],
        { text: 'Lead', translation: 'Kierowniczka', in: 'resume' },
        {
          text: 'Lead',
          translation: 'Szefowa',
          in: 'resume.experience',
        },
      ),
      set('hero.availability', 'Lead'),
    ),
  )
  expect(portfolio.hero.availability).toBe('Kieruję')
  expect(portfolio.resume?.experience?.entries[0]?.positions[0]?.course).toBe('Szefowa')
})

test('in a list of texts, a text may have several translations', async () => {
  const several = { text: 'I build.', translation: ['Buduję.', 'Dbam.'] }
  const bio = [{ text: 'I build.', for: ['page'] }, 'I stay.']
  const { portfolio } = await loadPolish(inPolish(texts(several), set('about.bio', bio)))
  expect(portfolio.about?.bio.map(({ source }) => source)).toEqual(['Buduję.', 'Dbam.', 'I stay.'])
  expect(
    await errorsOf(texts({ text: 'Hi There!', translation: ['Cześć!', 'Hej!'] })),
  ).toMatchObject([
    {
      file: expect.stringMatching(/pl\.yaml$/),
      line: 3,
      found: 'a list of length 2',
      expected: expect.stringMatching(/^text/),
    },
  ])
})

test('a text that is the default of its language takes the default of the other', async () => {
  const change = (content: Parameters<ReturnType<typeof set>>[0]) => {
    set('projects.heading', 'Portfolio')(content)
    set('projects.menuLabel', 'Projects')(content)
    content.deleteIn(['resume', 'fileName'])
  }
  const { portfolio } = await loadPolish(inPolish('', change))
  expect(portfolio.projects?.menuLabel).toBe('Projekty')
  expect(portfolio.resume?.fileName).toBe('CV.pdf')
})

test('labels that the owner has written for the main language go into no other one', async () => {
  const own = set('strings', { close: 'Shut', skip: 'Jump' })
  const yaml = 'strings: { skip: Skocz, form: { send: "" } }'
  const { portfolio } = await loadPolish(inPolish(yaml, own))
  expect(portfolio.strings).toMatchObject({ close: 'Zamknij', skip: 'Skocz' })
  expect(portfolio.strings.form.send).toBe('Wyślij wiadomość')
})

test('what has no translation, and what no longer occurs, is counted in one line', async () => {
  const yaml = texts(['Hi There!', 'Cześć!'], ['Oven', ''], ['Gone', 'Nie ma'])
  const { translation, count, missing } = await missingIn(yaml)
  expect(missing).toContain('projects.cards.1.problem')
  expect(missing).toContain('projects.cards.1.title')
  for (const field of [
    'hero.greeting',
    'projects.cards.0.technologies.0',
    'about.figures.0.number',
  ])
    expect(missing).not.toContain(field)
  expect(describeTranslation(translation)).toMatch(new RegExp(`: ${count}, .*: 1$`))
})

test('an error in the file of a language has its place there', async () => {
  const inFile = { file: expect.stringMatching(/pl\.yaml$/) }
  expect(await errorsOf('text:\n  - text: Hi\n')).toMatchObject([
    { ...inFile, line: 1, column: 1, suggestion: 'texts' },
  ])
  expect(await errorsOf('texts:\n  - text: Hi\n    translaton: Cześć\n')).toMatchObject([
    { ...inFile, line: 3, suggestion: 'translation' },
  ])
  expect(await errorsOf('strings:\n  skp: Skocz\n')).toMatchObject([
    { ...inFile, line: 2, suggestion: 'skip' },
  ])
  const link = texts(['Orders got lost.', 'Zamówienia [ginęły](www).'])
  expect(await errorsOf(link)).toMatchObject([{ ...inFile, line: 3, found: 'a link to "www"' }])
  expect(await errorsOf(texts(['Hi', 'Hej'], ['Hi ', 'Cześć']))).toMatchObject([
    {
      ...inFile,
      line: 4,
      field: 'texts.1.text',
      expected: expect.stringMatching(/^each text once/),
    },
  ])
  expect(await errorsOf('hero')).toMatchObject([{ ...inFile, found: '"hero"' }])
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
