import { readFileSync, statSync } from 'node:fs'
import { parse } from 'yaml'
import { type Draft, isJsonResume, readJsonResume } from './json-resume.ts'
import { trackReads } from './left-out.ts'
import { readLinkedIn, tablesOfFolder, tablesOfZip } from './linkedin.ts'

const FORMATS =
  'Import a JSON Resume (JSON or YAML), or the data export of LinkedIn, as its zip or its folder ' +
  '(LinkedIn: Settings, Data privacy, Get a copy of your data).'

/** `leftOut` names what the portfolio has no field for. */
type ImportResult = { ok: true; draft: Draft; leftOut: string[] } | { ok: false; error: string }

/** Reads a JSON Resume or a LinkedIn export. The content of the file tells which of them it is. */
export function readImport(path: string): ImportResult {
  let content: unknown
  try {
    content = readContent(path)
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n')
    return { ok: false, error: `Cannot read ${path}: ${reason}. ${FORMATS}` }
  }
  if (content instanceof Map && content.size > 0) {
    return convert(Object.fromEntries(content), readLinkedIn)
  }
  if (isJsonResume(content)) return convert(content, readJsonResume)
  return { ok: false, error: `${path} is neither a JSON Resume nor a LinkedIn export. ${FORMATS}` }
}

function convert<Content extends object>(content: Content, read: (content: Content) => Draft) {
  const { tracked, leftOut } = trackReads(content)
  return { ok: true, draft: read(tracked), leftOut: leftOut() } as const
}

/** The tables of a folder or a zip, or the value of a JSON or YAML file. */
function readContent(path: string): unknown {
  if (statSync(path).isDirectory()) return tablesOfFolder(path)
  const bytes = readFileSync(path)
  if (bytes.toString('latin1', 0, 2) === 'PK') return tablesOfZip(bytes)
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  // JSON is YAML too, but its own parser is faster.
  return /^\s*\{/.test(text) ? JSON.parse(text) : parse(text)
}
