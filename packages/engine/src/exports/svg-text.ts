import type { FaceName } from '../content/resume-fonts.ts'
import { type Faces, FEATURES, runsOf, type Setting, widthOfRun } from './faces.ts'

// Text as outlines, because the program that turns SVG into pixels has only a machine's own fonts.

export type Lettering = Setting & { face: FaceName }

export function widthOf(text: string, style: Lettering, faces: Faces): number {
  const runs = runsOf(text, style.face, faces)
  return runs.reduce((sum, run) => sum + widthOfRun(run, style), 0)
}

/** Lines that hold the words of a text in a width; a word that is too long has its own line. */
export function breakLines(text: string, style: Lettering, width: number, faces: Faces): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && widthOf(longer, style, faces) <= width) lines.splice(-1, 1, longer)
    else lines.push(word)
  }
  return lines
}

/** As much of a text as a width holds, with an ellipsis where something is missing. */
export function shorten(text: string, style: Lettering, width: number, faces: Faces): string {
  if (widthOf(text, style, faces) <= width) return text
  const letters = [...text]
  while (letters.length > 0 && widthOf(`${letters.join('')}…`, style, faces) > width) letters.pop()
  return `${letters.join('').trimEnd()}…`
}

/** The line of a text as SVG paths, its baseline beginning at x, y. */
export function drawLine(
  text: string,
  style: Lettering,
  { x, y }: { x: number; y: number },
  faces: Faces,
): string {
  let at = x
  return runsOf(text, style.face, faces)
    .flatMap(({ cut, text }) => {
      const scale = (style.size * cut.scale) / cut.font.unitsPerEm
      const { glyphs, positions } = cut.font.layout(text, FEATURES)
      return glyphs.map((glyph, place) => {
        const { xAdvance = glyph.advanceWidth, xOffset = 0, yOffset = 0 } = positions[place] ?? {}
        const shift = `translate(${round(at + xOffset * scale)} ${round(y - yOffset * scale)})`
        at += xAdvance * scale + (style.tracking ?? 0) * style.size
        const path = glyph.path.toSVG()
        return path && `<path transform="${shift} scale(${scale} ${-scale})" d="${path}"/>`
      })
    })
    .join('')
}

function round(length: number): number {
  return Math.round(length * 100) / 100
}
