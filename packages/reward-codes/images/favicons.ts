import { extname } from 'node:path'
import type { LazyFile } from '../files/lazy-file.ts'
import { sharp } from './check-image.ts'
import type { Palettes } from './colors.ts'

export const ICONS = [192, 512].map((size) => ({ path: `/icon-${size}.png`, size }))
const TOUCH_ICON = { path: '/apple-touch-icon.png', size: 180 }
const TOUCH_ICON_SHARE = 0.72
const SVG_ICON = '/favicon.svg'
const ICO_ICON = '/favicon.ico'
const ICO_SIZES = [16, 32, 48]
/** In DPI: enough for the largest icon, whatever size the SVG declares. */
const SVG_DENSITY = 72 * 16

/** The brand image: its name in the content, and its bytes unless it is on another host. */
export type BrandImage = { name: string; source?: Buffer | undefined }

/** The icon files for browsers and phones, made from the brand image. */
export function iconFiles({ name, source }: BrandImage, palettes: Palettes): LazyFile[] {
  if (!source) return []
  const drawSmall = () => Promise.all(ICO_SIZES.map((size) => drawIcon(source, size)))
  return [
    ...(isSvg(name) ? [{ path: SVG_ICON, read: async () => source }] : []),
    { path: ICO_ICON, read: async () => packIco(await drawSmall()) },
    ...ICONS.map(({ path, size }) => ({ path, read: () => drawIcon(source, size) })),
    { path: TOUCH_ICON.path, read: () => drawTouchIcon(source, palettes.light.bg) },
  ]
}

function isSvg(image: string): boolean {
  return extname(image.split('?')[0] ?? '').toLowerCase() === '.svg'
}

/** A portrait is cropped to the square, as in the header. A vector or a wide logo is contained. */
export async function drawIcon(source: Buffer, size: number): Promise<Buffer> {
  const image = sharp(source, { density: SVG_DENSITY, limitInputPixels: false }).autoOrient()
  const { hasAlpha, autoOrient } = await image.metadata()
  const isPortrait = !hasAlpha && autoOrient.height >= autoOrient.width
  return image
    .resize(size, size, { fit: isPortrait ? 'cover' : 'contain', background: '#0000' })
    .png()
    .toBuffer()
}

/** Phones round the corners and show no transparency: an image with any gets padding and a background. */
async function drawTouchIcon(source: Buffer, background: string): Promise<Buffer> {
  const { size } = TOUCH_ICON
  const whole = await drawIcon(source, size)
  if ((await sharp(whole).stats()).isOpaque) return whole
  const inner = await drawIcon(source, Math.round(size * TOUCH_ICON_SHARE))
  const ground = { width: size, height: size, channels: 3 as const, background }
  return sharp({ create: ground })
    .composite([{ input: inner, gravity: 'centre' }])
    .png()
    .toBuffer()
}

/** Packs PNG files into an ICO file: a directory of sizes and offsets, then the files. */
function packIco(images: Buffer[]): Buffer {
  const HEADER = 6
  const ENTRY = 16
  const head = Buffer.alloc(HEADER + ENTRY * images.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(images.length, 4)
  let offset = head.length
  images.forEach((image, index) => {
    const at = HEADER + ENTRY * index
    const size = ICO_SIZES[index] ?? 0
    head.writeUInt8(size, at)
    head.writeUInt8(size, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(image.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += image.length
  })
  return Buffer.concat([head, ...images])
}
