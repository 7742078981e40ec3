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

type Point = { x: number; y: number }

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
