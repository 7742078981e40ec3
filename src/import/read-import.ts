import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { readData } from './data.ts'
import type { Imported, ImportResult } from './draft.ts'
import { JSON_RESUME_SECTIONS, readJsonResume } from './json-resume.ts'
import { readLinkedIn } from './linkedin.ts'
import { tableOf, tablesOfFolder, tablesOfZip } from './linkedin-files.ts'
import { decode, recognise } from './recognise.ts'
import { readVcard } from './vcard.ts'

const LARGEST_ZIP = 200_000_000
const LARGEST_TEXT = 5_000_000

const TAKES =
  'An import is a JSON Resume (JSON or YAML), a LinkedIn data export (its zip or its folder) or a ' +
  'vCard.'

/** Reads a file or folder of any kind that is known, told by what is in it. */
export function readImport(place: string): ImportResult {
  const stats = statSync(place, { throwIfNoEntry: false })
  if (!stats) return fault(`There is no file or folder ${place}. Look at its name and place.`)
  if (stats.isDirectory()) return fromTables(tablesOfFolder(place), 'This folder')
  if (!stats.isFile()) return fault(`${place} is neither a file nor a folder. ${TAKES}`)
  if (stats.size > LARGEST_ZIP) return fault(tooLarge(stats.size))
  const bytes = readFileSync(place)
  const kind = recognise(bytes)
  if (kind === 'zip') return fromZip(bytes)
  if (bytes.length > LARGEST_TEXT) return fault(tooLarge(bytes.length))
  const text = decode(bytes) ?? ''
  const table = tableOf(basename(place))
  if (table && text) return fromTables(new Map([[table, bytes]]), 'This table')
  switch (kind) {
    case 'vcard':
      return found(
        readVcard(text),
        'This vCard has no end: the line END:VCARD is missing. Save it anew.',
      )
    case 'table':
      return fromTables(new Map(), 'This table')
    case 'data':
      return fromData(text)
    default:
      return fault(OTHER_KINDS[kind === 'xml' && /europass/i.test(text) ? 'europass' : kind])
  }
}

const OTHER_KINDS = {
  pdf:
    'This is a PDF. Its words could be read, but not which of them is a title, an employer or a ' +
    'date. Europass and LinkedIn make PDFs too: from LinkedIn, get the data export instead ' +
    `(Settings, Data privacy, Get a copy of your data). ${TAKES}`,
  europass:
    'This is a Europass CV. Europass has changed its format several times and publishes none of ' +
    'them for this use, so reading it would guess. Most people have the same on LinkedIn, whose ' +
    `data export is read. ${TAKES}`,
  xml: `This is XML or a web page. A profile saved from the browser holds no data to rely on. ${TAKES}`,
  binary: `This file holds no text. ${TAKES}`,
  empty: `This file is empty. Was the download interrupted? ${TAKES}`,
}

function fromZip(bytes: Uint8Array): ImportResult {
  try {
    return fromTables(tablesOfZip(bytes), 'This zip')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return fault(
      `This zip is damaged (${reason}). Download it again; an interrupted download is cut off.`,
    )
  }
}

function fromTables(tables: Map<string, Uint8Array>, what: string): ImportResult {
  if (tables.size > 0) {
    const { damaged, ...imported } = readLinkedIn(tables)
    if (damaged.length < tables.size) return { ok: true, ...imported }
    return fault(
      damaged.map((table) => `Nothing can be read of ${table.what}: ${table.why}.`).join(' '),
    )
  }
  return fault(
    `${what} holds none of the tables of a LinkedIn export, such as Profile.csv or Positions.csv. ` +
      'LinkedIn sends a first part within minutes and the rest within a day: both may be read. ' +
      TAKES,
  )
}

function fromData(text: string): ImportResult {
  const values = readData(text)
  if (values instanceof Error) {
    const [reason] = values.message.split('\n')
    return fault(`This is neither JSON nor YAML: ${reason} ${TAKES}`)
  }
  const names = typeof values === 'object' && values !== null ? Object.keys(values) : []
  if (JSON_RESUME_SECTIONS.some((name) => names.includes(name))) {
    return { ok: true, ...readJsonResume(values as Record<string, unknown>) }
  }
  if (names.includes('person') && names.includes('hero')) {
    return fault('This is a portfolio already. Copy it to content/portfolio.yaml as it is.')
  }
  const some = names.length > 0 ? `It has ${names.slice(0, 5).join(', ')}.` : ''
  return fault(
    `This is no JSON Resume: that has ${JSON_RESUME_SECTIONS.join(', ')} at its top. ${some} ${TAKES}`,
  )
}

function found(imported: Imported | undefined, otherwise: string): ImportResult {
  return imported ? { ok: true, ...imported } : fault(otherwise)
}

function tooLarge(size: number): string {
  return `This file has ${Math.round(size / 1_000_000)} MB, which no resume has. ${TAKES}`
}

function fault(text: string): ImportResult {
  return { ok: false, fault: text.trim() }
}
