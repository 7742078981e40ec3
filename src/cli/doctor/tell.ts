import { styleText } from 'node:util'
import { harmlessLine } from '../terminal/harmless.ts'
import { pad, wrap } from '../terminal/width.ts'
import type { Finding } from './finding.ts'

const COLOURS = { ok: 'green', warning: 'yellow', failed: 'red' } as const
const STATUS_WIDTH = 9
const CHECK_WIDTH = 15
const WIDEST = 110

/** A finding as lines: the mark, what was looked at, what was found, and below it what to do. */
export function linesOf({ status, check, found, advice }: Finding, columns: number): string[] {
  const indent = STATUS_WIDTH + CHECK_WIDTH
  const room = Math.min(columns, WIDEST) - indent
  const [first = '', ...rest] = wrap(harmlessLine(found), room)
  const mark = styleText(COLOURS[status], pad(status, STATUS_WIDTH))
  const more = advice ? wrap(harmlessLine(advice), room) : []
  return [
    `${mark}${pad(check, CHECK_WIDTH)}${first}`,
    ...rest.map((line) => ' '.repeat(indent) + line),
    ...more.map((line) => ' '.repeat(indent) + styleText('dim', line)),
  ]
}

export function summaryOf(findings: Finding[]): string {
  const count = (status: Finding['status']) =>
    findings.filter((finding) => finding.status === status).length
  const [failures, warnings] = [count('failed'), count('warning')]
  if (failures === 0 && warnings === 0) return 'All is well.'
  const parts = [
    ...(failures > 0 ? [`${failures} failed`] : []),
    ...(warnings > 0 ? [`${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`] : []),
  ]
  return `${parts.join(', ')}.`
}
