import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Blob, Buffer, Face, Font, shape } from 'harfbuzzjs'
import { optimize } from 'svgo'

// Draws the letters in the pictures of the sample as outlines of the page's font, because a picture cannot use the
// fonts of its page. After a change in tools/pictures, run `node tools/outline-letters.ts` and commit what it writes.

const SOURCES = join(import.meta.dirname, 'pictures')
const OUT = join(import.meta.dirname, '../site/content/images')
const FONT = join(
  import.meta.dirname,
  '../packages/reward-codes/resume/fonts/InstrumentSans-600.ttf',
)
/** The size of an em. Outlines have whole coordinates: no slot is so large that this shows. */
const EM = 40
const ROUND = {
  name: 'convertPathData' as const,
  params: { floatPrecision: 0, straightCurves: false, curveSmoothShorthands: false },
}
/** The share of the width of a text that stands before its `x`. */
const SHIFTS: Record<string, number> = { middle: 0.5, end: 1 }

const font = new Font(new Face(new Blob(readFileSync(FONT))))
font.setScale(EM, -EM)

for (const name of readdirSync(SOURCES)) {
  const letters = new Map<number, string>()
  const svg = readFileSync(join(SOURCES, name), 'utf8').replace(
    /<text ([^>]*)>([^<]*)<\/text>/g,
    (_, attributes, text) => draw(attributes, text, letters),
  )
  const outlines = [...letters].map(([letter, data]) => `<path id="${letter}" d="${data}"/>`)
  const defs = optimize(`<svg>${outlines.join('')}</svg>`, { plugins: [ROUND] }).data.slice(5, -6)
  writeFileSync(join(OUT, name), svg.replace('</svg>', `<defs>${defs}</defs>\n</svg>`))
}

/** Returns what stands in the place of a text, and collects the outlines of its letters. */
function draw(attributes: string, text: string, letters: Map<number, string>): string {
  const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1]
  const scale = Number(attribute('font-size')) / EM
  const buffer = new Buffer()
  buffer.addText(text.replace('&amp;', '&'))
  buffer.guessSegmentProperties()
  shape(font, buffer)
  let width = 0
  let uses = ''
  for (const { codepoint, xAdvance = 0 } of buffer.getGlyphInfosAndPositions()) {
    const data = font.glyphToPath(codepoint)
    if (data) {
      letters.set(codepoint, data)
      uses += `<use href="#${codepoint}" x="${width}"/>`
    }
    width += xAdvance
  }
  const shift = width * scale * (SHIFTS[attribute('text-anchor') ?? ''] ?? 0)
  const x = Math.round(Number(attribute('x')) - shift)
  const place = `translate(${x} ${attribute('y')})scale(${scale})`
  return `<g transform="${place}" fill="${attribute('fill')}">${uses}</g>`
}
