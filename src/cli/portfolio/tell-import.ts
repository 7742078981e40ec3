import type { Advice } from '../../content/advice/remark.ts'
import type { Change } from '../../import/changes.ts'
import { type Left, NO_PLACE } from '../../import/draft.ts'
import type { Prepared } from '../../import/prepare.ts'
import { harmlessLine } from '../terminal/harmless.ts'
import { clip, wrap } from '../terminal/width.ts'

const INDENT = '  '
const WIDEST = 100
const LONGEST_VALUE = 60
const LONGEST_REASON = 240
/** Whoever writes a file could fill the screen with what is left of it. */
const MOST_LINES = 60

/** What came along, what did not, and what is nobody's yet. */
export function tellImport(told: TellImport, columns: number): string {
  const { kind, taken, following, left, leftovers } = told
  const width = Math.min(columns, WIDEST)
  const parts = [
    [`Taken from ${kind}:`, taken.filter(isSaid).map(tellChange)],
    ['Lines of the page that follow from it:', following.map(tellChange)],
    ['Left out or filled in:', tellLeft(left)],
    ['To be replaced before you publish:', leftovers.map(tellLeftover)],
  ] as const
  return parts
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => [title, ...lines.flatMap((line) => indented(line, width))].join('\n'))
    .join('\n\n')
}

type TellImport = { kind: string } & Omit<Prepared, 'text'> & {
    /** What would still be the sample's, or is plainly made up. */
    leftovers: Advice[]
  }

function tellLeftover({ field, found }: Advice): string {
  return `${field}: ${clip(harmlessLine(found), LONGEST_VALUE)}`
}

/** Reasons of their own first; what merely has no place is one line. */
function tellLeft(left: Left[]): string[] {
  const [homeless, others] = [
    left.filter(({ why }) => why === NO_PLACE),
    left.filter(({ why }) => why !== NO_PLACE),
  ]
  const lines = others
    .slice(0, MOST_LINES)
    .map(({ what, why }) => `${shown(what)}: ${clip(harmlessLine(why), LONGEST_REASON)}`)
  if (others.length > MOST_LINES) lines.push(`and ${others.length - MOST_LINES} more`)
  const names = homeless
    .slice(0, MOST_LINES)
    .map(({ what }) => shown(what))
    .join(', ')
  return names ? [...lines, `the portfolio has no place for ${names}`] : lines
}

function shown(what: string): string {
  return clip(harmlessLine(what), LONGEST_VALUE)
}

/** An empty list puts nothing in; it only clears what was there. */
function isSaid({ value }: Change): boolean {
  return !Array.isArray(value) || value.length > 0
}

function tellChange({ path, value }: Change): string {
  const name = path.filter((step) => step !== 'entries' && step !== 'cards').join('.')
  if (Array.isArray(value)) return `${name}: ${value.length} ${unitOf(path, value.length)}`
  if (typeof value === 'object' && value !== null) {
    return `${name}: ${clip(harmlessLine(Object.values(value).join(', ')), LONGEST_VALUE)}`
  }
  return `${name}: ${clip(harmlessLine(String(value)), LONGEST_VALUE)}`
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
