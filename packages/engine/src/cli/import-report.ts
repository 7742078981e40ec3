import { styleText } from 'node:util'
import { createTwoFilesPatch } from 'diff'
import { sanitizeLine, sanitizeText } from 'reward-codes-gateway/terminal/sanitize'
import { clip, wrap } from 'reward-codes-gateway/terminal/width'
import type { Advice } from '../content/lint.ts'
import type { Change } from '../import/edit-yaml.ts'
import { NO_FIELD, type Skipped } from '../import/fields.ts'
import type { Merged } from '../import/merge.ts'

const INDENT = '  '
const MAX_WIDTH = 100
const MAX_VALUE_WIDTH = 60
const MAX_REASON_WIDTH = 240
const MAX_LINES = 60

/** A unified diff with two lines of context, sanitized for a terminal. */
export function formatDiff(
  name: string,
  before: string,
  after: string,
  isTerminal: boolean,
): string {
  const patch = createTwoFilesPatch(name, name, before, after, '', '', { context: 2 })
  const [, ...lines] = patch.trimEnd().split('\n')
  const colours = { '@': 'cyan', '+': 'green', '-': 'red' } as const
  return lines
    .map((line) => {
      const text = sanitizeText(line.replaceAll('\r', '')).trimEnd()
      const colour = colours[line.charAt(0) as keyof typeof colours]
      return isTerminal && colour ? styleText(colour, text) : text
    })
    .join('\n')
}

type ImportReport = Omit<Merged, 'text'> & {
  kind: string
  /** Sample data and placeholders that remain. */
  leftovers: Advice[]
}

/** Formats what was imported, what was skipped and which sample data remains. */
export function formatImport(report: ImportReport, columns: number): string {
  const { kind, taken, following, skipped, leftovers } = report
  const width = Math.min(columns, MAX_WIDTH) - 2 * INDENT.length
  // An empty list imports nothing; it only clears the sample's entries.
  const imported = taken.filter(({ value }) => !Array.isArray(value) || value.length > 0)
  const parts = [
    [`Imported from ${kind}:`, imported.map(formatChange)],
    ['Derived texts of the page:', following.map(formatChange)],
    ['Omitted or filled in:', formatSkipped(skipped)],
    ['Replace before you publish:', leftovers.map(({ field, found }) => line(field, found))],
  ] as const
  return parts
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => {
      const wrapped = lines.map((text) => wrap(text, width).join(`\n${INDENT}${INDENT}`))
      return [title, ...wrapped].join(`\n${INDENT}`)
    })
    .join('\n\n')
}

/** Fields with a specific reason come first; fields without a counterpart share one line. */
function formatSkipped(skipped: Skipped[]): string[] {
  const others = skipped.filter(({ why }) => why !== NO_FIELD)
  const unmapped = skipped.filter(({ why }) => why === NO_FIELD)
  const lines = others.slice(0, MAX_LINES).map(({ what, why }) => line(what, why, MAX_REASON_WIDTH))
  if (others.length > MAX_LINES) lines.push(`and ${others.length - MAX_LINES} more`)
  const names = unmapped.slice(0, MAX_LINES).map(({ what }) => clipped(what))
  return names.length > 0 ? [...lines, `no field in the portfolio for ${names.join(', ')}`] : lines
}

function formatChange({ path, value }: Change): string {
  const name = path.filter((step) => step !== 'entries' && step !== 'cards').join('.')
  if (!Array.isArray(value)) {
    const isObject = typeof value === 'object' && value !== null
    return line(name, isObject ? Object.values(value).join(', ') : String(value))
  }
  const [unit, units] = path.at(-1) === 'bio' ? ['paragraph', 'paragraphs'] : ['entry', 'entries']
  return `${name}: ${value.length} ${value.length === 1 ? unit : units}`
}

function line(name: string, text: string, width = MAX_VALUE_WIDTH): string {
  return `${clipped(name)}: ${clipped(text, width)}`
}

function clipped(text: string, width = MAX_VALUE_WIDTH): string {
  return clip(sanitizeLine(text), width)
}
