import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type ContentFolder, contentFolder } from 'test-fixtures/call-portfolio.ts'
import { ROOT } from 'test-fixtures/folders.ts'
import { sampleIdentity } from 'test-fixtures/sample-identity.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findTodos } from '../content/public-site.ts'
import { LANGUAGES } from '../content/strings/languages.ts'
import { locationOf } from '../import/texts.ts'

const ANSWERS = ['Anna Nowak', 'Baker', 'en', 'Gdynia, Poland', '2', 'address', 'anna@example.com']
const FLAGS = ['--name', 'Anna Nowak', '--headline', 'Baker', '--place', 'Gdynia, Poland']

let workspace: ContentFolder
beforeEach(() => {
  workspace = contentFolder()
  rmSync(workspace.content, { recursive: true })
})
afterEach(() => workspace.remove())

test('init creates the portfolio, the theme, the schema and a folder for images', async () => {
  expect(await workspace.init([...FLAGS, '--yes'])).toMatchObject({ exitCode: 0 })
  expect((await workspace.loaded()).person.name).toBe('Anna Nowak')
  expect(readdirSync(join(workspace.content, 'images'))).toEqual([])
  expect(workspace.read('theme.css')).toContain('site.hue')
  expect(workspace.read('portfolio.schema.json')).toContain('"title": "Portfolio"')
  expect(workspace.portfolio()).toMatch(
    /^# yaml-language-server: \$schema=portfolio\.schema\.json\n/,
  )
})

test('the answers become the content', async () => {
  const { exitCode, out, error, asked } = await workspace.init([], ANSWERS)
  expect({ exitCode, error: error.includes('Press Enter') }).toEqual({ exitCode: 0, error: true })
  expect(error).toContain('2  editorial  a serif and larger pictures')
  expect(error).toContain('3  address  no form, only your email address')
  expect(asked).toContain('Language of the page, such as en, de or ja [en]: ')
  expect(asked.at(-1)).toBe('Your email address: ')
  expect(await workspace.loaded()).toMatchObject({
    site: { title: 'Anna Nowak, Baker', description: 'Anna Nowak, Baker, Gdynia, Poland' },
    brand: { text: 'Anna Nowak' },
    person: { name: 'Anna Nowak', headline: 'Baker', timeZone: 'Europe/Warsaw' },
    hero: { place: 'Gdynia, Poland' },
    contact: { email: 'anna@example.com', form: undefined },
    footer: { source: '© Anna Nowak' },
  })
  expect((await workspace.loaded()).site.look).toBe('editorial')
  expect(out).toMatch(/^Wrote \S+portfolio\.yaml\. Texts that are yours to write: 6/)
})

test('an address is asked for only if it is the way', async () => {
  const { asked } = await workspace.init([], [...ANSWERS.slice(0, 5), 'later'])
  expect(asked).toHaveLength(6)
  expect(workspace.portfolio()).toContain('form: gateway # TODO')
})

test('init ends with what to read, unless an address is the way', async () => {
  const { out } = await workspace.init([...FLAGS, '--messages', 'gateway', '--yes'])
  const [, heading, guide = ''] = /^Messages .*"(.+)" in (\S+)\.$/m.exec(out) ?? []
  // The package of a site has the guides of this repository.
  const file = guide.replace('node_modules/reward-codes', ROOT)
  expect(readFileSync(file, 'utf8')).toContain(`# ${heading}\n`)
  rmSync(workspace.content, { recursive: true })
  const flags = ['--messages', 'address', '--email', 'anna@example.com', '--yes']
  expect((await workspace.init([...FLAGS, ...flags])).out).not.toContain('docs/')
})

test('the ids of EmailJS are a text to write', async () => {
  expect(await workspace.init([...FLAGS, '--messages', 'emailjs', '--yes'])).toMatchObject({
    exitCode: 0,
  })
  expect(workspace.portfolio()).toMatch(/account:\n {4}# TODO\n {4}publicKey: your_public_key/)
  expect((await workspace.loaded()).contact?.form).toMatchObject({ captcha: { provider: 'none' } })
})

test.each(Object.entries(LANGUAGES))(
  'the page of a new portfolio is written in its language: %s',
  async (language, { content, draft }) => {
    await workspace.init(['--name', 'Anna Nowak', '--language', language, '--yes'])
    const { hero, about, projects, resume, contact } = await workspace.loaded()
    expect(hero).toMatchObject({ greeting: content.greeting, claim: draft.claim })
    expect([about?.heading, projects?.menuLabel]).toEqual([content.about, content.projects])
    expect(resume).toMatchObject({ fileName: content.fileName, heading: content.resume })
    expect(resume?.experience?.heading).toBe(content.experience)
    expect(contact?.subjects).toEqual(content.subjects)
    const texts = findTodos(workspace.portfolio())
    expect(texts).toHaveLength(7)
  },
)

test('nothing of the person of our own site is left', async () => {
  await workspace.init(FLAGS)
  const text = JSON.stringify(await workspace.loaded()).toLowerCase()
  expect(text).toContain('anna nowak')
  expect(sampleIdentity().filter((name) => text.includes(name.toLowerCase()))).toEqual([])
})

test('with only a name, what is not known is left out', async () => {
  expect(await workspace.init(['--name', 'Anna Nowak'])).toMatchObject({ exitCode: 0, error: '' })
  const { hero, person, services, site } = await workspace.loaded()
  expect(hero.place).toBeUndefined()
  expect(person).toMatchObject({ name: 'Anna Nowak', profiles: [] })
  expect(person).not.toHaveProperty('headline')
  expect(services).toBeUndefined()
  expect(site.title).toBe('Anna Nowak')
})

test.each([
  ['Gdynia, Poland', { city: 'Gdynia', country: 'PL' }],
  [
    'Stockholm, Stockholm County, Sweden',
    { city: 'Stockholm', region: 'Stockholm County', country: 'SE' },
  ],
  ['Portland, Oregon, USA', { city: 'Portland', region: 'Oregon', country: 'US' }],
  ['London, UK', { city: 'London', country: 'GB' }],
  ['Utrecht, the Netherlands', { city: 'Utrecht', country: 'NL' }],
  ['Ukraine', { country: 'UA' }],
  ['San Francisco, CA', undefined],
  ['Leipzig, Deutschland', undefined],
  ['somewhere', undefined],
])('the place %s gives %j', (place, location) => {
  expect(locationOf(place)).toEqual(location)
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

test('an invalid answer is asked for again with the expected format', async () => {
  const answers = [
    ...['x'.repeat(201), 'Anna Nowak', 'Baker', 'German', 'de', 'Gdynia'],
    ...['4', 'pretty', '3', 'pigeon', 'address', 'anna at home', '', 'anna@example.com'],
  ]
  const { exitCode, error } = await workspace.init([], answers)
  expect(exitCode).toBe(0)
  expect(error).toMatch(/^ {2}Expected at most 200 characters/m)
  expect(error).toMatch(/a language code such as en/)
  expect(error).toMatch(/index, editorial, terminal, or a number from 1 to 3/)
  expect(error).toMatch(/gateway, emailjs, address, later, or a number from 1 to 4/)
  expect(error.match(/an email address such as/g)).toHaveLength(2)
  expect(await workspace.loaded()).toMatchObject({
    site: { language: 'de', look: 'terminal' },
    hero: { place: 'Gdynia' },
  })
})

test.each([0, 1, 6])('ending the input after %i answers writes nothing', async (count) => {
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
