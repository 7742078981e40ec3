import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { CONTENT, IMPORTS } from 'test-fixtures/folders.ts'
import { SAMPLE } from 'test-fixtures/import-resume.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { formatDiagnostics } from '../content/diagnostic.ts'
import { checkPortfolio } from '../content/load.ts'
import { makeJsonResume } from '../exports/json-resume.ts'
import { makeVcard } from '../exports/vcard.ts'
import { mergeImport } from './merge.ts'
import { readImport } from './read-import.ts'
import { readVcard } from './vcard.ts'

type Schema = {
  type?: string
  format?: string
  $ref?: string
  properties?: Record<string, Schema>
  items?: Schema
}

const require = createRequire(import.meta.url)
const RESUME: Schema = JSON.parse(
  readFileSync(require.resolve('@jsonresume/schema/schema.json'), 'utf8'),
)
/** About the file and not about the person. */
const OF_THE_FILE = ['$schema', 'meta']

let folder: string
let count: number
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-lost-'))
  count = 0
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A unique word. */
function token(): string {
  count += 1
  return `token${String(count).padStart(3, '0')}x`
}

/** A JSON Resume with every field of the schema, each with a unique word. */
function everyField(schema: Schema, name = ''): unknown {
  if (schema.properties) {
    const fields = Object.entries(schema.properties).filter(([key]) => !OF_THE_FILE.includes(key))
    return Object.fromEntries(fields.map(([key, field]) => [key, everyField(field, key)]))
  }
  if (schema.items) return [everyField(schema.items, name)]
  if (schema.$ref?.endsWith('iso8601')) return '2020-05'
  if (schema.format === 'uri') return `https://${token()}.net/`
  if (schema.format === 'email') return `${token()}@mail.net`
  if (name === 'countryCode') return 'PL'
  if (name === 'phone') return '+48 22 555 01 02'
  return token()
}

/** The path of each word, without list indexes. */
function placesOf(value: unknown, place = ''): [place: string, word: string][] {
  if (typeof value === 'string') {
    const [word] = /token\d+x/.exec(value) ?? []
    return word ? [[place.replace(/\[\d+\]/g, '[]'), word]] : []
  }
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => placesOf(item, `${place}[${index}]`))
  }
  return Object.entries(value as object).flatMap(([key, item]) =>
    placesOf(item, place ? `${place}.${key}` : key),
  )
}

/** The paths of words that are neither imported nor reported. */
function lostOf(file: string, places: [place: string, word: string][]): string[] {
  const imported = readImport(file)
  if (!imported.ok) throw new Error(imported.error)
  const { text, skipped } = mergeImport(imported, SAMPLE, SAMPLE)
  const reported = skipped.map(({ what, why }) => `${what.replace(/\[\d+\]/g, '[]')}: ${why}`)
  return places
    .filter(([place, word]) => {
      const isNamed = reported.some(
        (line) =>
          line.includes(word) || line.startsWith(`${place}:`) || line.startsWith(`${place} `),
      )
      const isWithin = reported.some((line) => place.startsWith(`${line.split(/[: ]/, 1)[0]}`))
      return !text.includes(word) && !isNamed && !isWithin
    })
    .map(([place]) => place)
}

test('every field of a JSON Resume is imported or reported', () => {
  const resume = everyField(RESUME)
  const file = join(folder, 'resume.json')
  writeFileSync(file, JSON.stringify(resume))
  expect(lostOf(file, placesOf(resume))).toEqual([])
})

test('values of a JSON Resume that are no text are reported', () => {
  const file = join(folder, 'resume.json')
  const resume = {
    basics: { name: 'Anna', summary: [token(), token()] },
    work: [{ name: 'Mill', position: 'Baker', highlights: [{ text: token() }] }],
  }
  writeFileSync(file, JSON.stringify(resume))
  expect(lostOf(file, placesOf(resume))).toEqual([])
})

const TABLES: Record<string, string> = {
  Profile:
    'First Name,Last Name,Maiden Name,Address,Birth Date,Headline,Summary,Industry,Zip Code,Geo Location,Twitter Handles,Websites,Instant Messengers',
  Positions: 'Company Name,Title,Description,Location,Started On,Finished On',
  Education: 'School Name,Start Date,End Date,Notes,Degree Name,Activities',
  Skills: 'Name',
  Projects: 'Title,Description,Url,Started On,Finished On',
  Languages: 'Name,Proficiency',
  Certifications: 'Name,Url,Authority,Started On,Finished On,License Number',
  Honors: 'Title,Description,Issued On',
  Publications: 'Name,Published On,Description,Publisher,Url',
  Volunteering: 'Company Name,Role,Cause,Started On,Finished On,Description',
  'Email Addresses': 'Email Address,Confirmed,Primary,Updated On',
  PhoneNumbers: 'Extension,Number,Type',
}

/** Columns about the row, not about the person. */
const OF_THE_ROW = ['Confirmed', 'Primary', 'Updated On', 'Type']

function cell(column: string): string {
  if (/ On$| Date$/.test(column) && column !== 'Birth Date') return 'May 2020'
  if (/^Url$|^Websites$/.test(column)) return `https://${token()}.net/`
  if (column === 'Email Address') return `${token()}@mail.net`
  if (column === 'Number') return `+48 22 555 01 ${String(10 + (count % 90))}`
  if (column === 'Geo Location') return `"${token()}, ${token()}, ${token()}, Poland"`
  return OF_THE_ROW.includes(column) ? 'No' : token()
}

test('every column of a LinkedIn export is imported or reported', () => {
  const rows: [place: string, word: string][] = []
  const files = Object.fromEntries(
    Object.entries(TABLES).map(([name, head]) => {
      const isOneRow = name === 'Profile'
      const lines = (isOneRow ? [0] : [0, 1]).map(() => {
        const cells = head.split(',').map((column) => ({ column, value: cell(column) }))
        for (const { column, value } of cells) {
          for (const [word] of value.matchAll(/token\d+x/g))
            rows.push([`${name}[].${column}`, word])
        }
        return cells.map(({ value }) => value).join(',')
      })
      return [`${name}.csv`, Buffer.from([head, ...lines].join('\n'))]
    }),
  )
  const file = join(folder, 'export.zip')
  writeFileSync(file, zipSync(files))
  expect(lostOf(file, rows)).toEqual([])
})

test('every property of a vCard is imported or reported', () => {
  const lines = [
    `FN:${token()}`,
    `TITLE:${token()}`,
    `ROLE:${token()}`,
    `ORG:${token()}`,
    `NOTE:${token()}`,
    `EMAIL:${token()}@mail.net`,
    `EMAIL:${token()}@mail.net`,
    'TEL:+48 22 555 01 02',
    `URL:https://${token()}.net`,
    `URL:https://${token()}.net`,
    `ADR:${token()};${token()};${token()};${token()};${token()};${token()};Poland`,
    `X-SOCIALPROFILE;TYPE=github:https://github.com/${token()}`,
  ]
  const file = join(folder, 'card.vcf')
  writeFileSync(file, ['BEGIN:VCARD', 'VERSION:4.0', ...lines, 'END:VCARD', ''].join('\r\n'))
  const places = lines.flatMap((line) =>
    [...line.matchAll(/token\d+x/g)].map(([word]): [string, string] => [
      line.split(/[:;]/, 1)[0] ?? '',
      word,
    ]),
  )
  expect(lostOf(file, places)).toEqual([])
})

const REALISTIC = join(IMPORTS, 'resume.json')

/** Fields of JSON Resume that the portfolio does not have. All others survive a round trip. */
const UNSUPPORTED = [
  '$schema',
  'meta',
  'interests',
  'basics.image',
  'basics.location.address',
  'basics.location.postalCode',
  'work[].description',
  'education[].score',
  'projects[].startDate',
  'projects[].endDate',
]

function importRealistic(text: string) {
  const imported = readImport(REALISTIC)
  if (!imported.ok) throw new Error(imported.error)
  return mergeImport(imported, text, SAMPLE)
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
  const { text, skipped } = importRealistic(SAMPLE)
  const resume = JSON.parse(readFileSync(REALISTIC, 'utf8'))
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
  const { text } = importRealistic(SAMPLE)
  expect(importRealistic(text).text).toBe(text)
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
    expect(imported.draft.person?.location).toEqual(location)
    const { text } = mergeImport(imported, SAMPLE, SAMPLE)
    expect(parse(text).person.location).toEqual(location)
  },
)

test('an import leaves no sample data in the imported sections', () => {
  const content = JSON.stringify(parse(importRealistic(SAMPLE).text))
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
