import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { parseDocument } from 'yaml'
import { decode, detectFormat } from './detect-format.ts'
import type { ImportResult } from './draft.ts'
import { JSON_RESUME_SECTIONS, readJsonResume } from './json-resume.ts'
import { readLinkedIn } from './linkedin.ts'
import { type ExportFiles, tableOf, tablesOfFolder, tablesOfZip } from './linkedin-files.ts'
import { readVcard } from './vcard.ts'

const MAX_ZIP_BYTES = 200_000_000
const MAX_TEXT_BYTES = 5_000_000
/** A resume has six levels. The limit protects the recursive readers from a stack overflow. */
const MAX_DEPTH = 50

const FORMATS =
  'An import is a JSON Resume (JSON or YAML), a LinkedIn data export (its zip or its folder) or a ' +
  'vCard.'

const UNSUPPORTED = {
  pdf:
    'This is a PDF. Its text does not say what is a title, an employer or a date. From LinkedIn, ' +
    `get the data export instead (Settings, Data privacy, Get a copy of your data). ${FORMATS}`,
  xml: `This is XML, such as a Europass CV, or a web page, which has no data to rely on. ${FORMATS}`,
  binary: `This file holds no text. ${FORMATS}`,
  empty: `This file is empty. Was the download interrupted? ${FORMATS}`,
}

/** Reads a file or folder in any supported format, which is detected from its content. */
export function readImport(path: string): ImportResult {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) return fail(`There is no file or folder ${path}. Check its name and folder.`)
  if (stats.isDirectory()) return fromTables(tablesOfFolder(path), 'This folder')
  if (!stats.isFile()) return fail(`${path} is neither a file nor a folder. ${FORMATS}`)
  if (stats.size > MAX_ZIP_BYTES) return tooLarge(stats.size)
  const bytes = readFileSync(path)
  const format = detectFormat(bytes)
  if (format === 'zip') return fromZip(bytes)
  if (bytes.length > MAX_TEXT_BYTES) return tooLarge(bytes.length)
  const text = decode(bytes) ?? ''
  const table = text && tableOf(basename(path))
  if (table || format === 'table') {
    return fromTables({ tables: new Map(table ? [[table, bytes]] : []), skipped: [] }, 'This table')
  }
  if (format === 'vcard') return fromVcard(text)
  return format === 'data' ? fromData(text) : fail(UNSUPPORTED[format])
}

function fromZip(bytes: Uint8Array): ImportResult {
  try {
    return fromTables(tablesOfZip(bytes), 'This zip')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return fail(`This zip is damaged (${reason}). Download it again.`)
  }
}

function fromTables({ tables, skipped }: ExportFiles, what: string): ImportResult {
  if (tables.size === 0) {
    return fail(
      `${what} holds none of the tables of a LinkedIn export, such as Profile.csv or Positions.csv. ` +
        'LinkedIn sends a first part within minutes and the rest within a day; both can be ' +
        `imported. ${FORMATS}`,
    )
  }
  const { damaged, ...imported } = readLinkedIn(tables)
  if (damaged.length < tables.size) {
    return { ok: true, ...imported, skipped: [...imported.skipped, ...skipped] }
  }
  return fail(damaged.map((table) => `Cannot read ${table.what}: ${table.why}.`).join(' '))
}

function fromVcard(text: string): ImportResult {
  const imported = readVcard(text)
  if (imported) return { ok: true, ...imported }
  return fail('This vCard has no end: the line END:VCARD is missing. Save it again.')
}

function fromData(text: string): ImportResult {
  const parsed = parseData(text)
  if ('error' in parsed) return fail(`This is neither JSON nor YAML: ${parsed.error} ${FORMATS}`)
  const { value } = parsed
  if (isDeeperThan(value, MAX_DEPTH)) {
    return fail(`This is nested more than ${MAX_DEPTH} levels deep, unlike any resume. ${FORMATS}`)
  }
  const names = typeof value === 'object' && value !== null ? Object.keys(value) : []
  if (JSON_RESUME_SECTIONS.some((name) => names.includes(name))) {
    return { ok: true, ...readJsonResume(value as Record<string, unknown>) }
  }
  if (names.includes('person') && names.includes('hero')) {
    return fail('This is a portfolio already. Copy it to content/portfolio.yaml as it is.')
  }
  const some = names.length > 0 ? ` It has ${names.slice(0, 5).join(', ')}.` : ''
  return fail(
    `This is no JSON Resume, which has ${JSON_RESUME_SECTIONS.join(', ')} at its top.${some} ${FORMATS}`,
  )
}

function parseData(text: string): { value: unknown } | { error: string } {
  try {
    return { value: JSON.parse(text) }
  } catch {
    // Not JSON, so it may be YAML.
  }
  try {
    const document = parseDocument(text)
    const [error] = document.errors
    return error ? { error: firstLine(error.message) } : { value: document.toJS() }
  } catch (error) {
    // Deep nesting overflows the stack of the parser.
    return { error: firstLine(String(error)) }
  }
}

function isDeeperThan(value: unknown, most: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return most === 0 || Object.values(value).some((inner) => isDeeperThan(inner, most - 1))
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? ''
}

function tooLarge(size: number): ImportResult {
  return fail(`This file has ${Math.round(size / 1_000_000)} MB, more than any resume. ${FORMATS}`)
}

function fail(error: string): ImportResult {
  return { ok: false, error }
}
