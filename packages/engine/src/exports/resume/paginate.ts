import type { Line } from './layout-lines.ts'

export type Page = { line: Line; top: number }[]

/** Distributes lines to pages. Breaks only where a line allows it, if the page has such a line. */
export function paginate(lines: Line[], height: number): Page[] {
  const pages: Page[] = []
  let start = 0
  while (start < lines.length) {
    const end = endOfPage(lines, start, height)
    pages.push(positionLines(lines.slice(start, end)))
    start = end
  }
  return pages
}

function endOfPage(lines: Line[], start: number, height: number): number {
  const full = firstOverflow(lines, start, height)
  if (full === lines.length) return full
  for (let end = full; end > start; end--) {
    if (lines[end]?.canBreakBefore) return end
  }
  return full
}

/** The index of the first line that does not fit. A page takes at least one line. */
function firstOverflow(lines: Line[], start: number, height: number): number {
  let bottom = 0
  for (let index = start; index < lines.length; index++) {
    const line = lines[index]
    if (!line) break
    bottom += (index === start ? 0 : line.space) + line.height
    if (bottom > height && index > start) return index
  }
  return lines.length
}

function positionLines(lines: Line[]): Page {
  let bottom = 0
  return lines.map((line, index) => {
    const top = bottom + (index === 0 ? 0 : line.space)
    bottom = top + line.height
    return { line, top }
  })
}
