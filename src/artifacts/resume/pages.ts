import type { Line } from './lines.ts'

export type Page = { line: Line; top: number }[]

/** Lines onto pages, so that nothing stands alone that belongs to what is on another page. */
export function makePages(lines: Line[], height: number): Page[] {
  const pages: Page[] = []
  let start = 0
  while (start < lines.length) {
    const end = endOfPage(lines, start, height)
    pages.push(placeLines(lines.slice(start, end)))
    start = end
  }
  return pages
}

function endOfPage(lines: Line[], start: number, height: number): number {
  const full = firstBeyond(lines, start, height)
  if (full === lines.length) return full
  for (let end = full; end > start; end--) {
    if (lines[end]?.mayBegin) return end
  }
  return full
}

/** The first line that does not fit; one always does. */
function firstBeyond(lines: Line[], start: number, height: number): number {
  let bottom = 0
  for (let place = start; place < lines.length; place++) {
    const line = lines[place]
    if (!line) break
    bottom += (place === start ? 0 : line.space) + line.height
    if (bottom > height && place > start) return place
  }
  return lines.length
}

function placeLines(lines: Line[]): Page {
  let bottom = 0
  return lines.map((line, place) => {
    const top = bottom + (place === 0 ? 0 : line.space)
    bottom = top + line.height
    return { line, top }
  })
}
