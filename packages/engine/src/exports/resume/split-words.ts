import { type Faces, runsOf, widthOfRun } from '../faces.ts'
import type { Span } from './blocks.ts'

/** Room for the dot between two things in a row, in the size of its text. */
export const SEPARATOR_ROOM = 1

export type Part = { span: Span; text: string }

/** What no line end may part. */
export type Word = {
  parts: Part[]
  width: number
  /** The room to the next word of the same line. */
  gap: number
  /** The span that the space behind it belongs to. */
  space?: Span
  separator?: Span
  /** Whether it shall stay in one line with the next. */
  isTied: boolean
}

const SOFT_ENDS = /[^/\-–—.@_?=&]*[/\-–—.@_?=&]+|[^/\-–—.@_?=&]+/gu

/** The words of a paragraph, none of them wider than its measure. */
export function makeWords(spans: Span[], measure: number, faces: Faces): Word[] {
  const words: Word[] = []
  let open: Word | undefined
  for (const span of spans) {
    const last = words.at(-1)
    if (span.isSeparator) {
      if (last) Object.assign(last, { separator: span, isTied: false })
      open = undefined
      continue
    }
    for (const token of span.text.split(/( )/)) {
      if (token === ' ') {
        if (open) Object.assign(open, { space: span, isTied: span.isWhole ?? false })
        open = undefined
      } else if (token) {
        open ??= addWord(words)
        open.parts.push({ span, text: token })
      }
    }
  }
  return words.flatMap((word) => splitWide(measureWord(word, faces), measure, faces))
}

function addWord(words: Word[]): Word {
  const word: Word = { parts: [], width: 0, gap: 0, isTied: false }
  words.push(word)
  return word
}

function measureWord(word: Word, faces: Faces): Word {
  const { parts, separator, space } = word
  const width = parts.reduce((sum, { span, text }) => sum + widthOfText(text, span, faces), 0)
  const gap = separator
    ? separator.style.size * SEPARATOR_ROOM
    : space
      ? widthOfText(' ', space, faces)
      : 0
  return { ...word, width, gap }
}

/** A word that no line can hold goes on in the next one, after a sign if it has any. */
function splitWide(word: Word, measure: number, faces: Faces): Word[] {
  if (word.width <= measure) return [word]
  const pieces = word.parts.flatMap(({ span, text }) =>
    (text.match(SOFT_ENDS) ?? [text])
      .flatMap((piece) => (widthOfText(piece, span, faces) <= measure ? [piece] : [...piece]))
      .map((piece) => ({ span, text: piece })),
  )
  const words: Word[] = []
  for (const part of pieces) {
    const last = words.at(-1)
    const width = widthOfText(part.text, part.span, faces)
    if (last && last.width + width <= measure) {
      last.parts.push(part)
      last.width += width
    } else {
      words.push({ parts: [part], width, gap: 0, isTied: false })
    }
  }
  const { parts: _, width: __, ...end } = word
  return words.map((piece, place) => (place === words.length - 1 ? { ...piece, ...end } : piece))
}

export function widthOfText(text: string, span: Span, faces: Faces): number {
  const runs = runsOf(text, span.style.face, faces)
  return runs.reduce((sum, run) => sum + widthOfRun(run, span.style), 0)
}
