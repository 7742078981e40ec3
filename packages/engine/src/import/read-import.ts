import { readFileSync, statSync } from 'node:fs'
import { parseDocument } from 'yaml'
import type { Imported } from './draft.ts'
import { decode, ImportError } from './fields.ts'
import { JSON_RESUME_SECTIONS, readJsonResume } from './json-resume.ts'
import { readLinkedIn, tablesOfFolder, tablesOfZip } from './linkedin.ts'
import { readVcard, vcardCharset } from './vcard.ts'

/** A LinkedIn export may hold the pictures of its owner. */
const MAX_BYTES = 200_000_000
/** A resume has six levels. The limit protects the recursive readers from a stack overflow. */
const MAX_DEPTH = 50

const FORMATS =
  'An import is a JSON Resume (JSON or YAML), a LinkedIn data export (its zip or its folder) or a ' +
  'vCard.'
const PDF =
  'This is a PDF. Its text does not say what is a title, an employer or a date. From LinkedIn, ' +
  'get the data export instead (Settings, Data privacy, Get a copy of your data).'

type ImportResult = ({ ok: true } & Imported) | { ok: false; error: string }

/** Reads a file or folder in any supported format, which is detected from its content. */
export function readImport(path: string): ImportResult {
  try {
    return { ok: true, ...readAny(path) }
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    return { ok: false, error: `${error.message} ${FORMATS}` }
  }
}

function readAny(path: string): Imported {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) {
    throw new ImportError(`There is no file or folder ${path}. Check its name and folder.`)
  }
  if (stats.isDirectory()) return readLinkedIn(tablesOfFolder(path))
  if (!stats.isFile()) throw new ImportError(`${path} is neither a file nor a folder.`)
  if (stats.size > MAX_BYTES) {
    throw new ImportError('This file has more than 200 MB, more than any resume.')
  }
  const bytes = readFileSync(path)
  const start = bytes.toString('latin1', 0, 4)
  if (start.startsWith('PK')) return readLinkedIn(unzip(bytes))
  if (start === '%PDF') throw new ImportError(PDF)
  const text = decode(bytes, vcardCharset(bytes))
  if (text === undefined) throw new ImportError('This file holds no text.')
  if (text.trim() === '') throw new ImportError('This file is empty. Was the download interrupted?')
  if (/^\s*</.test(text)) {
    throw new ImportError('This is XML, such as a Europass CV, or a web page.')
  }
  return /^\s*BEGIN:VCARD\s/i.test(text) ? readVcard(text) : fromData(text)
}

function unzip(bytes: Uint8Array) {
  try {
    return tablesOfZip(bytes)
  } catch (error) {
    throw new ImportError(`This zip is damaged (${messageOf(error)}). Download it again.`)
  }
}

function fromData(text: string): Imported {
  const value = parseData(text)
  if (isDeeperThan(value, MAX_DEPTH)) {
    throw new ImportError(`This is nested more than ${MAX_DEPTH} levels deep, unlike any resume.`)
  }
  const names = typeof value === 'object' && value !== null ? Object.keys(value) : []
  if (JSON_RESUME_SECTIONS.some((name) => names.includes(name))) {
    return readJsonResume(value as Record<string, unknown>)
  }
  const some = names.length > 0 ? ` It has ${names.slice(0, 5).join(', ')}.` : ''
  const sections = JSON_RESUME_SECTIONS.join(', ')
  throw new ImportError(`This is no JSON Resume, which has ${sections} at its top.${some}`)
}

/** Parses JSON or YAML. JSON first: it is YAML too, but the parser of YAML is slow. */
function parseData(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON, so it may be YAML.
  }
  try {
    const document = parseDocument(text)
    if (document.errors[0]) throw document.errors[0]
    return document.toJS()
  } catch (error) {
    // Deep nesting overflows the stack of the parser.
    const [reason] = messageOf(error).split('\n')
    throw new ImportError(`This is neither JSON nor YAML: ${reason}`)
  }
}

function isDeeperThan(value: unknown, most: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return most === 0 || Object.values(value).some((inner) => isDeeperThan(inner, most - 1))
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
