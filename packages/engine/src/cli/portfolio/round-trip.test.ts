import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CONTENT, IMPORTS } from 'test-fixtures/folders.ts'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { formatDiagnostics } from '../../content/diagnostic.ts'
import { checkPortfolio } from '../../content/load.ts'
import { makeJsonResume } from '../../exports/json-resume.ts'
import { makeVcard } from '../../exports/vcard.ts'
import { prepareImport } from '../../import/prepare.ts'
import { readImport } from '../../import/read-import.ts'
import { readVcard } from '../../import/vcard.ts'
import { readSampleText } from './portfolio-file.ts'

const RESUME = join(IMPORTS, 'resume.json')

/** Fields of JSON Resume that the portfolio does not have. All others survive a round trip. */
const UNSUPPORTED = [
  '$schema',
  'meta',
  'interests',
  'references',
  'basics.image',
  'basics.location.address',
  'basics.location.postalCode',
  'work[].description',
  'education[].score',
  'projects[].highlights',
  'projects[].startDate',
  'projects[].endDate',
  'projects[].roles',
  'projects[].type',
]

const SAMPLE = readSampleText()

function importResume(text: string) {
  const imported = readImport(RESUME)
  if (!imported.ok) throw new Error(imported.error)
  return prepareImport(imported, text, SAMPLE)
}

function exportResume(text: string) {
  const loaded = checkPortfolio(text, CONTENT)
  if (!loaded.ok) throw new Error(formatDiagnostics(loaded.diagnostics))
  return makeJsonResume(loaded.portfolio)
}

/** Removes the fields of the list above. */
function supported(value: unknown, parent = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => supported(item, `${parent}[]`))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, inner]) => {
    const path = parent ? `${parent}.${name}` : name
    return [name, supported(inner, path), path] as const
  })
  return Object.fromEntries(entries.filter(([, , path]) => !UNSUPPORTED.includes(path)))
}

test('a JSON Resume of realistic size survives import and export', () => {
  const { text, skipped } = importResume(SAMPLE)
  const resume = JSON.parse(readFileSync(RESUME, 'utf8'))
  expect(supported(exportResume(text))).toEqual(supported(resume))
  const reported = skipped.map(({ what }) =>
    what.replace(/\[\d*\]|(?: \(.*)/g, (part) => (part.startsWith('[') ? '[]' : '')),
  )
  const unreported = ['$schema', 'meta']
  expect([...new Set(reported)].sort()).toEqual(
    UNSUPPORTED.filter((name) => !unreported.includes(name)).sort(),
  )
})

test('importing the same file again changes nothing', () => {
  const { text } = importResume(SAMPLE)
  expect(importResume(text).text).toBe(text)
})

test.each([
  ['pl', { city: 'Kraków', region: 'Małopolskie', country: 'PL' }],
  ['de', { city: 'Abidjan, Plateau', country: 'CI' }],
  ['ja', { region: 'Attika; Athen', country: 'GR' }],
  ['en', { country: 'XX' }],
])(
  'a location survives vCard export and import in the page language %s: %o',
  (language, location) => {
    const loaded = checkPortfolio(SAMPLE, CONTENT)
    if (!loaded.ok) throw new Error(formatDiagnostics(loaded.diagnostics))
    const { site, person, ...others } = loaded.portfolio
    const portfolio = { ...others, site: { ...site, language }, person: { ...person, location } }
    const imported = readVcard(makeVcard(portfolio))
    if (!imported) throw new Error('The card is none.')
    expect(imported.draft.person?.location).toEqual(location)
    const { text } = prepareImport(imported, SAMPLE, SAMPLE)
    expect(parse(text).person.location).toEqual(location)
  },
)

test('an import leaves no sample data in the imported sections', () => {
  const content = JSON.stringify(parse(importResume(SAMPLE).text))
  for (const word of [
    'Maja',
    'Zielińska',
    'reward-codes-example',
    'Brightline',
    'Harbour',
    'Svelte',
  ]) {
    expect(content).not.toContain(word)
  }
})
