import { FEATURES, runsOf, type TextStyle, widthOfText } from './font-faces.ts'
import { roundPath } from './round-path.ts'

// Text is drawn as outlines: the SVG renderer has only the fonts of the machine.

/** Breaks a text into lines of at most `width`. A word that is too long gets a separate line. */
export function breakLines(text: string, style: TextStyle, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && widthOfText(longer, style) <= width) lines.splice(-1, 1, longer)
    else lines.push(word)
  }
  return lines
}

/** Truncates a text to a width with an ellipsis, after a whole word unless there is only one. */
export function truncate(text: string, style: TextStyle, width: number): string {
  if (widthOfText(text, style) <= width) return text
  const letters = [...text]
  while (letters.length > 0 && widthOfText(`${letters.join('')}…`, style) > width) letters.pop()
  const fit = letters.join('')
  const words = text[fit.length] === ' ' ? fit : fit.slice(0, Math.max(0, fit.lastIndexOf(' ')))
  return `${(words || fit).trimEnd()}…`
}

type Point = { x: number; y: number }

/** Draws a line of text as SVG paths, with the start of its baseline at a point. */
export function drawLine(text: string, style: TextStyle, at: Point): string {
  return [...placeGlyphs(text, style, at)]
    .map(({ glyph, scale, x, y }) => {
      const path = glyph.path.toSVG()
      const transform = `translate(${round(x)} ${round(y)}) scale(${scale} ${-scale})`
      return path && `<path transform="${transform}" d="${path}"/>`
    })
    .join('')
}

/** The outlines of a line of text as path data in whole units. */
export function outlineLine(text: string, style: TextStyle, at: Point): string {
  const outlines = [...placeGlyphs(text, style, at)].map(({ glyph, scale, x, y }) =>
    glyph.path.transform(scale, 0, 0, -scale, x, y).toSVG(),
  )
  return `M0 0${roundPath(outlines.join(''), 1)}`
}

function* placeGlyphs(text: string, style: TextStyle, { x, y }: Point) {
  let at = x
  for (const { file, text: letters } of runsOf(text, style.face)) {
    const scale = (style.size * file.scale) / file.font.unitsPerEm
    const { glyphs, positions } = file.font.layout(letters, FEATURES)
    for (const [index, glyph] of glyphs.entries()) {
      const { xAdvance = glyph.advanceWidth, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
      yield { glyph, scale, x: at + xOffset * scale, y: y - yOffset * scale }
      at += xAdvance * scale + (style.tracking ?? 0) * style.size
    }
  }
}

function round(length: number): number {
  return Math.round(length * 100) / 100
}
