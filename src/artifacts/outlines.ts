import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as fontkit from 'fontkit'
import subsetFont from 'subset-font'

// Text as outlines, because the program that turns SVG into pixels has only a machine's own fonts.

const FILES = '@fontsource-variable/instrument-sans/files/instrument-sans'
const SCRIPTS = ['latin', 'latin-ext']

/** One cut of the typeface, as the fonts that hold it together. */
export type Cut = fontkit.Font[]

export type Style = { cut: Cut; size: number; tracking?: number }

type Run = { font: fontkit.Font; text: string }

/** The typeface at a weight and width, with the letters of a text. */
export async function cutTypeface(weight: number, width: number, text: string): Promise<Cut> {
  const { resolve } = createRequire(import.meta.url)
  return Promise.all(
    SCRIPTS.map(async (script) => {
      const source = readFileSync(resolve(`${FILES}-${script}-wdth-normal.woff2`))
      const font = await subsetFont(source, `${text} ?`, {
        targetFormat: 'truetype',
        variationAxes: { wght: weight, wdth: width },
      })
      return openFont(font)
    }),
  )
}

export function openFont(source: Buffer): fontkit.Font {
  const font = fontkit.create(source)
  if (!('characterSet' in font)) throw new Error('Expected one font in the file, not a collection.')
  return font
}

export function widthOf(text: string, { cut, size, tracking = 0 }: Style): number {
  const widths = runsOf(text, cut).map(
    ({ font, text }) => (font.layout(text).advanceWidth / font.unitsPerEm) * size,
  )
  return widths.reduce((sum, width) => sum + width, [...text].length * tracking * size)
}

/** Lines that hold the words of a text in a width; a word that is too long has its own line. */
export function breakLines(text: string, style: Style, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1)
    if (line && widthOf(`${line} ${word}`, style) <= width)
      lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

/** The line of a text as SVG paths, its baseline beginning at x, y. */
export function drawLine(text: string, style: Style, x: number, y: number): string {
  const { cut, size, tracking = 0 } = style
  let at = x
  return runsOf(text, cut)
    .flatMap(({ font, text }) => {
      const scale = size / font.unitsPerEm
      const { glyphs, positions } = font.layout(text)
      return glyphs.map((glyph, place) => {
        const { xAdvance = glyph.advanceWidth, xOffset = 0, yOffset = 0 } = positions[place] ?? {}
        const shift = `translate(${round(at + xOffset * scale)} ${round(y - yOffset * scale)})`
        at += xAdvance * scale + tracking * size
        const path = glyph.path.toSVG()
        return path && `<path transform="${shift} scale(${scale} ${-scale})" d="${path}"/>`
      })
    })
    .join('')
}

/** Neighbouring letters that the same font has. */
function runsOf(text: string, cut: Cut): Run[] {
  const runs: Run[] = []
  for (const letter of text) {
    const font = cut.find((each) => each.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)) ?? cut[0]
    if (!font) throw new Error('A line needs a font.')
    const last = runs.at(-1)
    if (last?.font === font) last.text += letter
    else runs.push({ font, text: letter })
  }
  return runs
}

function round(length: number): number {
  return Math.round(length * 100) / 100
}
