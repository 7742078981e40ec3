import { type Faces, type Run, runsOf, widthOfRun } from '../faces.ts'
import type { Block, Span } from './blocks.ts'
import { makeWords, type Part, SEPARATOR_ROOM, type Word, widthOfText } from './words.ts'

export type PlacedRun = { run: Run; span: Span; x: number; width: number }

export type Line = {
  runs: PlacedRun[]
  height: number
  /** From the top of the line to the foot of its letters. */
  baseline: number
  space: number
  rule: Block['rule']
  /** Whether a page may begin with it. */
  mayBegin: boolean
}

/** A paragraph of three lines stays whole; of a longer one, two stand on either page at least. */
const FEWEST_TOGETHER = 2

const CAP_HEIGHT = 0.72

/** The lines of all paragraphs, one below the other. */
export function makeLines(blocks: Block[], measure: number, faces: Faces): Line[] {
  return blocks.flatMap((block, place) => {
    const isLed = blocks[place - 1]?.leads ?? false
    return blockLines(block, isLed, measure, faces)
  })
}

function blockLines(block: Block, isLed: boolean, measure: number, faces: Faces): Line[] {
  const { spans, indent = 0, bullet, lineHeight, space, rule } = block
  const room = measure - indent
  const rows = breakRows(tieWords(makeWords(spans, room, faces), room), room)
  const size = Math.max(...spans.map(({ style }) => style.size))
  return rows.map((row, place) => {
    const isFirst = place === 0
    const left = rows.length - place
    const hung =
      isFirst && bullet ? placeParts([{ span: bullet, text: `${bullet.text} ` }], 0, faces) : []
    return {
      runs: [...hung, ...placeRow(row, indent, left === 1, faces)],
      height: lineHeight,
      baseline: (lineHeight + CAP_HEIGHT * size) / 2,
      space: isFirst ? space : 0,
      rule: isFirst ? rule : undefined,
      mayBegin: isFirst ? !isLed : place >= FEWEST_TOGETHER && left >= FEWEST_TOGETHER,
    }
  })
}

/** Words that belong together, unless no line can hold them. */
function tieWords(words: Word[], measure: number): Word[][] {
  const units: Word[][] = []
  for (const [place, word] of words.entries()) {
    const isTied = words[place - 1]?.isTied ?? false
    const last = units.at(-1)
    if (isTied && last) last.push(word)
    else units.push([word])
  }
  return units.flatMap((unit) =>
    widthOfWords(unit) <= measure ? [unit] : unit.map((word) => [word]),
  )
}

function widthOfWords(words: Word[]): number {
  const end = words.at(-1)?.gap ?? 0
  return words.reduce((sum, { width, gap }) => sum + width + gap, -end)
}

/**
 * Breaks where the right edge comes out most even, not where each line is full; the last line may
 * be as short as it likes, but for a lonely word.
 */
function breakRows(units: Word[][], measure: number): Word[][] {
  const best: { cost: number; start: number }[] = [{ cost: 0, start: 0 }]
  for (let end = 1; end <= units.length; end++) {
    let found = { cost: Number.POSITIVE_INFINITY, start: end - 1 }
    for (let start = end - 1; start >= 0; start--) {
      const width = widthOfWords(units.slice(start, end).flat())
      if (width > measure && start < end - 1) break
      const slack = Math.max(0, 1 - width / measure)
      const isLast = end === units.length
      const cost = isLast ? (start > 0 && slack > 0.85 ? 0.1 : 0) : slack ** 2
      const total = (best[start]?.cost ?? 0) + cost + LINE_COST
      if (total < found.cost) found = { cost: total, start }
    }
    best.push(found)
  }
  const rows: Word[][] = []
  for (let end = units.length; end > 0; end = best[end]?.start ?? 0) {
    rows.unshift(units.slice(best[end]?.start ?? 0, end).flat())
  }
  return rows
}

// More than any slack can cost, so that evenness never buys a further line.
const LINE_COST = 100

/** The space at the end of a line is drawn as well: it parts the words for who reads the text. */
function placeRow(words: Word[], indent: number, isLast: boolean, faces: Faces): PlacedRun[] {
  const placed: PlacedRun[] = []
  let parts: Part[] = []
  let x = indent
  words.forEach((word, place) => {
    const isEnd = place === words.length - 1
    parts.push(...word.parts)
    const span = word.separator ? word.parts.at(-1)?.span : word.space
    if (span && (!isEnd || !isLast)) parts.push({ span, text: ' ' })
    if (!word.separator || isEnd) return
    const before = placeParts(parts, x, faces)
    parts = []
    x = endOf(before, x) - (span ? widthOfText(' ', span, faces) : 0)
    placed.push(...before, ...placeDot(word.separator, x, faces))
    x += word.gap
  })
  return [...placed, ...placeParts(parts, x, faces)]
}

function placeDot(span: Span, x: number, faces: Faces): PlacedRun[] {
  const [dot] = placeParts([{ span, text: span.text }], x, faces)
  return dot ? [{ ...dot, x: x + (span.style.size * SEPARATOR_ROOM - dot.width) / 2 }] : []
}

function placeParts(parts: Part[], start: number, faces: Faces): PlacedRun[] {
  let x = start
  return joinParts(parts).flatMap(({ span, text }) =>
    runsOf(text, span.style.face, faces).map((run) => {
      const width = widthOfRun(run, span.style)
      const placed = { run, span, x, width }
      x += width
      return placed
    }),
  )
}

function joinParts(parts: Part[]): Part[] {
  const joined: Part[] = []
  for (const { span, text } of parts) {
    const last = joined.at(-1)
    if (last?.span === span) last.text += text
    else joined.push({ span, text })
  }
  return joined
}

function endOf(placed: PlacedRun[], start: number): number {
  const last = placed.at(-1)
  return last ? last.x + last.width : start
}
