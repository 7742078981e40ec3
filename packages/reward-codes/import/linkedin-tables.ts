import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { unzipSync } from 'fflate'
import { plainName } from './fields.ts'

/**
 * The tables that are read, each by columns that no other one has together. The names of the files differ between
 * exports: Email Addresses.csv is also Email_Addresses.csv.
 */
const TABLES = {
  certifications: ['name', 'authority'],
  education: ['schoolname'],
  emails: ['emailaddress', 'primary'],
  honors: ['title', 'issuedon'],
  languages: ['name', 'proficiency'],
  phones: ['extension', 'number', 'type'],
  positions: ['companyname', 'title'],
  profile: ['firstname', 'lastname', 'headline'],
  projects: ['title', 'url', 'startedon'],
  publications: ['name', 'publishedon'],
  recommendations: ['firstname', 'lastname', 'jobtitle', 'text'],
  volunteering: ['companyname', 'role'],
} satisfies Record<string, string[]>

export type TableName = keyof typeof TABLES | 'skills'

/** Columns that say nothing of the person. */
const BOOKKEEPING = ['confirmed', 'updatedon', 'creationdate']

type Row = Record<string, string | undefined>

/** A table of an export, and the name of its file. */
type Table = { file: string; name: TableName; rows: Row[] }

/** The tables of an export, and the names of the files that are of something else. */
export type Export = { tables: Table[]; others: string[] }

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

function tablesOf(files: [name: string, body: Uint8Array][]): Export {
  const named = files.map(([path, body]) => {
    const file = basename(path).replace(/\.csv$/i, '')
    return { file, body, name: tableOf(file, columnsOf(body)) }
  })
  return {
    tables: named.flatMap(({ file, body, name }) =>
      name ? [{ file, name, rows: parse(body, CSV) as Row[] }] : [],
    ),
    others: named.filter(({ name }) => !name).map(({ file }) => `${file}.csv`),
  }
}

/** The names of the first line. No column of a table that is read has a comma in its name. */
function columnsOf(body: Uint8Array): string[] {
  const [head = ''] = new TextDecoder().decode(body.subarray(0, 2000)).split(/[\r\n]/)
  return head.split(',').map((name) => plainName(name.replaceAll('"', '')))
}

function tableOf(file: string, columns: string[]): TableName | undefined {
  // These have the columns of those that others have written.
  if (/given/i.test(file)) return undefined
  if (columns.join() === 'name') return 'skills'
  const names = Object.keys(TABLES) as (keyof typeof TABLES)[]
  return names.find((name) => TABLES[name].every((column) => columns.includes(column)))
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
