import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import sharp from 'sharp'
import {
  drawPlaceholder,
  type PlaceholderColours,
  readPlaceholder,
} from '../artifacts/placeholder.ts'
import { BRAND_PLACE, drawSocialCard } from '../artifacts/social-card.ts'
import type { Portfolio } from '../content/schema.ts'
import type { Palettes } from './palette.ts'
import type { LateFile } from './site-file.ts'

export const ICONS = [192, 512].map((size) => ({ path: `/icon-${size}.png`, size }))
export const CARD_PATH = '/social-card.png'
const TOUCH_ICON = { path: '/apple-touch-icon.png', size: 180 }
const TOUCH_ICON_SHARE = 0.72
const SVG_ICON = '/favicon.svg'
const ICO_ICON = '/favicon.ico'
const ICO_SIZES = [16, 32, 48]
/** Enough pixels for the largest icon, whatever size an SVG names for itself. */
const SVG_DENSITY = 72 * 16

/** The icons that browsers and phones ask for, from the brand's picture. */
export function listIcons(
  portfolio: Portfolio,
  content: string,
  { light: { paper }, placeholder }: Palettes,
): LateFile[] {
  const source = readBrand(portfolio, content, placeholder)
  if (!source) return []
  const drawSmall = () => Promise.all(ICO_SIZES.map((size) => drawIcon(source, size)))
  return [
    ...(isSvg(portfolio.brand.image) ? [{ path: SVG_ICON, read: async () => source }] : []),
    { path: ICO_ICON, read: async () => joinIco(await drawSmall()) },
    ...ICONS.map(({ path, size }) => ({ path, read: () => drawIcon(source, size) })),
    { path: TOUCH_ICON.path, read: () => drawTouchIcon(source, paper) },
  ]
}

/**
 * The links to the icons, in the order in which browsers choose; a foreign picture stays where it
 * is, and one that stands in the page already is not fetched again.
 */
export function findIcons(
  { brand }: Portfolio,
  drawn: string,
): { rel: string; path: string; sizes?: string }[] {
  if (/^https?:/.test(brand.image)) return [{ rel: 'icon', path: brand.image }]
  return [
    { rel: 'icon', path: ICO_ICON, sizes: '32x32' },
    ...(isSvg(brand.image)
      ? [{ rel: 'icon', path: drawn.startsWith('data:') ? drawn : SVG_ICON, sizes: 'any' }]
      : []),
    { rel: 'apple-touch-icon', path: TOUCH_ICON.path },
  ]
}

/** The picture of the site in messages, with the brand's own on it. */
export async function drawCard(
  portfolio: Portfolio,
  content: string,
  { light, placeholder }: Palettes,
): Promise<Buffer> {
  const source = readBrand(portfolio, content, placeholder)
  const drawn = await drawSocialCard(portfolio, light, { hasBrandPicture: source !== undefined })
  const { left, top, size } = BRAND_PLACE
  const brand = source && (await drawIcon(source, size))
  return sharp(Buffer.from(drawn))
    .composite(brand ? [{ input: brand, left, top }] : [])
    .png({ palette: true })
    .toBuffer()
}

function isSvg(image: string): boolean {
  return extname(image.split('?')[0] ?? '').toLowerCase() === '.svg'
}

/** The bytes of the brand's picture; one at another address is left where it is. */
function readBrand(
  { brand }: Portfolio,
  content: string,
  colours: PlaceholderColours,
): Buffer | undefined {
  if (brand.image.startsWith('images/')) return readFileSync(join(content, brand.image))
  const drawn = brand.image.startsWith('/') ? readPlaceholder(brand.image) : undefined
  return drawn && Buffer.from(drawPlaceholder(drawn, colours))
}

function drawIcon(source: Buffer, size: number): Promise<Buffer> {
  return sharp(source, { density: SVG_DENSITY, limitInputPixels: false })
    .resize(size, size, { fit: 'contain', background: '#0000' })
    .png()
    .toBuffer()
}

/** Phones round its corners and show no transparency, so it lies on paper with room around it. */
async function drawTouchIcon(source: Buffer, paper: string): Promise<Buffer> {
  const { size } = TOUCH_ICON
  const inner = await drawIcon(source, Math.round(size * TOUCH_ICON_SHARE))
  const ground = { width: size, height: size, channels: 3 as const, background: paper }
  return sharp({ create: ground })
    .composite([{ input: inner, gravity: 'centre' }])
    .png()
    .toBuffer()
}

/** An ICO file is a list of PNG files with their sizes and places. */
function joinIco(pictures: Buffer[]): Buffer {
  const HEADER = 6
  const ENTRY = 16
  const head = Buffer.alloc(HEADER + ENTRY * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  pictures.forEach((picture, place) => {
    const at = HEADER + ENTRY * place
    const size = ICO_SIZES[place] ?? 0
    head.writeUInt8(size, at)
    head.writeUInt8(size, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(picture.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += picture.length
  })
  return Buffer.concat([head, ...pictures])
}
