const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const WIDE =
  /[[\p{Emoji_Presentation}\p{scx=Hani}\p{scx=Hang}\p{scx=Hira}\p{scx=Kana}\uff01-\uff60\uffe0-\uffe6\ufe0f]--[\uff61-\uffdc]]/v
const WITHOUT_WIDTH = /^[\p{M}\u200c\u200d]+$/v
const MARK = '…'

/** How many cells of a terminal a text takes: East Asian letters and emoji take two. */
export function widthOf(text: string): number {
  let width = 0
  for (const { segment } of GRAPHEMES.segment(text)) width += cellsOf(segment)
  return width
}

/** A text cut to a width, with a mark where something is missing. */
export function clip(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  const { head } = split(text, width - 1)
  return `${head.trimEnd()}${MARK}`
}

export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)))
}

/** A text in lines no wider than this, broken between words where that is possible. */
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

/** As many whole characters as fit, at least one, and the rest. */
function split(text: string, width: number) {
  let head = ''
  let used = 0
  for (const { segment } of GRAPHEMES.segment(text)) {
    used += cellsOf(segment)
    if (used > width && head) break
    head += segment
  }
  return { head, rest: text.slice(head.length) }
}

function cellsOf(grapheme: string): number {
  if (WITHOUT_WIDTH.test(grapheme)) return 0
  return WIDE.test(grapheme) ? 2 : 1
}
