import { sanitizeLine } from 'reward-codes-gateway/terminal/sanitize'
import { clip, wrap } from 'reward-codes-gateway/terminal/width'
import type { Advice } from '../../content/lint.ts'
import type { Change } from '../../import/changes.ts'
import { NO_FIELD, type Skipped } from '../../import/draft.ts'
import type { Prepared } from '../../import/prepare.ts'

const INDENT = '  '
const MAX_WIDTH = 100
const MAX_VALUE_WIDTH = 60
const MAX_REASON_WIDTH = 240
/** Limits the report on an untrusted file with many skipped fields. */
const MAX_LINES = 60

/** Formats what was imported, what was skipped and which sample data remains. */
export function formatImport(report: ImportReport, columns: number): string {
  const { kind, taken, following, skipped, leftovers } = report
  const width = Math.min(columns, MAX_WIDTH)
  const parts = [
    [`Imported from ${kind}:`, taken.filter(hasContent).map(formatChange)],
    ['Derived texts of the page:', following.map(formatChange)],
    ['Omitted or filled in:', formatSkipped(skipped)],
    ['Replace before you publish:', leftovers.map(formatLeftover)],
  ] as const
  return parts
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => [title, ...lines.flatMap((line) => indented(line, width))].join('\n'))
    .join('\n\n')
}

type ImportReport = { kind: string } & Omit<Prepared, 'text'> & {
    /** Sample data and placeholders that remain. */
    leftovers: Advice[]
  }

function formatLeftover({ field, found }: Advice): string {
  return `${field}: ${clip(sanitizeLine(found), MAX_VALUE_WIDTH)}`
}

/** Fields with a specific reason come first; fields without a counterpart share one line. */
function formatSkipped(skipped: Skipped[]): string[] {
  const [unmapped, others] = [
    skipped.filter(({ why }) => why === NO_FIELD),
    skipped.filter(({ why }) => why !== NO_FIELD),
  ]
  const lines = others
    .slice(0, MAX_LINES)
    .map(({ what, why }) => `${clipped(what)}: ${clip(sanitizeLine(why), MAX_REASON_WIDTH)}`)
  if (others.length > MAX_LINES) lines.push(`and ${others.length - MAX_LINES} more`)
  const names = unmapped
    .slice(0, MAX_LINES)
    .map(({ what }) => clipped(what))
    .join(', ')
  return names ? [...lines, `no field in the portfolio for ${names}`] : lines
}

function clipped(what: string): string {
  return clip(sanitizeLine(what), MAX_VALUE_WIDTH)
}

/** An empty list imports nothing; it only clears the sample's entries. */
function hasContent({ value }: Change): boolean {
  return !Array.isArray(value) || value.length > 0
}

function formatChange({ path, value }: Change): string {
  const name = path.filter((step) => step !== 'entries' && step !== 'cards').join('.')
  if (Array.isArray(value)) return `${name}: ${value.length} ${unitOf(path, value.length)}`
  if (typeof value === 'object' && value !== null) {
    return `${name}: ${clip(sanitizeLine(Object.values(value).join(', ')), MAX_VALUE_WIDTH)}`
  }
  return `${name}: ${clip(sanitizeLine(String(value)), MAX_VALUE_WIDTH)}`
}

function unitOf(path: Change['path'], count: number): string {
  const unit = path.at(-1) === 'bio' ? 'paragraph' : 'entry'
  if (count === 1) return unit
  return unit === 'entry' ? 'entries' : `${unit}s`
}

function indented(line: string, width: number): string[] {
  return wrap(line, width - 2 * INDENT.length).map(
    (part, index) => INDENT.repeat(index === 0 ? 1 : 2) + part,
  )
}
