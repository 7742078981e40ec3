import { CsvError, parse } from 'csv-parse/sync'
import { decode } from './recognise.ts'

type Row = Record<string, string>

/** The rows of a table, or what is wrong with it. */
export type ReadTable = { rows: Row[]; fault?: string }

const MOST_ROWS = 2000

/**
 * The rows of a table as named fields. Some tables begin with notes to the reader, so the names
 * stand in the first row that holds one of those expected.
 */
export function readTable(bytes: Uint8Array, expected: string[]): ReadTable {
  const text = decode(bytes)
  if (text === undefined) return { rows: [], fault: 'it holds no text' }
  try {
    return { rows: rowsOf(text, expected) }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { rows: [], fault: `it is damaged, or cut off (${error.message})` }
  }
}

function rowsOf(text: string, expected: string[]): Row[] {
  const rows: string[][] = parse(text, {
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    to: MOST_ROWS,
  })
  const start = rows.findIndex((row) => row.some((cell) => expected.includes(cell.trim())))
  const names = rows[start]?.map((cell) => cell.trim()) ?? []
  return rows
    .slice(start + 1)
    .map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]?.trim() ?? ''])))
}
