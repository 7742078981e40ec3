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
