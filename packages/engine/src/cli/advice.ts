import { styleText } from 'node:util'
import { sanitizeLine } from 'reward-codes-gateway/terminal/sanitize'
import { terminalScreen } from 'reward-codes-gateway/terminal/screen'
import { clip, pad, widthOf, wrap } from 'reward-codes-gateway/terminal/width'
import { type Advice, type LintContext, lintContent } from '../content/lint.ts'
import { type ContentDocument, loadPortfolio } from '../content/load.ts'
import { findSampleData } from '../content/sample-data.ts'
import { SAMPLE_FOLDER } from './own-site.ts'

const MAX_WIDTH = 110
const INDENT = '  '
const GAP = '  '
const MIN_FOUND_WIDTH = 12

/** Formats the lint advice on the content; empty if there is none. */
export function adviceText(written: ContentDocument, facts: LintContext): string {
  const advice = lintContent(written, facts)
  if (advice.length === 0) return ''
  const title = styleText('bold', 'Advice (optional):')
  return `\n${title}\n\n${formatAdvice(advice, terminalScreen().columns)}\n`
}

/** Formats advice, grouped by meaning and action, with the location of each value. */
export function formatAdvice(
  remarks: Advice[],
  columns: number,
  colour: 'yellow' | 'red' = 'yellow',
): string {
  const room = Math.min(columns, MAX_WIDTH)
  const groups = Map.groupBy(remarks, ({ meaning, action }) => `${meaning}\n${action}`)
  return [...groups.values()].map((group) => groupText(group, room, colour)).join('\n\n')
}

function groupText(group: Advice[], room: number, colour: 'yellow' | 'red'): string {
  const [{ meaning, action } = { meaning: '', action: '' }] = group
  const rows = group.map(({ file, line, column, field, found }) => ({
    location: `${file}:${line}:${column}`,
    field,
    value: sanitizeLine(found),
  }))
  const locationWidth = Math.max(...rows.map(({ location }) => widthOf(location)))
  const fieldWidth = Math.max(...rows.map(({ field }) => widthOf(field)))
  const rest = room - INDENT.length - locationWidth - fieldWidth - 2 * GAP.length
  const isTight = rest < MIN_FOUND_WIDTH && rows.some(({ value }) => widthOf(value) > rest)
  const lines = rows.map(({ location, field, value }) => {
    if (!isTight) {
      const head = `${INDENT}${pad(location, locationWidth)}${GAP}${pad(field, fieldWidth)}`
      return `${head}${GAP}${clipQuoted(value, rest)}`
    }
    const left = room - 2 * INDENT.length - widthOf(field) - GAP.length
    return `${INDENT}${location}\n${INDENT}${INDENT}${field}${GAP}${clipQuoted(value, left)}`
  })
  return [
    ...wrap(meaning, room).map((line) => styleText(colour, line)),
    ...wrap(action, room),
    ...lines,
  ].join('\n')
}

/** Clips a text. A quoted text keeps its closing quote. */
function clipQuoted(text: string, width: number): string {
  if (widthOf(text) <= width || !text.endsWith('"')) return clip(text, width)
  return `${clip(text, width - 1)}"`
}

/** The sample content that the engine ships. */
export function readSample(): ContentDocument {
  const sample = loadPortfolio(SAMPLE_FOLDER, 'schema')
  if (!sample.ok) throw new Error('The sample of the engine is invalid.')
  return sample.written
}

/** Personal data of the sample and placeholders that are still in the content. */
export function sampleDataIn(written: ContentDocument): Advice[] {
  return findSampleData(written, readSample())
}

/** The values to replace before the site can be published; none if `site.url` is not set. */
export function sampleDataInPublicSite(written: ContentDocument): Advice[] {
  return written.content.site.url ? sampleDataIn(written) : []
}

export function countOf({ length }: Advice[]): string {
  return length === 1 ? '1 value' : `${length} values`
}
