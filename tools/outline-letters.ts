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
/** Relative coordinates: a letter that occurs again is the same text, which compresses to a few bytes. */
const RELATIVE = {
  name: 'convertPathData' as const,
  params: {
    floatPrecision: 0,
    utilizeAbsolute: false,
    straightCurves: false,
    curveSmoothShorthands: false,
  },
}
/** The share of the width of a text that stands before its `x`. */
const SHIFTS: Record<string, number> = { middle: 0.5, end: 1 }

const font = new Font(new Face(new Blob(readFileSync(FONT))))
font.setScale(EM, -EM)

for (const name of readdirSync(SOURCES)) {
  const svg = readFileSync(join(SOURCES, name), 'utf8').replace(
    /<text ([^>]*)>([^<]*)<\/text>/g,
    (_, attributes, text) => draw(attributes, text),
  )
  writeFileSync(join(OUT, name), svg)
}

/** Returns the path that stands in the place of a text. */
function draw(attributes: string, text: string): string {
  const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1]
  const scale = Number(attribute('font-size')) / EM
  const buffer = new Buffer()
  buffer.addText(text.replace('&amp;', '&'))
  buffer.guessSegmentProperties()
  shape(font, buffer)
  let width = 0
  let path = ''
  /** Where the path begins that was drawn last. */
  let [left, top] = [0, 0]
  for (const { codepoint, xAdvance = 0 } of buffer.getGlyphInfosAndPositions()) {
    outlinesOf(codepoint).forEach(({ x, y, rest }, index) => {
      const [right, down] = index === 0 ? [x + width - left, y - top] : [x, y]
      path += `m${right} ${down}${rest}`
      left += right
      top += down
    })
    width += xAdvance
  }
  const shift = width * scale * (SHIFTS[attribute('text-anchor') ?? ''] ?? 0)
  const x = Math.round(Number(attribute('x')) - shift)
  const place = `translate(${x} ${attribute('y')})scale(${scale})`
  return `<path transform="${place}" fill="${attribute('fill')}" d="${path}"/>`
}

/** The closed paths of a letter: the first begins at a point of the letter, each other one relative to the one before. */
function outlinesOf(codepoint: number) {
  const outline = font.glyphToPath(codepoint)
  if (!outline) return []
  const { data } = optimize(`<svg><path d="${outline}"/></svg>`, { plugins: [RELATIVE] })
  const paths = data.matchAll(/m(-?\d+) ?(-?\d+)([^m"]*)/gi)
  return Array.from(paths, ([, x, y, rest = '']) => ({ x: Number(x), y: Number(y), rest }))
}
