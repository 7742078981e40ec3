import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type ContentFolder, contentFolder } from 'test-fixtures/call-portfolio.ts'
import { IMPORTS } from 'test-fixtures/folders.ts'
import { sampleIdentity } from 'test-fixtures/sample-identity.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseDocument, visit } from 'yaml'
import { findSampleTexts } from '../content/public-site.ts'

const RESUME = join(IMPORTS, 'resume.json')
const WHO = ['Anna Nowak', 'Baker', 'Gdynia, Poland', 'anna@example.com', 'anna-n', '']
const ANSWERS = [...WHO, 'en', 'Bread, SEO Optimization', '30']
const FLAGS = ['--name', 'Anna Nowak', '--headline', 'Baker', '--place', 'Gdynia, Poland']

let workspace: ContentFolder
beforeEach(() => {
  workspace = contentFolder()
  rmSync(workspace.content, { recursive: true })
})
afterEach(() => workspace.remove())

test('init creates the portfolio, the images, the theme and the schema', async () => {
  expect(await workspace.init([...FLAGS, '--hue', '30', '--yes'])).toMatchObject({ exitCode: 0 })
  expect(workspace.loaded().person.name).toBe('Anna Nowak')
  expect(workspace.read('images/harbour.svg')).toContain('<svg')
  expect(workspace.read('theme.css')).toContain('--hue: 30;')
  expect(workspace.read('portfolio.schema.json')).toContain('"title": "Portfolio"')
  expect(workspace.portfolio()).toMatch(
    /^# yaml-language-server: \$schema=portfolio\.schema\.json\n/,
  )
})

test('the answers become the content', async () => {
  const { exitCode, out, error } = await workspace.init([], ANSWERS)
  expect({ exitCode, error: error.includes('Press Enter') }).toEqual({ exitCode: 0, error: true })
  expect(workspace.loaded()).toMatchObject({
    site: { title: 'Anna Nowak, Baker', description: 'Anna Nowak, Baker, Gdynia, Poland' },
    brand: { text: 'Anna Nowak' },
    person: {
      name: 'Anna Nowak',
      headline: 'Baker',
      email: 'anna@example.com',
      profiles: [{ name: 'GitHub', icon: 'github', url: 'https://github.com/anna-n' }],
    },
    hero: { place: 'based in Gdynia, Poland', phrases: ["I'm Anna Nowak.", 'Baker'] },
    services: {
      heading: 'Services',
      cards: [{ title: 'Bread' }, { title: 'SEO Optimization', icon: 'search' }],
    },
  })
  expect(workspace.read('theme.css')).toContain('--hue: 30;')
  expect(out).toMatch(/^Wrote \S+portfolio\.yaml\. \d+ texts are left from the sample/)
})

test('without what is marked, nothing of the person of the sample is left', async () => {
  await workspace.init(FLAGS)
  const document = parseDocument(workspace.portfolio())
  visit(document, {
    Node: (_, { comment, commentBefore }) =>
      [comment, commentBefore].includes(' sample') ? visit.REMOVE : undefined,
  })
  const text = document.toString().toLowerCase()
  expect(text).toContain('anna nowak')
  expect(sampleIdentity().filter((name) => text.includes(name.toLowerCase()))).toEqual([])
})

test('with only a name, what is not known is left out', async () => {
  expect(await workspace.init(['--name', 'Anna Nowak'])).toMatchObject({ exitCode: 0, error: '' })
  const { hero, person, services, site } = workspace.loaded()
  expect(hero).not.toHaveProperty('place')
  expect(hero.phrases).toEqual(["I'm Anna Nowak."])
  expect(person).toMatchObject({ name: 'Anna Nowak', profiles: [] })
  expect(person).not.toHaveProperty('headline')
  expect(services).toBeUndefined()
  expect(site.title).toBe('Anna Nowak')
})

test('without a name or a terminal, init reports --name and writes nothing', async () => {
  const { exitCode, error } = await workspace.init(['--headline', 'Baker'])
  expect(exitCode).toBe(2)
  expect(error).toContain('--name is required')
  expect(workspace.read('portfolio.yaml')).toBeUndefined()
})

test('an existing portfolio stays as it is', async () => {
  workspace.reset()
  const before = workspace.portfolio()
  expect(await workspace.init(FLAGS)).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining('portfolio.yaml exists. To start again, delete or rename it.'),
  })
  expect(workspace.portfolio()).toBe(before)
})

test('an import supplies the default answers and its content', async () => {
  const { asked, exitCode } = await workspace.init(
    ['--import', RESUME],
    Array.from({ length: 9 }, () => ''),
  )
  expect(exitCode).toBe(0)
  expect(asked[0]).toBe('Your name [Aleksandra Ferreira-Wójcik]: ')
  expect(asked[2]).toContain('[Kraków, Poland]')
  expect(asked[4]).toContain('[ola-fw-example]')
  expect(workspace.loaded()).toMatchObject({
    person: { profiles: { length: 4 }, location: { region: 'Małopolskie' } },
    resume: { experience: { entries: { length: 8 } } },
  })
})

test('--import with --yes writes the same as the default answers', async () => {
  await workspace.init(
    ['--import', RESUME],
    Array.from({ length: 9 }, () => ''),
  )
  const answered = workspace.portfolio()
  rmSync(workspace.content, { recursive: true })
  expect(await workspace.init(['--import', RESUME, '--yes'])).toMatchObject({ exitCode: 0 })
  expect(workspace.portfolio()).toBe(answered)
})

test('what the import has is not marked, and what it lacks is', async () => {
  await workspace.init(['--import', RESUME, '--yes'])
  const texts = findSampleTexts(workspace.portfolio()).map(({ text }) => text)
  expect(texts).toEqual([
    'number: 3+',
    'number: 50+',
    'number: 35+',
    'number: 2+',
    expect.stringMatching(/^Tell me what you have in mind/),
  ])
})

test('errors of an import are reported with the lines of the new file', async () => {
  const work = [{ name: 'Mill', position: 'Baker', startDate: 'Summer 2019' }]
  const file = workspace.write('cv.json', JSON.stringify({ basics: { name: 'Anna' }, work }))
  const { exitCode, out } = await workspace.init(['--import', file, '--yes'])
  expect(exitCode).toBe(0)
  expect(out).toMatch(
    /The content has 1 error:\n\n\S+portfolio\.yaml:\d+:\d+ {2}resume\.experience/,
  )
  expect(out).toContain('May 2024 – present')
})

test('an invalid answer is asked for again with the expected format', async () => {
  const answers = [
    ...['x'.repeat(201), 'Anna Nowak'],
    ...['Baker', 'Gdynia'],
    ...['anna at home', '-'],
    ...['a b', '-'],
    ...['anna.dev', 'https://anna.dev'],
    ...['German', 'de', '-'],
    ...['400', '7'],
  ]
  const { exitCode, error } = await workspace.init([], answers)
  expect(exitCode).toBe(0)
  expect(error).toMatch(/^ {2}Expected /m)
  expect(error).toMatch(/an email address such as/)
  expect(error).toMatch(/a GitHub username such as/)
  expect(error).toMatch(/a full URL such as https:/)
  expect(error).toMatch(/a language code such as en/)
  expect(error).toMatch(/a number from 0 to 360/)
  expect(workspace.loaded()).toMatchObject({
    hero: { place: 'Gdynia', phrases: ['Anna Nowak', 'Baker'] },
    site: { language: 'de', url: 'https://anna.dev/' },
  })
})

test.each([0, 1, 8])('ending the input after %i answers writes nothing', async (count) => {
  expect((await workspace.init([], ANSWERS.slice(0, count))).exitCode).toBe(1)
  expect(workspace.read('theme.css')).toBeUndefined()
})

test.each([
  [['--email', 'x'], /--email x: Expected an email address/],
  [['--naem', 'x'], /Did you mean --name/],
])('the arguments %j exit with 2 and an error', async (args, message) => {
  const { exitCode, error } = await workspace.init(args)
  expect(exitCode).toBe(2)
  expect(error).toMatch(message)
})

test('an unreadable import ends init before the first question', async () => {
  const { exitCode, error, asked } = await workspace.init(['--import', 'nowhere.json'], ANSWERS)
  expect({ exitCode, asked }).toEqual({ exitCode: 1, asked: [] })
  expect(error).toContain('Cannot read')
})

test.each([
  ['anna', ['https://github.com/anna', 'https://github.com/anna-nowak']],
  ['Anna-Nowak', ['https://github.com/anna-nowak']],
])('the user name %s is merged with the profiles of the import', async (name, urls) => {
  const profiles = [{ network: 'GitHub', url: 'https://github.com/anna-nowak' }]
  const file = workspace.write('cv.json', JSON.stringify({ basics: { profiles } }))
  const args = [...FLAGS, '--import', file, '--github', name, '--yes']
  expect(await workspace.init(args)).toMatchObject({ exitCode: 0 })
  expect(workspace.loaded().person.profiles.map(({ url }) => url)).toEqual(urls)
})

test('another place than that of the import leaves its location out', async () => {
  const args = ['--import', RESUME, '--place', 'Gdynia, Poland', '--yes']
  expect(await workspace.init(args)).toMatchObject({ exitCode: 0 })
  expect(workspace.loaded().person).not.toHaveProperty('location')
  expect(workspace.loaded().hero.place).toBe('based in Gdynia, Poland')
})
