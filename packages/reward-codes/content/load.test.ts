import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TEXTS } from 'reward-codes-gateway/internal/delivery/mail-texts/languages.ts'
import { diagnosticsAfter } from 'test-fixtures/content-errors.ts'
import { SAMPLE_FOLDER } from 'test-fixtures/folders.ts'
import { copySampleContent, loadSample } from 'test-fixtures/sample-content.ts'
import { textsOf } from 'test-fixtures/texts-of.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { contentAssets } from '../images/content-assets.ts'
import { type Diagnostic, formatDiagnostic } from './diagnostic.ts'
import { findIcon } from './icons.ts'
import { load } from './load.ts'
import { LANGUAGES } from './strings/languages.ts'
import { positionsIn } from './tenures.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-content-'))
  copySampleContent(folder)
})

afterEach(() => rmSync(folder, { recursive: true }))

test('images and icons may be missing if only the text is checked', async () => {
  rmSync(join(folder, 'images'), { recursive: true })
  expect((await load(folder)).ok).toBe(true)
  expect((await load(folder, { assets: contentAssets })).ok).toBe(false)
})

test('the content of this project is valid', async () => {
  const loaded = await load(SAMPLE_FOLDER, { assets: contentAssets })
  expect(loaded).toMatchObject({ ok: true })
})

test('the sample has the specified content', async () => {
  const { brand, hero, about, services, projects, resume, contact } = loadSample()
  expect(brand.text).toBe('Reward Codes')
  // As specified, with the apostrophe of print.
  expect(hero.phrases.map((phrase) => phrase.replace('’', "'"))).toEqual([
    "I'm Maja Zielińska.",
    "I'm a Web Developer.",
    "I'm a Programmer.",
  ])
  expect(hero.place).toBe('based in Poland')
  expect(about?.figures.map(({ number }) => number)).toEqual(['3+', '50+', '35+', '2+'])
  expect(services?.cards).toHaveLength(4)
  expect(projects?.cards).toHaveLength(6)
  expect(projects?.cards.filter(({ title }) => title.includes('work in progress'))).toHaveLength(2)
  expect(resume?.education?.entries).toHaveLength(1)
  expect(resume?.experience?.entries).toHaveLength(5)
  expect(resume?.skills?.entries.map(({ level }) => level)).toEqual([90, 50, 80, 85, 50, 70])
  expect(contact?.subjects).toEqual([
    'General Inquiry',
    'Project Collaboration',
    'Job Opportunity',
    'Feedback',
    'Other',
  ])
})

describe('an error has a location, the found value and what is expected', () => {
  test('for a number instead of a text', async () => {
    const [diagnostic] = await diagnosticsAfter(['description: Experience', 'description: 50'])
    expect(diagnostic).toMatchObject({
      field: 'about.figures.0.description',
      found: 'the number 50',
    })
    expect(diagnostic?.expected).toContain('quote it: "50"')
  })

  test('for a level out of range', async () => {
    const [diagnostic] = await diagnosticsAfter(['level: 90', 'level: 190'])
    expect(diagnostic).toMatchObject({
      field: 'resume.skills.entries.0.level',
      found: 'the number 190',
    })
    expect(diagnostic?.expected).toContain('at most 100')
  })

  test('for a URL without a host', async () => {
    const [diagnostic] = await diagnosticsAfter([
      'https://github.com/reward-codes-example\n',
      'github/maja\n',
    ])
    expect(diagnostic).toMatchObject({ field: 'person.profiles.1.url', found: '"github/maja"' })
    expect(diagnostic?.expected).toContain('https://example.com')
  })

  test('for an image that does not exist or differs in case', async () => {
    const [diagnostic] = await diagnosticsAfter(['images/brand.svg', 'images/Brand.svg'])
    expect(diagnostic).toMatchObject({ field: 'brand.image', suggestion: 'images/brand.svg' })
  })

  test('for an unknown icon', async () => {
    const [diagnostic] = await diagnosticsAfter(['icon: search', 'icon: serch'])
    expect(diagnostic).toMatchObject({ field: 'services.cards.2.icon', suggestion: 'search' })
  })

  test.each([
    ['level: 90', 'level: 90%', 'a number. The length of the bar in percent, from 0 to 100'],
    ['country: PL', 'country: Poland', 'a two-letter country code such as PL'],
    ['language: en', 'language: German', 'a language code such as en or pl'],
    ['color: "#1a7a60"', 'color: red', 'a quoted colour such as "#2f6f4f"'],
    ['image: images/brand.svg', 'image: brand.svg', 'a file such as images/work.png'],
    ['year: "2026"', 'year: 2026', 'text; quote it: "2026"'],
  ])('for %s written as %s', async (from, to, expected) => {
    const [diagnostic, ...others] = await diagnosticsAfter([from, to])
    expect(others).toEqual([])
    expect(diagnostic?.expected).toContain(expected)
  })

  test.each([
    ['http://127.0.0.1:3305/', '127.0.0.1 is an IP address'],
    ['http://localhost:3000/', 'localhost is reachable from this machine only'],
    ['https://intranet/', '"intranet" is not a public host name'],
    ['ftp://maja.dev/', 'ftp: is not http or https'],
  ])('for the address %s', async (address, reason) => {
    const url = `  language: en\n  url: ${address}\n`
    const [diagnostic, ...others] = await diagnosticsAfter(['  language: en\n', url])
    expect(others).toEqual([])
    expect(diagnostic).toMatchObject({
      field: 'site.url',
      expected: expect.stringContaining(reason),
    })
    // A suggestion must be valid itself, so there is none.
    expect(diagnostic?.suggestion).toBeUndefined()
  })

  test.each([
    ['icon: code-xml', 'icon: arrow-dwon', 'arrow-down'],
    ['icon: github', 'icon: GitHub', 'github'],
  ])('for %j written as %j, with a suggestion', async (from, to, suggestion) => {
    expect(await diagnosticsAfter([from, to])).toMatchObject([{ suggestion }])
  })

  test('for a period in an unknown format', async () => {
    const [diagnostic] = await diagnosticsAfter(['2018 – 2022', '2018, 2022'])
    expect(diagnostic?.expected).toContain('2019 – 2021')
  })

  test('for an image that is neither a file nor an address', async () => {
    const [diagnostic] = await diagnosticsAfter(['images/harbour.svg', '/harbour.png'])
    expect(diagnostic).toMatchObject({ field: 'projects.cards.3.imgSrc' })
  })

  test('for a missing file', async () => {
    rmSync(join(folder, 'portfolio.yaml'))
    expect((await load(folder)).ok).toBe(false)
  })
})

test('all errors are reported at once, in file order', async () => {
  const diagnostics = await diagnosticsAfter(
    ['level: 90', 'level: 190'],
    ['icon: search', 'icon: serch'],
    ['place:', 'plaze:'],
  )
  const lines = diagnostics.map(({ line }) => line)
  expect(diagnostics.map(({ field }) => field)).toEqual([
    'hero.plaze',
    'services.cards.2.icon',
    'resume.skills.entries.0.level',
  ])
  expect(lines).toEqual(lines.toSorted((a, b) => a - b))
})

test('a formatted error has file, line, column, field, found, expected and a suggestion', async () => {
  const diagnostic: Diagnostic = {
    file: 'content/portfolio.yaml',
    line: 29,
    column: 3,
    field: 'hero.greting',
    found: 'unknown field "greting"',
    expected: 'greeting, place',
    suggestion: 'greeting',
  }
  expect(formatDiagnostic(diagnostic)).toBe(
    [
      'content/portfolio.yaml:29:3  hero.greting',
      '    found         unknown field "greting"',
      '    expected      greeting, place',
      '    did you mean  greeting',
    ].join('\n'),
  )
})

test('an empty section is omitted like a missing one', async () => {
  const file = join(folder, 'portfolio.yaml')
  const text = readFileSync(file, 'utf8')
  const [before = '', after = ''] = text.split(/^projects:\n/m)
  const rest = after.slice(after.search(/^resume:/m))
  const empty = 'projects:\n  menuLabel: Portfolio\n  heading: Portfolio\n  cards: []\n\n'
  writeFileSync(file, before + empty + rest)
  const loaded = await load(folder)
  if (!loaded.ok) throw new Error('An empty section is valid.')
  expect(loaded.portfolio).not.toHaveProperty('projects')
})

test('a brand icon is found first, unless the name has the prefix lucide:', async () => {
  expect(findIcon('x')).toBeDefined()
  expect(findIcon('lucide:x')).toBeDefined()
  expect(findIcon('lucide:x')).not.toBe(findIcon('x'))
  expect(findIcon('lucide:github-example')).toBeUndefined()
})

describe('the texts of the user interface', () => {
  async function textsFor(language: string, own = '') {
    const file = join(folder, 'portfolio.yaml')
    const yaml = readFileSync(file, 'utf8').replace('language: en', `language: ${language}`)
    writeFileSync(file, yaml + own)
    const loaded = await load(folder)
    if (!loaded.ok) throw new Error('The content has errors.')
    return loaded.portfolio.strings
  }

  test.each([
    ['de-AT', 'Nachricht senden'],
    ['pl', 'Wyślij wiadomość'],
    ['sv', 'Skicka meddelande'],
    ['zh-CN', '发送留言'],
    ['zh-Hant', 'Send message'],
    ['da', 'Send message'],
  ])('in %s follow the language of the site', async (language, send) => {
    expect((await textsFor(language)).form.send).toBe(send)
  })

  test('may be replaced one by one', async () => {
    const texts = await textsFor('de', '\nstrings:\n  form:\n    send: Abschicken\n')
    expect(texts.form).toMatchObject({ send: 'Abschicken', sending: 'Wird gesendet\u00a0…' })
  })

  test('are in the languages of the mails', () => {
    expect(Object.keys(LANGUAGES).sort()).toEqual(Object.keys(TEXTS).sort())
  })

  test.each(Object.entries(LANGUAGES))(
    'keep the placeholders of the English texts in %s',
    (_, texts) => {
      const placeholders = (value: unknown) =>
        Object.fromEntries(
          textsOf(value).map(({ path, text }) => [path.join('.'), text.match(/\{\w+\}/g)?.sort()]),
        )
      expect(placeholders(texts)).toEqual(placeholders(LANGUAGES.en))
    },
  )
})

test('another language changes labels, dates and countries, and not what is written', async () => {
  const { site, person, resume, strings } = loadSample()
  const loaded = await load(SAMPLE_FOLDER, { language: 'de' })
  if (!loaded.ok) throw new Error('The content has errors.')
  const { portfolio } = loaded
  expect([site.language, portfolio.site.language]).toEqual(['en', 'de'])
  expect([person.place, portfolio.person.place]).toEqual(['Kraków, Poland', 'Kraków, Polen'])
  expect([strings.close, portfolio.strings.close]).toEqual(['Close', 'Schließen'])
  const since = [resume, portfolio.resume].map(
    (one) => positionsIn(one?.experience)?.[0]?.period?.label,
  )
  expect(since[0]).toMatch(/present$/)
  expect(since[1]).toMatch(/heute$/)
  expect(portfolio.about?.bio).toEqual(loadSample().about?.bio)
})

test('content is read again when a file of the folder has changed, and only then', async () => {
  const first = await load(folder)
  expect(await load(folder)).toBe(first)
  const file = join(folder, 'portfolio.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replace('Hi There!', 'Hi There?'))
  expect(await load(folder)).toMatchObject({ portfolio: { hero: { greeting: 'Hi There?' } } })
  rmSync(join(folder, 'images/brand.svg'))
  expect((await load(folder, { assets: contentAssets })).ok).toBe(false)
})
