import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changedSample } from 'test-fixtures/change-content.ts'
import { IMPORTS } from 'test-fixtures/folders.ts'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { knownAnswers, makePortfolio } from '../cli/import.ts'
import { formatDiagnostics } from '../content/diagnostic.ts'
import { load } from '../content/load.ts'
import { makeJsonResume } from '../files/json-resume.ts'
import { Fields, Notes } from './fields.ts'
import { readJsonResume } from './json-resume.ts'
import { readImport } from './read-import.ts'

const RESUME = JSON.parse(readFileSync(join(IMPORTS, 'resume.json'), 'utf8'))

/** What the portfolio has no field for. */
const LEFT_OUT = [
  '$schema',
  'meta',
  'interests',
  'basics.image',
  'basics.url',
  'basics.location.address',
  'basics.location.postalCode',
  'work[].description',
  'education[].score',
  'projects[].startDate',
  'projects[].endDate',
]

function withoutLeftOut(value: unknown, parent = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutLeftOut(item, `${parent}[]`))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, inner]) => {
    const path = parent ? `${parent}.${name}` : name
    return [name, withoutLeftOut(inner, path), path] as const
  })
  return Object.fromEntries(entries.filter(([, , path]) => !LEFT_OUT.includes(path)))
}

/** As the page shows it: with the description of the employer before what was done there. */
const EXPECTED = {
  ...RESUME,
  work: RESUME.work.map(({ description, ...entry }: Record<string, string>) =>
    description ? { ...entry, summary: `${description}\n\n${entry.summary}` } : entry,
  ),
}

test('a JSON Resume of realistic size survives import and export', async () => {
  const imported = readImport(join(IMPORTS, 'resume.json'))
  if (!imported.ok) throw new Error(imported.error)
  const made = await makePortfolio(imported, knownAnswers(imported))
  if (!made.ok) throw new Error(formatDiagnostics(made.diagnostics))
  // The header has room for four profiles.
  expect(made.lost).toEqual([expect.stringContaining('https://ola.example.net/')])
  const folder = changedSample()
  writeFileSync(join(folder, 'portfolio.yaml'), made.text)
  const loaded = await load(folder)
  if (!loaded.ok) throw new Error(formatDiagnostics(loaded.diagnostics))
  expect(withoutLeftOut(makeJsonResume(loaded.portfolio))).toEqual(withoutLeftOut(EXPECTED))
})

test('an entry with two errors is left out alone', async () => {
  const certificates = [{ name: 'A' }, { url: 'http://localhost/x' }, { name: 'B' }]
  const { draft } = read({ basics: { name: 'Anna Nowak' }, certificates })
  const imported = { ok: true as const, draft, unread: [], lost: [] }
  const made = await makePortfolio(imported, knownAnswers(imported))
  if (!made.ok) throw new Error(formatDiagnostics(made.diagnostics))
  expect(parse(made.text).resume.certificates.entries).toMatchObject([
    { title: 'A' },
    { title: 'B' },
  ])
  expect(made.lost).toEqual([
    expect.stringContaining('resume.certificates.entries.1'),
    expect.stringContaining('resume.certificates.entries.1'),
  ])
})

function read(resume: Record<string, unknown>) {
  const notes = new Notes()
  const draft = readJsonResume(new Fields(resume, '', notes))
  return { draft, unread: notes.unread(), lost: notes.lost }
}

type Case = {
  what: string
  resume: Record<string, unknown>
  draft?: object
  lost?: string[]
  unread?: string[]
}
const CASES: Case[] = parse(readFileSync(join(IMPORTS, 'cases.yaml'), 'utf8'))

test.each(CASES)('$what', ({ resume, draft = {}, lost = [], unread }) => {
  expect(read(resume)).toMatchObject({
    draft,
    lost: lost.map((start) => expect.stringContaining(start)),
    ...(unread && { unread }),
  })
})

test.each(['__proto__', 'constructor', 'toString'])('%s is a text like any other', (text) => {
  const resume = JSON.parse(
    `{"basics": {"name": "${text}", "location": {"country": "${text}"}, "profiles": [{"network": "${text}", "username": "a"}]}, "skills": [{"name": "${text}", "${text}": 1}], "${text}": 1}`,
  )
  const { draft, unread, lost } = read(resume)
  expect(draft.person).toMatchObject({ name: text, profiles: [{ name: text, username: 'a' }] })
  expect(unread).toEqual([text, `skills.${text}`])
  expect(lost).toHaveLength(1)
})
