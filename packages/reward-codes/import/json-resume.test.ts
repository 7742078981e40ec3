import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { IMPORTS, SAMPLE_FOLDER } from 'test-fixtures/folders.ts'
import { expect, test } from 'vitest'
import { newPortfolio } from '../cli/new-portfolio.ts'
import { formatDiagnostics } from '../content/diagnostic.ts'
import { checkPortfolio } from '../content/load.ts'
import { makeJsonResume } from '../files/json-resume.ts'
import { readJsonResume } from './json-resume.ts'

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

test('a JSON Resume of realistic size survives import and export', () => {
  const draft = readJsonResume(RESUME)
  const { name, label: headline, email } = RESUME.basics
  const answers = { name, headline, email, place: 'Kraków, Poland' }
  const text = newPortfolio(draft, answers)
  const loaded = checkPortfolio(text, SAMPLE_FOLDER)
  if (!loaded.ok) throw new Error(formatDiagnostics(loaded.diagnostics))
  expect(withoutLeftOut(makeJsonResume(loaded.portfolio))).toEqual(withoutLeftOut(RESUME))
})

test.each([
  [{ basics: 7, work: 'none', skills: [null, 3, { name: ['CSS'] }] }, { resume: {} }],
  [{ basics: { phone: '+48 601 555 017' } }, { person: { phone: '+48 601 555 017' } }],
  [
    { projects: [{ startDate: '2020-01', endDate: '2023-05' }] },
    { projects: { cards: [{ year: '2023' }] } },
  ],
  [{ projects: [{ startDate: 'Mar 2022' }] }, { projects: { cards: [{ year: '2022' }] } }],
  [{ basics: { location: { countryCode: 'pl' } } }, { hero: { place: 'Poland' } }],
  [
    { basics: { location: { city: 'Nowhere', countryCode: 'Narnia' } } },
    { hero: { place: 'Nowhere' } },
  ],
  [
    { basics: { profiles: [{ network: 'Stack Overflow', url: 'https://stackoverflow.com/u/1' }] } },
    { person: { profiles: [{ name: 'Stack Overflow', icon: 'stackoverflow' }] } },
  ],
])('%j gives %j', (resume, draft) => {
  expect(readJsonResume(resume)).toMatchObject(draft)
})
