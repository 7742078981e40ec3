import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { type ContentFolder, contentFolder } from 'test-fixtures/call-portfolio.ts'
import { changedSample } from 'test-fixtures/change-content.ts'
import { IMPORTS } from 'test-fixtures/folders.ts'
import { hostileText } from 'test-fixtures/fuzz.ts'
import { shortOrLong } from 'test-fixtures/results.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { formatDiagnostics } from '../content/diagnostic.ts'
import { load } from '../content/load.ts'
import { findTodos } from '../content/public-site.ts'
import { positionsIn } from '../content/tenures.ts'
import { contentAssets } from '../images/content-assets.ts'
import { readImport } from '../import/read-import.ts'
import { knownAnswers, makePortfolio } from './import.ts'

const RESUME = join(IMPORTS, 'resume.json')
const ENTERS = Array.from({ length: 6 }, () => '')

let workspace: ContentFolder
beforeEach(() => {
  workspace = contentFolder()
  rmSync(workspace.content, { recursive: true })
})
afterEach(() => workspace.remove())

/** Imports a resume as `init --yes` does. */
async function importResume(resume: unknown) {
  const file = workspace.write('cv.json', JSON.stringify(resume))
  const { exitCode, out, error } = await workspace.init(['--import', file, '--yes'])
  expect({ exitCode, error }).toEqual({ exitCode: 0, error: '' })
  return { out, portfolio: await workspace.loaded() }
}

const NAMED = { name: 'Anna Nowak' }

test('an import supplies the default answers and its content', async () => {
  const { asked, exitCode } = await workspace.init(['--import', RESUME], ENTERS)
  expect(exitCode).toBe(0)
  expect(asked[0]).toBe('Your name [Aleksandra Ferreira-Wójcik]: ')
  expect(asked[2]).toContain('[en]')
  expect(asked[3]).toContain('[Kraków, Poland]')
  const { person, resume } = await workspace.loaded()
  expect(person).toMatchObject({ profiles: { length: 4 }, location: { region: 'Małopolskie' } })
  // Two of the eight positions are at one employer.
  expect(resume?.experience?.entries).toHaveLength(7)
  expect(positionsIn(resume?.experience)).toHaveLength(8)
})

test('--import with --yes writes the same as the default answers', async () => {
  await workspace.init(['--import', RESUME], ENTERS)
  const answered = workspace.portfolio()
  rmSync(workspace.content, { recursive: true })
  expect(await workspace.init(['--import', RESUME, '--yes'])).toMatchObject({ exitCode: 0 })
  expect(workspace.portfolio()).toBe(answered)
})

test('an import has no sample texts, and says what the first screen lacks', async () => {
  const { out, portfolio } = await importResume({ basics: NAMED, skills: [{ name: 'CSS' }] })
  expect(findTodos(workspace.portfolio()).map(({ text }) => text)).toEqual(['form: gateway'])
  expect(out).toMatch(/^Wrote .* yours to write: 1/)
  expect(portfolio).not.toHaveProperty('projects')
  expect(portfolio).not.toHaveProperty('about')
  expect(Object.keys(portfolio.resume ?? {})).not.toContain('education')
  expect(portfolio.hero.claim).toBe('Anna Nowak')
  expect(out).toContain('Without hero.claim, the first screen shows your name')
})

test('an entry without what it needs is left out and named', async () => {
  const { out, portfolio } = await importResume({
    basics: NAMED,
    work: [{ name: 'Mill', highlights: ['Bread'] }],
    projects: [{ description: 'An oven' }],
  })
  expect(positionsIn(portfolio.resume?.experience)).toMatchObject([{ course: 'Mill' }])
  expect(out).toContain('projects.cards.0: "An oven" has no title')
  expect(findTodos(workspace.portfolio()).map(({ text }) => text)).toEqual(['form: gateway'])
})

test('what an import drops is named, and what becomes public', async () => {
  const { out } = await workspace.init(['--import', RESUME, '--yes'])
  const { person } = await workspace.loaded()
  expect(person.phone).toBe('+48 601 555 017')
  expect(out).toMatch(/^person\.phone is from the import.* public/m)
  expect(out).toMatch(/^person\.portrait is loaded from ola\.example\.net\. .* content\/images\//m)
  expect(out).toMatch(/^ {2}person\.profiles: "ola\.example\.net, .* at most 4 entries/m)
  expect(out).toMatch(/^The page has no field for: interests, .*basics\.location\.address/m)
  rmSync(workspace.content, { recursive: true })
  const { out: bare } = await importResume({ basics: NAMED })
  expect(bare).not.toMatch(/Not imported|no field|phone|portrait/)
})

/** What stopped the build of real resumes, or was lost. */
test.each<[string, Record<string, unknown>, string | undefined]>([
  [
    'a telephone on request',
    { basics: { ...NAMED, phone: 'Upon request' } },
    'person.phone: "Upon request", expected a quoted number',
  ],
  [
    'an end in Chinese',
    { work: [{ name: 'A', position: 'B', startDate: '2020-01', endDate: '至今' }] },
    undefined,
  ],
  [
    'an address that runs',
    { work: [{ name: 'A', position: 'B', url: 'javascript:alert(1)' }] },
    '"javascript:alert(1)", expected a full URL',
  ],
  [
    'a reference without a text',
    { references: [{ name: 'Jan Kowal' }] },
    'testimonials.entries.0: "Jan Kowal" has no quote',
  ],
  [
    'relative addresses',
    {
      publications: Array.from({ length: 17 }, (_, n) => ({
        name: `P${n}`,
        url: `/papers/${n}.pdf`,
      })),
    },
    'publications.url: "/papers/16.pdf" is a page of another site',
  ],
  ['a country by name', { basics: { ...NAMED, location: { countryCode: 'INDIA' } } }, undefined],
  [
    'a country by three letters',
    { basics: { ...NAMED, location: { countryCode: 'USA' } } },
    undefined,
  ],
  [
    'an empty skill',
    { skills: [{ name: '', level: '', keywords: [] }, { name: 'CSS' }] },
    undefined,
  ],
  [
    'a date with a comment',
    { work: [{ name: 'A', position: 'B', startDate: '2013-01-01 // YYYY-MM-DD' }] },
    'work.startDate: "2013-01-01 // YYYY-MM-DD" is taken as 2013-01',
  ],
  [
    'a profile without an address',
    { basics: { ...NAMED, profiles: [{ network: 'Blog', url: '' }] } },
    'person.profiles.0: "Blog, globe" has no url',
  ],
  [
    'the same profile twice',
    {
      basics: {
        ...NAMED,
        profiles: [
          { network: 'X', url: 'https://x.com/a' },
          { network: 'Twitter', url: 'https://x.com/a' },
        ],
      },
    },
    'expected unique URLs',
  ],
  ['a date without zeros', { awards: [{ title: 'A', date: '2023-9-28' }] }, undefined],
  [
    'a period that ends first',
    { work: [{ name: 'A', position: 'B', startDate: '2020', endDate: '2018' }] },
    '"2020 – 2018", expected a period that starts before it ends',
  ],
  [
    'a picture of the first version',
    { basics: { ...NAMED, picture: 'me.png' } },
    'basics.picture: "me.png"',
  ],
  [
    'an address of a machine',
    { basics: { ...NAMED, website: 'http://localhost:3000' } },
    'expected a full URL such as https://example.com, of a public host',
  ],
  [
    'an email address that is none',
    { basics: { ...NAMED, email: 'call me' } },
    'email: "call me" Expected an email address',
  ],
  ['a name in control characters', { basics: { name: 'Anna\u0000\u001b Nowak' } }, undefined],
])('%s: the page builds', async (_, resume, named) => {
  const { out } = await importResume({ basics: NAMED, ...resume })
  if (named) expect(out).toContain(named)
  else expect(out).not.toContain('Not imported')
})

test('each of many entries is taken or named', async () => {
  const courses = Array.from({ length: 40 }, (_, index) => `Course ${index}.`)
  const { out } = await importResume({
    basics: NAMED,
    education: [{ institution: 'School', studyType: 'Diploma', courses }],
  })
  const output = workspace.portfolio() + out
  expect(courses.filter((course) => !output.includes(course))).toEqual([])
})

test('a text that is too long is taken or named, and never shortened', async () => {
  const awarder = `Academy of ${'very '.repeat(60)}long names`
  const { out, portfolio } = await importResume({
    basics: NAMED,
    awards: [{ title: 'Award', awarder }],
  })
  const [award] = portfolio.resume?.awards?.entries ?? []
  expect([awarder, undefined]).toContain(award?.by)
  if (!award?.by) expect(out).toContain('resume.awards.entries.0.by: "Academy of very very')
})

test('another place than that of the import replaces its location', async () => {
  const args = ['--import', RESUME, '--place', 'Gdynia, Poland', '--yes']
  expect(await workspace.init(args)).toMatchObject({ exitCode: 0 })
  expect((await workspace.loaded()).person.location).toEqual({ city: 'Gdynia', country: 'PL' })
})

test('an unreadable import ends init before the first question', async () => {
  const { exitCode, error, asked } = await workspace.init(['--import', 'nowhere.json'], ENTERS)
  expect({ exitCode, asked }).toEqual({ exitCode: 1, asked: [] })
  expect(error).toContain('Cannot read')
})

const TEXTS = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    ...[
      'Anna',
      '<p>One<br/>two</p>',
      '[x](javascript:1) [y](#z)',
      '# a: b',
      '- a',
      '{name}',
      '|',
      '---',
    ],
    ...[
      'אבג דה',
      'العربية',
      '日本語のテキスト',
      'हिन्दी',
      '\u202eabc',
      '~',
      'null',
      '1e3',
      '&a *b',
      '%',
    ],
    ...['x'.repeat(3000), 'word '.repeat(700), '\ttab\n  indented\n\n\nend', 'a\u2028b', '"\'`'],
  ),
)
const DATES = fc.constantFrom(
  ...[
    '2020',
    '2023-9-28',
    '2020-13',
    'May 2020',
    '至今',
    'Present',
    'soon',
    '0',
    '03/04/2019',
    '2019 - 2021',
  ],
)
const ADDRESSES = fc.constantFrom(
  ...[
    'example.org',
    'https://example.org/a b',
    'javascript:1',
    '/a',
    'mailto:a@b.example',
    'http://[::1]/',
  ],
  ...[
    'https://',
    'http://localhost',
    'tel:1',
    '#a',
    'images/me.png',
    'HTTPS://EXAMPLE.ORG',
    'ftp://a.example',
  ],
)
const ODD = fc.oneof(
  fc.constantFrom<unknown>(null, '', [], {}, 0, 7.5, true, false, [null], [[]], [{}], {
    a: { b: 1 },
  }),
  fc.array(TEXTS, { maxLength: 3 }),
)
const VALUE = fc.oneof({ weight: 4, arbitrary: TEXTS }, DATES, ADDRESSES, {
  weight: 2,
  arbitrary: ODD,
})

/** The names of both versions, and some of neither. */
const entries = (...names: string[]) => {
  const fields = Object.fromEntries(names.map((name) => [name, VALUE]))
  return fc.oneof(
    { weight: 5, arbitrary: fc.array(fc.record(fields, { requiredKeys: [] }), { maxLength: 4 }) },
    fc.array(fc.record(fields, { requiredKeys: [] }), { minLength: 40, maxLength: 40 }),
    VALUE,
  )
}
const PERIOD = ['startDate', 'endDate']
const RESUMES = fc.record(
  {
    basics: fc.record(
      {
        ...Object.fromEntries(
          ['label', 'email', 'phone', 'summary', 'url', 'website', 'image', 'picture'].map(
            (name) => [name, VALUE],
          ),
        ),
        location: fc.oneof(VALUE, fc.record({ city: VALUE, region: VALUE, countryCode: VALUE })),
        profiles: entries('network', 'username', 'url'),
      },
      { requiredKeys: [] },
    ),
    work: entries(
      'name',
      'company',
      'position',
      'url',
      'location',
      'summary',
      'highlights',
      ...PERIOD,
    ),
    volunteer: entries('organization', 'position', ...PERIOD),
    education: entries('institution', 'area', 'studyType', 'courses', 'gpa', ...PERIOD),
    skills: entries('name', 'level', 'keywords'),
    projects: entries(
      'name',
      'description',
      'summary',
      'highlights',
      'keywords',
      'url',
      'roles',
      ...PERIOD,
    ),
    references: entries('name', 'reference'),
    awards: entries('title', 'date', 'awarder', 'summary'),
    publications: entries('name', 'releaseDate', 'website'),
    languages: entries('language', 'fluency'),
    interests: entries('name'),
  },
  { requiredKeys: ['basics'] },
)

test('whatever a resume holds, the page of its import builds', async () => {
  const folder = changedSample()
  const property = fc.asyncProperty(RESUMES, async (resume) => {
    const imported = readImport(workspace.write('cv.json', JSON.stringify(resume)))
    if (!imported.ok) throw new Error(imported.error)
    const made = await makePortfolio(imported, { ...knownAnswers(imported), name: 'Anna Nowak' })
    if (!made.ok) throw new Error(formatDiagnostics(made.diagnostics))
    writeFileSync(join(folder, 'portfolio.yaml'), made.text)
    const loaded = await load(folder, { assets: contentAssets })
    if (!loaded.ok)
      throw new Error(
        `${formatDiagnostics(loaded.diagnostics)}\n${readFileSync(join(folder, 'portfolio.yaml'), 'utf8')}`,
      )
  })
  await fc.assert(property, { numRuns: shortOrLong(20, 500) })
})
