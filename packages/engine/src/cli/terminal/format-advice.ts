import { styleText } from 'node:util'
import type { Advice } from '../../content/advice/remark.ts'
import { harmlessLine } from './harmless.ts'
import { clip, pad, widthOf, wrap } from './width.ts'

const WIDEST = 110
const INDENT = '  '
const GAP = '  '
const LEAST_FOUND = 12

/** Remarks on a content, those that mean the same together: meaning, action, and each place. */
export function remarksText(
  remarks: Advice[],
  columns: number,
  colour: 'yellow' | 'red' = 'yellow',
): string {
  const room = Math.min(columns, WIDEST)
  const groups = Map.groupBy(remarks, ({ meaning, action }) => `${meaning}\n${action}`)
  return [...groups.values()].map((group) => groupText(group, room, colour)).join('\n\n')
}

function groupText(group: Advice[], room: number, colour: 'yellow' | 'red'): string {
  const [{ meaning, action } = { meaning: '', action: '' }] = group
  const places = group.map(({ file, line, column }) => `${file}:${line}:${column}`)
  const placeWidth = Math.max(...places.map(widthOf))
  const fieldWidth = Math.max(...group.map(({ field }) => widthOf(field)))
  const rest = room - INDENT.length - placeWidth - fieldWidth - 2 * GAP.length
  const isTight = rest < LEAST_FOUND && group.some(({ found }) => widthOf(found) > rest)
  const lines = group.map(({ field, found }, index) => {
    const place = places[index] ?? ''
    const what = harmlessLine(found)
    if (isTight) {
      const left = room - 2 * INDENT.length - widthOf(field) - GAP.length
      return `${INDENT}${place}\n${INDENT}${INDENT}${field}${GAP}${clipQuoted(what, left)}`
    }
    const head = `${INDENT}${pad(place, placeWidth)}${GAP}${pad(field, fieldWidth)}`
    return `${head}${GAP}${clipQuoted(what, rest)}`
  })
  return [
    ...wrap(meaning, room).map((line) => styleText(colour, line)),
    ...wrap(action, room),
    ...lines,
  ].join('\n')
}

/** A quotation that is cut keeps its end mark. */
function clipQuoted(text: string, width: number): string {
  if (widthOf(text) <= width || !text.endsWith('"')) return clip(text, width)
  return `${clip(text, width - 1)}"`
}
