import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { unzipSync } from 'fflate'
import { plainName } from './fields.ts'

/** The tables that are read, by the names of their files: Email Addresses.csv is also Email_Addresses.csv. */
const TABLES = [
  ...['certifications', 'education', 'emailaddresses', 'honors', 'languages', 'phonenumbers'],
  ...['positions', 'profile', 'projects', 'publications', 'recommendationsreceived', 'skills'],
  'volunteering',
]

/** Columns that say nothing of the person. */
const BOOKKEEPING = ['confirmed', 'updatedon', 'creationdate']

type Row = Record<string, string | undefined>

/** The tables of an export with the names of their files, and the files that the page has no field for. */
export type Export = {
  tables: { file: string; name: string; rows: Row[] }[]
  others: string[]
}

export function tablesOfFolder(folder: string): Export {
  const names = readdirSync(folder).filter(isTable)
  return tablesOf(names.map((name) => [name, readFileSync(join(folder, name))]))
}

/** Writes nothing to the disk, so the paths in a zip have no effect. */
export function tablesOfZip(bytes: Uint8Array): Export {
  return tablesOf(Object.entries(unzipSync(bytes, { filter: ({ name }) => isTable(name) })))
}

function isTable(file: string): boolean {
  return /\.csv$/i.test(file)
}

function tablesOf(files: [path: string, body: Uint8Array][]): Export {
  const named = files.map(([path, body]) => {
    const file = basename(path).replace(/\.csv$/i, '')
    return { file, body, name: TABLES.find((name) => name === plainName(file)) }
  })
  return {
    tables: named.flatMap(({ file, body, name }) =>
      name ? [{ file, name, rows: parse(body, CSV) as Row[] }] : [],
    ),
    others: named.filter(({ name }) => !name).map(({ file }) => `${file}.csv`),
  }
}

const CSV = {
  bom: true,
  columns: (names: string[]) =>
    names.map((name) => (BOOKKEEPING.includes(plainName(name)) ? false : name)),
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  trim: true,
}
