import type { FaceName } from '../content/resume-fonts.ts'
import { type Faces, FEATURES, runsOf, type TextSize, widthOfRun } from './font-faces.ts'

// Text is drawn as outlines: the SVG renderer has only the fonts of the machine.

export type TextStyle = TextSize & { face: FaceName }

export function widthOf(text: string, style: TextStyle, faces: Faces): number {
  const runs = runsOf(text, style.face, faces)
  return runs.reduce((sum, run) => sum + widthOfRun(run, style), 0)
}

/** Breaks a text into lines of at most `width`. A word that is too long gets a separate line. */
export function breakLines(text: string, style: TextStyle, width: number, faces: Faces): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && widthOf(longer, style, faces) <= width) lines.splice(-1, 1, longer)
    else lines.push(word)
  }
  return lines
}

/** Truncates a text to a width with an ellipsis, after a whole word unless there is only one. */
export function truncate(text: string, style: TextStyle, width: number, faces: Faces): string {
  if (widthOf(text, style, faces) <= width) return text
  const letters = [...text]
  while (letters.length > 0 && widthOf(`${letters.join('')}…`, style, faces) > width) letters.pop()
  const fit = letters.join('')
  const words = text[fit.length] === ' ' ? fit : fit.slice(0, Math.max(0, fit.lastIndexOf(' ')))
  return `${(words || fit).trimEnd()}…`
}

/** Draws a line of text as SVG paths, with the start of its baseline at x, y. */
export function drawLine(
  text: string,
  style: TextStyle,
  { x, y }: { x: number; y: number },
  faces: Faces,
): string {
  let at = x
  return runsOf(text, style.face, faces)
    .flatMap(({ file, text }) => {
      const scale = (style.size * file.scale) / file.font.unitsPerEm
      const { glyphs, positions } = file.font.layout(text, FEATURES)
      return glyphs.map((glyph, index) => {
        const { xAdvance = glyph.advanceWidth, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
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
