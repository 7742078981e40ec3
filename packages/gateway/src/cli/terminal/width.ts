import { styleText } from 'node:util'
import stringWidth from 'string-width'

const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const ELLIPSIS = '…'

/** The width of a text in terminal cells: East Asian characters and emoji take two. */
export const widthOf: (text: string) => number = stringWidth

/** Clips a text to a width, with an ellipsis. */
export function clip(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  const { head } = split(text, width - 1)
  return `${head.trimEnd()}${ELLIPSIS}`
}

export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)))
}

/** Wraps a text to a width, between words if possible. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, width))
}

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = []
  let current = ''
  for (const word of line.trimEnd().split(/(?<= )(?! )/)) {
    if (widthOf(current + word.trimEnd()) <= width) {
      current += word
      continue
    }
    if (current) lines.push(current.trimEnd())
    current = word
    for (let parts = split(current, width); parts.rest.trim(); parts = split(current, width)) {
      lines.push(parts.head)
      current = parts.rest
    }
  }
  return [...lines, current.trimEnd()]
}

/** Splits off as many whole graphemes as fit, at least one. */
function split(text: string, width: number) {
  let head = ''
  let used = 0
  for (const { segment } of GRAPHEMES.segment(text)) {
    used += stringWidth(segment)
    if (used > width && head) break
    head += segment
  }
  return { head, rest: text.slice(head.length) }
}

export type Column = {
  title: string
  /** Clipped if the terminal is narrow; other columns never are. */
  isFlexible?: boolean
  paint?: (cell: string, text: string) => string
}

const GAP = '  '
const MIN_WIDTH = 8

/** Returns the lines of a table that fits a width, its heading first. */
export function layOut(columns: Column[], rows: string[][], width: number): string[] {
  const widths = fitWidths(columns, rows, width)
  const lineOf = (cells: string[], paint: (cell: string, column: Column, text: string) => string) =>
    columns
      .map((column, index) => {
        const text = cells[index] ?? ''
        const cell = clip(text, widths[index] ?? 0)
        const isLast = index === columns.length - 1
        return paint(isLast ? cell : pad(cell, widths[index] ?? 0), column, text)
      })
      .join(GAP)
      .trimEnd()
  const titles = columns.map(({ title }) => title)
  return [
    lineOf(titles, (cell) => styleText('dim', cell)),
    ...rows.map((cells) => lineOf(cells, (cell, { paint }, text) => paint?.(cell, text) ?? cell)),
  ]
}

/** Shrinks the widest flexible column, cell by cell, until the line fits. */
function fitWidths(columns: Column[], rows: string[][], width: number): number[] {
  const widths = columns.map(({ title }, index) =>
    Math.max(...[title, ...rows.map((cells) => cells[index] ?? '')].map(widthOf)),
  )
  const room = width - GAP.length * (columns.length - 1)
  let excess = widths.reduce((sum, cells) => sum + cells, 0) - room
  while (excess > 0) {
    const flexible = widths.map((cells, index) => (columns[index]?.isFlexible ? cells : 0))
    const widest = flexible.indexOf(Math.max(...flexible))
    if ((flexible[widest] ?? 0) <= MIN_WIDTH) break
    widths[widest] = (widths[widest] ?? 0) - 1
    excess--
  }
  return widths
}
