import { styleText } from 'node:util'
import { sanitizeLine } from 'reward-codes-gateway/terminal/sanitize'
import { clip, pad, widthOf, wrap } from 'reward-codes-gateway/terminal/width'
import type { Advice } from '../../content/lint.ts'

const MAX_WIDTH = 110
const INDENT = '  '
const GAP = '  '
const MIN_FOUND_WIDTH = 12

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
  const locations = group.map(({ file, line, column }) => `${file}:${line}:${column}`)
  const locationWidth = Math.max(...locations.map(widthOf))
  const fieldWidth = Math.max(...group.map(({ field }) => widthOf(field)))
  const rest = room - INDENT.length - locationWidth - fieldWidth - 2 * GAP.length
  const isTight = rest < MIN_FOUND_WIDTH && group.some(({ found }) => widthOf(found) > rest)
  const lines = group.map(({ field, found }, index) => {
    const location = locations[index] ?? ''
    const value = sanitizeLine(found)
    if (isTight) {
      const left = room - 2 * INDENT.length - widthOf(field) - GAP.length
      return `${INDENT}${location}\n${INDENT}${INDENT}${field}${GAP}${clipQuoted(value, left)}`
    }
    const head = `${INDENT}${pad(location, locationWidth)}${GAP}${pad(field, fieldWidth)}`
    return `${head}${GAP}${clipQuoted(value, rest)}`
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
