import { styleText } from 'node:util'
import { Help } from 'commander'
import type { ReadSite } from '../../own-site.ts'
import { sanitizeLine, sanitizeText } from '../terminal/sanitize.ts'
import type { Screen } from '../terminal/screen.ts'

const COLORS = { ok: 'green', warning: 'yellow', failed: 'red' } as const
const STATUS_WIDTH = 9
const CHECK_WIDTH = 15
const MAX_WIDTH = 110

/** The result of a check. */
export type Finding = {
  /** The name of the check. */
  check: string
  status: 'ok' | 'warning' | 'failed'
  found: string
  /** How to fix it. */
  advice?: string
  /** What is found, for programs: each error with its place. */
  errors?: object[]
}

/** What `doctor` reads and writes. */
export type DoctorSurroundings = {
  screen: Screen
  /** Reads the site of the gateway. */
  readSite: () => Promise<ReadSite>
  /** The checks that are of the site, not of the gateway. */
  checkSite?: () => Promise<Finding[]>
}

export function ok(check: string, found: string): Finding {
  return { check, status: 'ok', found }
}

export function warning(check: string, found: string, advice: string): Finding {
  return { check, status: 'warning', found, advice }
}

export function failed(check: string, found: string, advice: string, errors?: object[]): Finding {
  return { check, status: 'failed', found, advice, ...(errors && { errors }) }
}

/** Formats a finding as lines: status, check and result, and below them how to fix it. Lines of the result stay apart. */
export function linesOf({ status, check, found, advice }: Finding, columns: number): string[] {
  const indent = STATUS_WIDTH + CHECK_WIDTH
  const room = Math.min(columns, MAX_WIDTH) - indent
  const [first = '', ...rest] = sanitizeText(found)
    .trimEnd()
    .split('\n')
    .flatMap((line) => wrapIndented(line, room))
  const mark = styleText(COLORS[status], status.padEnd(STATUS_WIDTH))
  const more = advice ? wrap(sanitizeLine(advice), room) : []
  return [
    `${mark}${check.padEnd(CHECK_WIDTH)}${first}`,
    ...rest.map((line) => (line ? ' '.repeat(indent) + line : '')),
    ...more.map((line) => ' '.repeat(indent) + styleText('dim', line)),
  ]
}

/** Wraps a text between words, but not into a column that has room for a word. */
function wrap(text: string, width: number): string[] {
  return Object.assign(new Help(), { minWidthToWrap: 20 }).boxWrap(text, width).split('\n')
}

function wrapIndented(line: string, room: number): string[] {
  const text = line.trimStart()
  const indent = line.slice(0, line.length - text.length)
  return wrap(text, room - indent.length).map((part) => indent + part)
}

export function summaryOf(failed: number, warnings: number): string {
  if (failed === 0 && warnings === 0) return 'All checks passed.'
  const parts = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(warnings > 0 ? [`${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`] : []),
  ]
  return `${parts.join(', ')}.`
}
