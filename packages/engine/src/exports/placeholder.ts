import { createHash } from 'node:crypto'

/** Placeholder images for projects, generated from a size and a text. */

type Placeholder = { width: number; height: number; text: string }

/** As #rrggbb: not every SVG renderer supports newer colour syntax. */
export type PlaceholderColors = { background: string; shape: string; text: string }

/** The default colours. */
const GREYS: PlaceholderColors = { background: '#e1e1e1', shape: '#bebebe', text: '#383838' }

const ADDRESS = /^\/placeholder\/(\d{1,4})x(\d{1,4})\.svg$/
const MAX_SIDE = 4000
const MAX_TEXT_LENGTH = 60

/** Parses a URL such as /placeholder/640x400.svg?text=My+Shop. */
export function readPlaceholder(address: string): Placeholder | undefined {
  const { pathname, searchParams } = new URL(address, 'http://localhost')
  const [, width, height] = ADDRESS.exec(pathname) ?? []
  const size = { width: Number(width), height: Number(height) }
  const isDrawable = [size.width, size.height].every((side) => side > 0 && side <= MAX_SIDE)
  if (!isDrawable) return undefined
  const text = searchParams
    .get('text')
    ?.replace(/\p{Cc}/gu, '')
    .slice(0, MAX_TEXT_LENGTH)
    .trim()
  return { ...size, text: text || `${size.width} × ${size.height}` }
}

/** The path of the same image in a static site. */
export function placeholderFile({ width, height, text }: Placeholder): string {
  const slug = text
    .normalize('NFD')
    .replace(/[^\w]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase()
  // Without the hash, texts in other scripts or of symbols only would share a name.
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 6)
  return `/placeholder/${width}x${height}-${slug}-${hash}.svg`
}

/** Draws a wireframe of a page. Its proportions come from the text, so images differ. */
export function drawPlaceholder(
  { width, height, text }: Placeholder,
  colors: PlaceholderColors = GREYS,
): string {
  // Keeps a very flat or tall image from being filled with thousands of lines.
  const unit = Math.max(Math.min(width, height) / 20, Math.max(width, height) / 80)
  const lines = drawLines(text, width, height, unit)
  const size = Math.min(unit * 1.5, (width - 4 * unit) / (text.length * 0.55))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="100%" height="100%" fill="${colors.background}"/>`,
    `<g fill="${colors.shape}">${lines}</g>`,
    `<text x="${round(2 * unit)}" y="${round(height - 2 * unit)}" fill="${colors.text}" font-family="Instrument Sans, Arial, Helvetica, sans-serif" font-weight="600" font-size="${round(size)}">${escapeText(text)}</text>`,
    `</svg>`,
  ].join('')
}

function drawLines(text: string, width: number, height: number, unit: number): string {
  const random = createRandom(text)
  const inner = width - 4 * unit
  const split = 0.3 + random() * 0.4
  const bottom = height - 6 * unit
  const bar = (x: number, y: number, w: number, h: number) =>
    `<rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}"/>`
  const left = [...range(2 * unit, bottom, 2 * unit)].map((y) =>
    bar(2 * unit, y + 2.5 * unit, inner * split * (0.45 + 0.5 * random()), unit * 0.6),
  )
  const right = bar(
    2 * unit + inner * split + unit,
    4.5 * unit,
    inner * (1 - split) - unit,
    bottom - 3.5 * unit,
  )
  return bar(2 * unit, 2 * unit, inner, unit * 0.15) + left.join('') + right
}

function* range(from: number, to: number, step: number) {
  for (let at = from; at < to - step; at += step) yield at
}

/** A deterministic random number generator (linear congruential), seeded by the text. */
function createRandom(text: string): () => number {
  let state = [...text].reduce((sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0), 7) % 233280
  return () => {
    state = (state * 9301 + 49297) % 233280
    return state / 233280
  }
}

function round(length: number): number {
  return Math.round(length * 10) / 10
}

function escapeText(text: string): string {
  return text.replace(/[<>&"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
