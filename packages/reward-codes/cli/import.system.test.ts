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
import { getIn, type Path } from '../content/values.ts'
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

test('an import supplies the default answers and its content, as --yes does', async () => {
  const { asked, exitCode } = await workspace.init(['--import', RESUME], ENTERS)
  expect(exitCode).toBe(0)
  const offered = asked.map((question) => /\[(.*)\]/.exec(question)?.[1])
  expect(offered).toEqual(expect.arrayContaining(['Aleksandra Ferreira-Wójcik', 'Kraków, Poland']))
  const answered = workspace.portfolio()
  const { person, resume } = await workspace.loaded()
  expect(person).toMatchObject({ profiles: { length: 4 }, location: { region: 'Małopolskie' } })
  // Two of the eight positions are at one employer.
  expect(resume?.experience?.entries).toHaveLength(7)
  expect(positionsIn(resume?.experience)).toHaveLength(8)
  rmSync(workspace.content, { recursive: true })
  const { out } = await workspace.init(['--import', RESUME, '--yes'])
  expect(workspace.portfolio()).toBe(answered)
  for (const named of [
    'person.phone',
    'person.portrait',
    'person.profiles.4',
    'interests',
    'basics.location.address',
  ])
    expect(out).toContain(named)
})

test('an import has no sample texts', async () => {
  const { portfolio } = await importResume({ basics: NAMED, skills: [{ name: 'CSS' }] })
  expect(findTodos(workspace.portfolio()).map(({ text }) => text)).toEqual(['form: gateway'])
  expect(portfolio).not.toHaveProperty('projects')
  expect(portfolio).not.toHaveProperty('about')
  expect(Object.keys(portfolio.resume ?? {})).not.toContain('education')
})

test('what the page cannot have is left out and named, and the page builds', async () => {
  const work = { name: 'A', position: 'B' }
  const { out, portfolio } = await importResume({
    basics: {
      ...NAMED,
      email: 'call me',
      phone: 'Upon request',
      picture: 'me.jpg',
      website: 'http://localhost:3000',
      profiles: [
        { network: 'X', url: 'https://x.com/a' },
        { network: 'Twitter', url: 'https://x.com/a' },
        { network: 'Blog', url: '' },
      ],
    },
    work: [
      { ...work, url: 'javascript:alert(1)' },
      { ...work, startDate: '2020', endDate: '2018' },
      { ...work, startDate: '2020-01', endDate: '至今' },
    ],
    projects: [{ description: 'An oven' }],
    references: [{ name: 'Jan Kowal' }],
    publications: Array.from({ length: 17 }, (_, n) => ({ name: `P${n}`, url: `/${n}.pdf` })),
  })
  for (const named of [
    'email: "call me"',
    'person.phone: "Upon request"',
    'person.portrait: "me.jpg"',
    'person.profiles.1.url: "https://x.com/a"',
    'person.profiles.2: "Blog, globe"',
    'person.profiles.3.url: "http://localhost:3000"',
    'resume.experience.entries.0.url: "javascript:alert(1)"',
    'resume.experience.entries.1.period: "2020 – 2018"',
    'projects.cards.0: "An oven"',
    'testimonials.entries.0: "Jan Kowal"',
    'publications.url: "/16.pdf"',
  ])
    expect(out).toContain(named)
  expect(portfolio.person.profiles.map(({ url }) => url)).toEqual(['https://x.com/a'])
  expect(positionsIn(portfolio.resume?.experience)).toHaveLength(3)
  expect(portfolio.resume?.publications?.entries).toHaveLength(17)
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

test('another place than that of the import replaces its location', async () => {
  const args = ['--import', RESUME, '--place', 'Gdynia, Poland', '--yes']
  expect(await workspace.init(args)).toMatchObject({ exitCode: 0 })
  expect((await workspace.loaded()).person.location).toEqual({ city: 'Gdynia', country: 'PL' })
})

test('an unreadable import ends init before the first question', async () => {
  const { exitCode, asked } = await workspace.init(['--import', 'nowhere.json'], ENTERS)
  expect({ exitCode, asked }).toEqual({ exitCode: 1, asked: [] })
})

/** Texts, dates and addresses that a line of a resume may have, and what stands in place of one. */
const LINES =
  `Anna|<p>One<br/>two</p>|[x](javascript:1) [y](#z)|# a: b|- a|{name}|---|אבג דה|العربية|日本語のテキスト
हिन्दी|\u202eabc|~|null|1e3|&a *b|%|"'\`|2020|2023-9-28|2020-13|May 2020|至今|Present|soon|0|03/04/2019|2019 - 2021
example.org|https://example.org/a b|javascript:1|/a|mailto:a@b.example|http://[::1]/|https://|http://localhost|tel:1
#a|images/me.png|HTTPS://EXAMPLE.ORG|ftp://a.example`.split(/[|\n]/)
const LONG = ['x'.repeat(3000), 'word '.repeat(700), '\ttab\n  indented\n\n\nend', 'a\u2028b', '|']
const ODD = JSON.parse('[null, "", [], {}, 0, 7.5, true, [null], [[]], [{}], { "a": { "b": 1 } }]')
const VALUE = fc.oneof(
  hostileText,
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom<unknown>(...LINES, ...LONG, ...ODD, Array(40).fill({ name: 'A' })),
  fc.array(fc.constantFrom(...LINES), { maxLength: 3 }),
)

const BASE = JSON.parse(readFileSync(RESUME, 'utf8'))
Object.assign(BASE.basics, { website: '', picture: '' })

/** The paths of lists, entries and values. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  const inner = value instanceof Object ? Object.entries(value) : []
  return inner.flatMap(([name, one]) => [[...path, name], ...pathsIn(one, [...path, name])])
}

/** The resume of the fixture with other values in some of its places. */
const EDITS = fc.array(fc.tuple(fc.constantFrom(...pathsIn(BASE)), VALUE), { maxLength: 60 })
const RESUMES = EDITS.map((edits) => {
  const resume = structuredClone(BASE)
  for (const [path, value] of edits) {
    const parent = getIn(resume, path.slice(0, -1))
    if (parent instanceof Object) Object.assign(parent, { [path.at(-1) ?? '']: value })
  }
  return { ...resume, basics: Object(resume.basics) }
})

test('whatever a resume holds, the page of its import builds', async () => {
  const folder = changedSample()
  const property = fc.asyncProperty(RESUMES, async (resume) => {
    const imported = readImport(workspace.write('cv.json', JSON.stringify(resume)))
    if (!imported.ok) throw new Error(imported.error)
    const made = await makePortfolio(imported, { ...knownAnswers(imported), name: 'Anna Nowak' })
    if (!made.ok) throw new Error(formatDiagnostics(made.diagnostics))
    writeFileSync(join(folder, 'portfolio.yaml'), made.text)
    const loaded = await load(folder, { assets: contentAssets })
    if (!loaded.ok) throw new Error(`${formatDiagnostics(loaded.diagnostics)}\n${made.text}`)
  })
  await fc.assert(property, { numRuns: shortOrLong(20, 500), seed: shortOrLong(1, Date.now()) })
})
