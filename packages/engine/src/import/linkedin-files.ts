import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { CsvError, parse } from 'csv-parse/sync'
import { unzipSync } from 'fflate'
import { decode } from './detect-format.ts'
import { NO_FIELD, type Skipped } from './draft.ts'

/** The tables of a long career have a few hundred kilobytes. */
const MAX_TABLE_BYTES = 5_000_000
export const MAX_ROWS = 2000

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
}

const RECOMMENDATIONS = /^recommendations[_ ]received\.csv$/i

/** The known tables of an export by name, and the files that are not read. */
export type ExportFiles = { tables: Map<string, Uint8Array>; skipped: Skipped[] }

/** Reads the known tables of a folder; opens nothing else and follows no links. */
export function tablesOfFolder(folder: string): ExportFiles {
  const tables = new Map<string, Uint8Array>()
  const skipped = readdirSync(folder).flatMap((file) => {
    const stats = lstatSync(join(folder, file))
    const table = tableOf(file)
    const reason = stats.isFile() ? whySkipped(file, stats.size) : undefined
    if (stats.isFile() && table && !reason) tables.set(table, readFileSync(join(folder, file)))
    return reason ?? []
  })
  return { tables, skipped }
}

/**
 * Reads the known tables of a zip, each once. Writes nothing to the disk, so paths in names have no
 * effect. fflate unpacks at most the announced size, which is checked first, so zip bombs do not
 * unfold.
 */
export function tablesOfZip(bytes: Uint8Array): ExportFiles {
  const seen = new Set<string>()
  const skipped = new Map<string, Skipped>()
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      const table = tableOf(name)
      const reason = whySkipped(name, originalSize)
      if (reason) skipped.set(reason.what, reason)
      if (!table || seen.has(table) || reason) return false
      seen.add(table)
      return true
    },
  })
  const tables = Object.entries(files).map(([name, body]) => [tableOf(name) ?? name, body] as const)
  return { tables: new Map(tables), skipped: [...skipped.values()] }
}

/** The name of the table that a file contains, in any folder; undefined if it is not known. */
export function tableOf(file: string): string | undefined {
  const stem = /([^/\\]*)\.csv$/i.exec(file)?.[1]
  const letters = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')
  return stem && Object.keys(TABLES).find((table) => letters(table) === letters(stem))
}

/** Why a table is not read. */
function whySkipped(file: string, size: number): Skipped | undefined {
  const what = basename(file.replaceAll('\\', '/'))
  if (!what.toLowerCase().endsWith('.csv')) return undefined
  if (RECOMMENDATIONS.test(what)) {
    return { what, why: 'quote recommendations in a custom section if their authors agree' }
  }
  if (!tableOf(file)) return { what, why: NO_FIELD }
  const megabytes = Math.round(size / 1_000_000)
  return size > MAX_TABLE_BYTES
    ? { what, why: `it has ${megabytes} MB, more than any resume` }
    : undefined
}

type Row = Record<string, string>

/** The rows of a table with named fields, or why it cannot be read. */
export function readTable(
  table: string,
  bytes: Uint8Array,
): { rows: Row[]; isCut: boolean; error?: string } {
  const text = decode(bytes)
  if (text === undefined) return { rows: [], isCut: false, error: 'it holds no text' }
  try {
    const lines: string[][] = parse(text, {
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      // A few more than count, because notes and names precede them.
      to: MAX_ROWS + 10,
    })
    // Notes to the reader may precede the names of the columns.
    const start = lines.findIndex((line) => line.some((cell) => cell.trim() === TABLES[table]))
    const names = lines[start]?.map((cell) => cell.trim()) ?? []
    const rows = lines
      .slice(start + 1)
      .map((line) => Object.fromEntries(names.map((name, at) => [name, line[at]?.trim() ?? ''])))
    return { rows: rows.slice(0, MAX_ROWS), isCut: rows.length > MAX_ROWS }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { rows: [], isCut: false, error: `it is damaged or truncated (${error.message})` }
  }
}
