import { readFileSync, statSync } from 'node:fs'
import { parse } from 'yaml'
import { Fields, Notes } from './fields.ts'
import { type Draft, isJsonResume, readJsonResume } from './json-resume.ts'
import { readLinkedIn } from './linkedin.ts'
import { type Export, tablesOfFolder, tablesOfZip } from './linkedin-tables.ts'

const FORMATS =
  'Import a JSON Resume (JSON or YAML), or the data export of LinkedIn, as its zip or its folder ' +
  '(LinkedIn: Settings, Data privacy, Get a copy of your data).'

/** `unread` names what the portfolio has no field for, `lost` the values that could not be kept whole. */
export type Imported = { draft: Draft; unread: string[]; lost: string[] }

type ImportResult = ({ ok: true } & Imported) | { ok: false; error: string }

type Content = { tables: Export } | { value: unknown }

/** Reads a JSON Resume or a LinkedIn export. The content of the file decides which of them it is. */
export function readImport(path: string): ImportResult {
  try {
    const content = readContent(path)
    const notes = new Notes()
    if ('tables' in content) {
      const { tables, others } = content.tables
      if (tables.length === 0) return refuse(path)
      const draft = readLinkedIn(content.tables, notes)
      return { ok: true, draft, unread: [...notes.unread(), ...others], lost: notes.lost }
    }
    if (!isJsonResume(content.value)) return refuse(path)
    const draft = readJsonResume(new Fields(content.value, '', notes))
    return { ok: true, draft, unread: notes.unread(), lost: notes.lost }
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n')
    return { ok: false, error: `Cannot read ${path}: ${reason}. ${FORMATS}` }
  }
}

function refuse(path: string) {
  const error = `${path} is neither a JSON Resume nor a LinkedIn export. ${FORMATS}`
  return { ok: false, error } as const
}

/** The tables of a folder or a zip, or the value of a JSON or YAML file. */
function readContent(path: string): Content {
  if (statSync(path).isDirectory()) return { tables: tablesOfFolder(path) }
  const bytes = readFileSync(path)
  if (bytes.toString('latin1', 0, 2) === 'PK') return { tables: tablesOfZip(bytes) }
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  // JSON is YAML too, but its own parser is faster.
  return { value: /^\s*\{/.test(text) ? JSON.parse(text) : parse(text) }
}
