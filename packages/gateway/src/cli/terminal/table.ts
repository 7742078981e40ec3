import { styleText } from 'node:util'
import { clip, pad, widthOf } from './width.ts'

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
