import { type Faces, runsOf, widthOfRun } from '../font-faces.ts'
import type { Span } from './blocks.ts'

/** The width of a separator, in em. */
export const SEPARATOR_WIDTH = 1

export type Part = { span: Span; text: string }

/** A unit without line breaks inside. */
export type Word = {
  parts: Part[]
  width: number
  /** The space to the next word of the same line. */
  gap: number
  /** The span that the following space belongs to. */
  space?: Span
  separator?: Span
  /** Whether the next word must stay in the same line. */
  noBreakAfter: boolean
}

const BREAK_OPPORTUNITIES = /[^/\-–—.@_?=&]*[/\-–—.@_?=&]+|[^/\-–—.@_?=&]+/gu

/** Splits a paragraph into words. None is wider than `measure`. */
export function splitWords(spans: Span[], lineWidth: number, faces: Faces): Word[] {
  const words: Word[] = []
  let open: Word | undefined
  for (const span of spans) {
    const last = words.at(-1)
    if (span.isSeparator) {
      if (last) Object.assign(last, { separator: span, noBreakAfter: false })
      open = undefined
      continue
    }
    for (const token of span.text.split(/( )/)) {
      if (token === ' ') {
        if (open) Object.assign(open, { space: span, noBreakAfter: span.noWrap ?? false })
        open = undefined
      } else if (token) {
        open ??= addWord(words)
        open.parts.push({ span, text: token })
      }
    }
  }
  return words.flatMap((word) => splitLongWord(measureWord(word, faces), lineWidth, faces))
}

function addWord(words: Word[]): Word {
  const word: Word = { parts: [], width: 0, gap: 0, noBreakAfter: false }
  words.push(word)
  return word
}

function measureWord(word: Word, faces: Faces): Word {
  const { parts, separator, space } = word
  const width = parts.reduce((sum, { span, text }) => sum + widthOfText(text, span, faces), 0)
  const gap = separator
    ? separator.style.size * SEPARATOR_WIDTH
    : space
      ? widthOfText(' ', space, faces)
      : 0
  return { ...word, width, gap }
}

/** Splits a word that is wider than a line, after punctuation if it has any. */
function splitLongWord(word: Word, lineWidth: number, faces: Faces): Word[] {
  if (word.width <= lineWidth) return [word]
  const pieces = word.parts.flatMap(({ span, text }) =>
    (text.match(BREAK_OPPORTUNITIES) ?? [text])
      .flatMap((piece) => (widthOfText(piece, span, faces) <= lineWidth ? [piece] : [...piece]))
      .map((piece) => ({ span, text: piece })),
  )
  const words: Word[] = []
  for (const part of pieces) {
    const last = words.at(-1)
    const width = widthOfText(part.text, part.span, faces)
    if (last && last.width + width <= lineWidth) {
      last.parts.push(part)
      last.width += width
    } else {
      words.push({ parts: [part], width, gap: 0, noBreakAfter: false })
    }
  }
  const { parts: _, width: __, ...end } = word
  return words.map((piece, index) => (index === words.length - 1 ? { ...piece, ...end } : piece))
}

export function widthOfText(text: string, span: Span, faces: Faces): number {
  const runs = runsOf(text, span.style.face, faces)
  return runs.reduce((sum, run) => sum + widthOfRun(run, span.style), 0)
}
