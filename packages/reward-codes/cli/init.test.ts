import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type ContentFolder, contentFolder } from 'test-fixtures/call-portfolio.ts'
import { ROOT } from 'test-fixtures/folders.ts'
import { sampleIdentity } from 'test-fixtures/sample-content.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findTodos } from '../content/public-site.ts'
import { LANGUAGES } from '../content/strings/languages.ts'
import { locationOf } from '../import/texts.ts'

const ANSWERS = ['Anna Nowak', 'Baker', 'en', 'Gdynia, Poland', '2', 'address', 'anna@example.com']
const FLAGS = ['--name', 'Anna Nowak', '--headline', 'Baker', '--place', 'Gdynia, Poland', '--yes']

let workspace: ContentFolder
beforeEach(() => {
  workspace = contentFolder()
  rmSync(workspace.content, { recursive: true })
})
afterEach(() => workspace.remove())

test('init creates the portfolio, the theme, the schema and a folder for images, and says what to read', async () => {
  const { exitCode, out } = await workspace.init([...FLAGS, '--messages', 'gateway'])
  expect(exitCode).toBe(0)
  expect(readdirSync(join(workspace.content, 'images'))).toEqual([])
  expect(workspace.read('theme.css')).toContain('site.hue')
  const [, schema = ''] =
    /^# yaml-language-server: \$schema=(\S+)\n/.exec(workspace.portfolio()) ?? []
  expect(workspace.read(schema)).toContain('"title": "Portfolio"')
  const [, heading, guide = ''] = /^Messages .*"(.+)" in (\S+)\.$/m.exec(out) ?? []
  // The package of a site has the guides of this repository.
  const file = guide.replace('node_modules/reward-codes', ROOT)
  expect(readFileSync(file, 'utf8')).toContain(`# ${heading}\n`)
  // Nothing of the person of our site is left.
  const text = JSON.stringify(await workspace.loaded()).toLowerCase()
  expect(text).toContain('anna nowak')
  expect(sampleIdentity().filter((name) => text.includes(name.toLowerCase()))).toEqual([])
})

test('the answers become the content', async () => {
  const { exitCode, out, asked } = await workspace.init([], ANSWERS)
  expect({ exitCode, asked: asked.length }).toEqual({ exitCode: 0, asked: 7 })
  expect(await workspace.loaded()).toMatchObject({
    site: {
      look: 'editorial',
      title: 'Anna Nowak, Baker',
      description: 'Anna Nowak, Baker, Gdynia, Poland',
    },
    brand: { text: 'Anna Nowak' },
    person: { name: 'Anna Nowak', headline: 'Baker', timeZone: 'Europe/Warsaw' },
    hero: { place: 'Gdynia, Poland' },
    contact: { email: 'anna@example.com', form: undefined },
    footer: { source: '© Anna Nowak' },
  })
  expect(out).not.toContain('docs/')
})

test.each([
  ['later', 6, /form: gateway # TODO/],
  ['emailjs', 6, /account:\n {4}# TODO\n {4}publicKey: your_public_key/],
])('messages by %s are a text to write, without an address', async (messages, count, written) => {
  const { asked } = await workspace.init([], [...ANSWERS.slice(0, 5), messages])
  expect(asked).toHaveLength(count)
  expect(workspace.portfolio()).toMatch(written)
  await workspace.loaded()
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
    expect(findTodos(workspace.portfolio())).toHaveLength(7)
  },
)

test('with only a name, what is not known is left out', async () => {
  expect(await workspace.init(['--name', 'Anna Nowak'])).toMatchObject({ exitCode: 0, error: '' })
  const { hero, person, services, site } = await workspace.loaded()
  expect([hero.place, person.headline, services]).toEqual([undefined, undefined, undefined])
  expect(site.title).toBe('Anna Nowak')
})

test.each<[string, object | undefined]>([
  ['Gdynia, Poland', { city: 'Gdynia', country: 'PL' }],
  ['Portland, Oregon, USA', { city: 'Portland', region: 'Oregon', country: 'US' }],
  ['London, UK', { city: 'London', country: 'GB' }],
  ['Utrecht, the Netherlands', { city: 'Utrecht', country: 'NL' }],
  ['Ukraine', { country: 'UA' }],
  ['San Francisco, CA', undefined],
  ['Leipzig, Deutschland', undefined],
])('the place %s gives %j', (place, location) => {
  expect(locationOf(place)).toEqual(location)
})

test('an existing portfolio stays as it is', async () => {
  workspace.reset()
  const before = workspace.portfolio()
  expect(await workspace.init(FLAGS)).toMatchObject({ exitCode: 2 })
  expect(workspace.portfolio()).toBe(before)
})

test('an invalid answer is asked for again', async () => {
  const answers = [
    ...['x'.repeat(201), 'Anna Nowak', 'Baker', 'German', 'de', 'Gdynia'],
    ...['4', 'pretty', '3', 'pigeon', 'address', 'anna at home', '', 'anna@example.com'],
  ]
  const { exitCode, error } = await workspace.init([], answers)
  expect(exitCode).toBe(0)
  expect(error.match(/^ {2}Expected /gm)).toHaveLength(7)
  expect(await workspace.loaded()).toMatchObject({
    site: { language: 'de', look: 'terminal' },
    hero: { place: 'Gdynia' },
    contact: { email: 'anna@example.com' },
  })
})

test.each([
  ['without a name or a terminal', ['--headline', 'Baker'], undefined, 2],
  ['with an invalid option', ['--email', 'x'], undefined, 2],
  ['with a misspelt option', ['--naem', 'x'], undefined, 2],
  ['when the input ends at once', [], [], 1],
  ['when the input ends at the last question', [], ANSWERS.slice(0, 6), 1],
])('%s, nothing is written', async (_, args, answers, code) => {
  expect(await workspace.init(args, answers)).toMatchObject({ exitCode: code })
  expect(workspace.read('theme.css')).toBeUndefined()
})
