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

/** Formats a finding: status, check and result, and below them how to fix it. */
export function describeFinding({ status, check, found, advice }: Finding, columns: number) {
  const indent = STATUS_WIDTH + CHECK_WIDTH
  const wrap = (text: string) => new Help().boxWrap(text, Math.min(columns, MAX_WIDTH) - indent)
  const start = styleText(COLORS[status], status.padEnd(STATUS_WIDTH)) + check.padEnd(CHECK_WIDTH)
  const more = advice ? styleText('dim', wrap(sanitizeLine(advice))) : ''
  const lines = `${wrap(sanitizeText(found).trimEnd())}\n${more}`.trimEnd()
  return start + lines.replaceAll(/\n(?=.)/g, `\n${' '.repeat(indent)}`)
}

export function summaryOf(failed: number, warnings: number): string {
  if (failed === 0 && warnings === 0) return 'All checks passed.'
  return `${failed} failed, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}.`
}
