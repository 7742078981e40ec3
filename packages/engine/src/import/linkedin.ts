import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { CsvError, parse } from 'csv-parse/sync'
import { unzipSync } from 'fflate'
import { countryOfPlace } from '../content/locale.ts'
import { withoutCityRegion } from '../content/resolve.ts'
import { omitEmpty } from '../content/values.ts'
import { shortHeadline } from './derived-texts.ts'
import {
  type Draft,
  type DraftPerson,
  distinctProfiles,
  type Imported,
  isProfileAddress,
  makeProfile,
} from './draft.ts'
import { decode, Fields, ImportError, NO_FIELD, paragraphsOf, type Skipped } from './fields.ts'
import { readLists } from './json-resume.ts'

/** The tables of a long career have a few hundred kilobytes. */
const MAX_TABLE_BYTES = 5_000_000

/** The tables that the portfolio has fields for, with the name of one column each. */
const TABLES: Record<string, string> = {
  Profile: 'First Name',
  Positions: 'Company Name',
  Education: 'School Name',
  Skills: 'Name',
  Projects: 'Title',
  Languages: 'Name',
  Certifications: 'Name',
  Honors: 'Title',
  Publications: 'Name',
  Volunteering: 'Company Name',
  'Email Addresses': 'Email Address',
  PhoneNumbers: 'Number',
  'Recommendations Received': 'Text',
}

const NO_TABLES =
  'It holds none of the tables of a LinkedIn export, such as Profile.csv or Positions.csv. ' +
  'LinkedIn sends a first part within minutes and the rest within a day; both can be imported.'
const SECOND = 'it is a second one'

/** The known tables of an export by name, and the tables that are not read. */
type ExportFiles = { tables: Map<string, Uint8Array>; skipped: Skipped[] }

/** Reads the known tables of a folder; opens nothing else and follows no links. */
export function tablesOfFolder(folder: string): ExportFiles {
  const skipped: Skipped[] = []
  const tables = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => ({ name, file: join(folder, name) }))
    .filter(({ name, file }) => isRead(name, statSync(file).size, skipped))
    .map(({ name, file }) => [tableOf(name) ?? name, readFileSync(file)] as const)
  return { tables: new Map(tables), skipped }
}

/**
 * Reads the known tables of a zip. Writes nothing to the disk, so paths in names have no effect.
 * fflate unpacks at most the announced size, which is checked first, so zip bombs do not unfold.
 */
export function tablesOfZip(bytes: Uint8Array): ExportFiles {
  const skipped: Skipped[] = []
  const seen = new Set<string>()
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      const table = tableOf(name) ?? name
      if (seen.has(table) || !isRead(name, originalSize, skipped)) return false
      seen.add(table)
      return true
    },
  })
  const tables = Object.entries(files).map(([name, body]) => [tableOf(name) ?? name, body] as const)
  return { tables: new Map(tables), skipped }
}

/** The name of the table that a file contains, in any folder; undefined if it is not known. */
function tableOf(file: string): string | undefined {
  const stem = /([^/\\]*)\.csv$/i.exec(file)?.[1]
  const letters = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')
  return stem && Object.keys(TABLES).find((table) => letters(table) === letters(stem))
}

/** Whether a file is a known table; adds other tables to `skipped`. */
function isRead(file: string, size: number, skipped: Skipped[]): boolean {
  const what = basename(file.replaceAll('\\', '/'))
  if (!what.toLowerCase().endsWith('.csv')) return false
  if (tableOf(file) && size <= MAX_TABLE_BYTES) return true
  const megabytes = Math.round(size / 1_000_000)
  const why = tableOf(file) ? `it has ${megabytes} MB, more than any resume` : NO_FIELD
  skipped.push({ what, why })
  return false
}

type Row = Record<string, string>

/** The rows of a table with named fields, or why it cannot be read. */
function readTable(table: string, bytes: Uint8Array): { rows: Row[]; error?: string } {
  const text = decode(bytes)
  if (text === undefined) return { rows: [], error: 'it holds no text' }
  try {
    const lines: string[][] = parse(text, {
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
    })
    // Notes to the reader may precede the names of the columns.
    const column = TABLES[table] ?? ''
    const start = lines.findIndex((line) => line.includes(column))
    if (start < 0 && lines.length > 0) return { rows: [], error: missingColumn(column) }
    const names = lines[start] ?? []
    const rows = lines
      .slice(start + 1)
      .map((line) => Object.fromEntries(names.map((name, at) => [name, line[at] ?? ''])))
    return { rows }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { rows: [], error: `it is damaged or truncated (${error.message})` }
  }
}

function missingColumn(column: string): string {
  return `it has no column ${column}; columns have English names and are separated by commas`
}

/** Reads the tables of a LinkedIn export, by their names. A damaged table is left out. */
export function readLinkedIn(files: ExportFiles): Imported {
  if (files.tables.size === 0) throw new ImportError(NO_TABLES)
  const tables = [...files.tables].map(([name, bytes]) => ({ name, ...readTable(name, bytes) }))
  const damaged = tables.flatMap(({ name, error }) =>
    error ? [{ what: `the table ${name}.csv`, why: `${error}; export it again` }] : [],
  )
  if (damaged.length === tables.length) {
    throw new ImportError(damaged.map(({ what, why }) => `Cannot read ${what}: ${why}.`).join(' '))
  }
  const fields = new Fields(Object.fromEntries(tables.map(({ name, rows }) => [name, rows])))
  const [profile, ...surplus] = fields.each('Profile', readProfile)
  for (const { person } of surplus) fields.skip(`the profile of ${person.name}`, SECOND)
  const draft: Draft = {
    ...(profile?.url && { site: { url: profile.url } }),
    person: omitEmpty<DraftPerson>({
      ...profile?.person,
      email: mainAddress(fields),
      phone: onlyFirst(fields.each('PhoneNumbers', readPhone), fields),
    }),
    ...(profile?.bio && { about: { bio: profile.bio } }),
    ...readLists(fields),
  }
  const skipped = [...damaged, ...fields.skipped(), ...files.skipped]
  return { kind: 'a LinkedIn export', draft, skipped }
}

function readProfile(fields: Fields) {
  const first = fields.line('First Name')
  const last = fields.line('Last Name')
  const place = fields.line('Geo Location')?.split(', ') ?? []
  const country = countryOfPlace(place.at(-1) ?? '')
  const addresses = listOf(fields.line('Websites')).map((site) => site.replace(/^[A-Z_]+:/, ''))
  const handles = listOf(fields.line('Twitter Handles'))
  const profiles = [
    ...addresses.filter(isProfileAddress).map((url) => makeProfile({ url })),
    ...handles.map((username) => makeProfile({ network: 'X', username })),
  ].filter((profile) => profile !== undefined)
  const person: DraftPerson = omitEmpty({
    name: [first, last].filter(Boolean).join(' ') || undefined,
    headline: readHeadline(fields),
    location: withoutCityRegion(
      omitEmpty({
        city: place.length > 1 || !country ? place[0] : undefined,
        region: place.slice(1, country ? -1 : undefined).join(', '),
        country,
      }),
    ),
    profiles: distinctProfiles(profiles),
  })
  const url = addresses.find((address) => !isProfileAddress(address))
  for (const other of addresses) {
    if (other !== url && !isProfileAddress(other))
      fields.skip('Websites', `${other} is a second address`)
  }
  return { person, url, bio: paragraphsOf(fields.text('Summary')) }
}

/** Many people put several headlines into one line, with separators between. */
function readHeadline(fields: Fields): string | undefined {
  const whole = fields.line('Headline')
  const headline = whole && shortHeadline(whole)
  if (headline && headline !== whole) {
    const rest = whole.slice(headline.length).replace(/^\s*[|·•]\s*/, '')
    fields.skip('Headline', `only the part before the first separator is imported, not: ${rest}`)
  }
  return headline
}

/** Parses LinkedIn's lists, such as [one,other]. */
function listOf(text = ''): string[] {
  return text
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

function mainAddress(fields: Fields): string | undefined {
  const addresses = fields.each('Email Addresses', (entry) => {
    entry.ignore('Confirmed', 'Updated On')
    return { address: entry.line('Email Address'), isMain: entry.line('Primary') === 'Yes' }
  })
  const main = addresses.find(({ isMain }) => isMain)
  return onlyFirst(
    [main, ...addresses].map((entry) => entry?.address),
    fields,
  )
}

/** The first value, because the portfolio has one field; the others are reported. */
function onlyFirst(values: (string | undefined)[], fields: Fields): string | undefined {
  const [first, ...others] = new Set(values.filter((value) => value !== undefined))
  for (const other of others) fields.skip(other, SECOND)
  return first
}

function readPhone(entry: Fields): string | undefined {
  entry.ignore('Type')
  return entry.line('Number')
}
