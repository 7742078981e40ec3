import { type Run, runsOf, widthOfRun, widthOfText } from '../font-faces.ts'
import type { Block, Span } from './compose.ts'

export type PositionedRun = { run: Run; span: Span; x: number; width: number }

export type Line = {
  runs: PositionedRun[]
  height: number
  /** The distance from the top of the line to its baseline. */
  baseline: number
  space: number
  rule: Block['rule']
  /** Whether a page break is allowed before the line. */
  canBreakBefore: boolean
}

export type Page = { line: Line; top: number }[]

/** The width of a separator, in em. */
const SEPARATOR_WIDTH = 1

type Part = { span: Span; text: string }

/** A unit without line breaks inside, and what separates it from the next one of its line. */
type Word = { parts: Part[]; width: number; gap?: Gap | undefined }

/** A space or a separator. After some spaces, the next word must stay in the same line. */
type Gap = { span: Span; width: number; noBreak: boolean }

const BREAK_OPPORTUNITIES = /[^/\-–—.@_?=&]*[/\-–—.@_?=&]+|[^/\-–—.@_?=&]+/gu

/** The minimum of orphans and widows: a paragraph of up to three lines is never split. */
const MIN_LINES = 2

const CAP_HEIGHT = 0.72

// Higher than the cost of any slack, so a break never adds a line to even out the others.
const LINE_COST = 100

/** Breaks all blocks into lines. */
export function layoutLines(blocks: Block[], lineWidth: number): Line[] {
  return blocks.flatMap((block, index) => {
    const noBreak = blocks[index - 1]?.keepWithNext ?? false
    return blockLines(block, noBreak, lineWidth)
  })
}

function blockLines(block: Block, noBreak: boolean, lineWidth: number): Line[] {
  const { spans, indent = 0, bullet, lineHeight, space, rule } = block
  const room = lineWidth - indent
  const rows = splitLines(spans).flatMap((line) =>
    breakRows(groupUnbreakable(splitWords(line, room), room), room),
  )
  const size = Math.max(...spans.map(({ style }) => style.size))
  return rows.map((row, index) => {
    const isFirst = index === 0
    const remaining = rows.length - index
    const bulletRuns =
      isFirst && bullet ? positionRuns([{ span: bullet, text: `${bullet.text} ` }], 0) : []
    return {
      runs: [...bulletRuns, ...positionRow(row, indent, remaining === 1)],
      height: lineHeight,
      baseline: (lineHeight + CAP_HEIGHT * size) / 2,
      space: isFirst ? space : 0,
      rule: isFirst ? rule : undefined,
      canBreakBefore: isFirst ? !noBreak : index >= MIN_LINES && remaining >= MIN_LINES,
    }
  })
}

/** Splits spans at the line breaks of the content. */
function splitLines(spans: Span[]): Span[][] {
  return spans.reduce<Span[][]>(
    (lines, span) => {
      const [first = '', ...further] = span.text.split('\n')
      lines.at(-1)?.push({ ...span, text: first })
      lines.push(...further.map((text) => [{ ...span, text }]))
      return lines
    },
    [[]],
  )
}

/** Splits a paragraph into words. None is wider than a line. */
function splitWords(spans: Span[], lineWidth: number): Word[] {
  const words: Word[] = []
  // The word that the next token continues.
  let open: Word | undefined
  for (const span of spans) {
    const last = words.at(-1)
    if (span.isSeparator) {
      const width = span.style.size * SEPARATOR_WIDTH
      if (last) last.gap = { span, width, noBreak: false }
      open = undefined
      continue
    }
    for (const token of span.text.split(/( )/)) {
      const width = widthOfText(token, span.style)
      if (token === ' ') {
        if (open) open.gap = { span, width, noBreak: span.noWrap ?? false }
        open = undefined
      } else if (token) {
        if (!open) {
          open = { parts: [], width: 0 }
          words.push(open)
        }
        open.parts.push({ span, text: token })
        open.width += width
      }
    }
  }
  return words.flatMap((word) => splitLongWord(word, lineWidth))
}

/** Splits a word that is wider than a line, after punctuation if it has any. */
function splitLongWord(word: Word, lineWidth: number): Word[] {
  if (word.width <= lineWidth) return [word]
  const pieces = word.parts.flatMap(({ span, text }) =>
    (text.match(BREAK_OPPORTUNITIES) ?? [text])
      .flatMap((piece) => (widthOfText(piece, span.style) <= lineWidth ? [piece] : [...piece]))
      .map((piece) => ({ span, text: piece })),
  )
  const words: Word[] = []
  for (const part of pieces) {
    const last = words.at(-1)
    const width = widthOfText(part.text, part.span.style)
    if (last && last.width + width <= lineWidth) {
      last.parts.push(part)
      last.width += width
    } else {
      words.push({ parts: [part], width })
    }
  }
  return words.map((piece, index) =>
    index === words.length - 1 ? { ...piece, gap: word.gap } : piece,
  )
}

/** Groups words that must stay in one line, unless the group is wider than a line. */
function groupUnbreakable(words: Word[], lineWidth: number): Word[][] {
  const units: Word[][] = []
  for (const [index, word] of words.entries()) {
    const isAttached = words[index - 1]?.gap?.noBreak ?? false
    const last = units.at(-1)
    if (isAttached && last) last.push(word)
    else units.push([word])
  }
  return units.flatMap((unit) =>
    widthOfWords(unit) <= lineWidth ? [unit] : unit.map((word) => [word]),
  )
}

function widthOfWords(words: Word[]): number {
  const end = words.at(-1)?.gap?.width ?? 0
  return words.reduce((sum, { width, gap }) => sum + width + (gap?.width ?? 0), -end)
}

/**
 * Breaks lines by minimizing the squared slack of a paragraph, not greedily. The last line may have
 * any length, but a single short word has a penalty.
 */
function breakRows(units: Word[][], lineWidth: number): Word[][] {
  const best: { cost: number; start: number }[] = [{ cost: 0, start: 0 }]
  for (let end = 1; end <= units.length; end++) {
    let found = { cost: Number.POSITIVE_INFINITY, start: end - 1 }
    for (let start = end - 1; start >= 0; start--) {
      const width = widthOfWords(units.slice(start, end).flat())
      if (width > lineWidth && start < end - 1) break
      const slack = Math.max(0, 1 - width / lineWidth)
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

/** Draws the space at the end of a line too: it separates the words for text extraction. */
function positionRow(words: Word[], indent: number, isLast: boolean): PositionedRun[] {
  const positioned: PositionedRun[] = []
  let parts: Part[] = []
  let x = indent
  for (const [index, { parts: own, gap }] of words.entries()) {
    const isEnd = index === words.length - 1
    const isSeparated = gap?.span.isSeparator && !isEnd
    const space = gap?.span.isSeparator ? own.at(-1)?.span : gap?.span
    parts.push(...own)
    if (space && (!isEnd || !isLast)) parts.push({ span: space, text: ' ' })
    if (!gap || !isSeparated) continue
    const before = positionRuns(parts, x)
    parts = []
    x = endOf(before, x) - (space ? widthOfText(' ', space.style) : 0)
    positioned.push(...before, ...positionSeparator(gap.span, x))
    x += gap.width
  }
  return [...positioned, ...positionRuns(parts, x)]
}

function positionSeparator(span: Span, x: number): PositionedRun[] {
  const [dot] = positionRuns([{ span, text: span.text }], x)
  return dot ? [{ ...dot, x: x + (span.style.size * SEPARATOR_WIDTH - dot.width) / 2 }] : []
}

/** Sets parts in a row. A run is text in one font. */
export function positionRuns(parts: Part[], start: number): PositionedRun[] {
  let x = start
  return joinParts(parts).flatMap(({ span, text }) =>
    runsOf(text, span.style.face).map((run) => {
      const width = widthOfRun(run, span.style)
      const positioned = { run, span, x, width }
      x += width
      return positioned
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

function endOf(positioned: PositionedRun[], start: number): number {
  const last = positioned.at(-1)
  return last ? last.x + last.width : start
}

/** Distributes lines to pages. Breaks only where a line allows it, if the page has such a line. */
export function paginate(lines: Line[], height: number): Page[] {
  const pages: Page[] = []
  let rest = lines
  while (rest.length > 0) {
    const placed = placeLines(rest)
    // A page takes at least one line.
    const overflow = placed.findIndex(
      ({ line, top }, index) => index > 0 && top + line.height > height,
    )
    const before = placed.findLastIndex(
      ({ line }, index) => index <= overflow && index > 0 && line.canBreakBefore,
    )
    const end = overflow === -1 ? rest.length : before === -1 ? overflow : before
    pages.push(placed.slice(0, end))
    rest = rest.slice(end)
  }
  return pages
}

/** Places lines below each other, without the space above the first. */
function placeLines(lines: Line[]): Page {
  let bottom = 0
  return lines.map((line, index) => {
    const top = bottom + (index === 0 ? 0 : line.space)
    bottom = top + line.height
    return { line, top }
  })
}
