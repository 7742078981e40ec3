import sharp, { type Sharp } from 'sharp'
import { BRAND } from '../../page/picture-slots.ts'

/** How wide a drawing is that stands in the page, in pixels. */
export const INLINE_SIZE = Math.max(...BRAND.widths)
const LONGEST = 2000
/** Enough pixels for the largest icon, whatever size an SVG names for itself. */
const DENSITY = 72 * 16

/** Opens the brand's picture to be drawn in any size. */
export function openDrawing(source: Buffer | string): Sharp {
  return sharp(Buffer.from(source), { density: DENSITY, limitInputPixels: false })
}

/**
 * A drawing that is first seen needs no request of its own where it is small. As pixels, because a
 * browser opens a whole document of its own for each SVG, before it paints anything.
 */
export async function dataAddress(drawing: Buffer | string): Promise<string | undefined> {
  const pixels = await openDrawing(drawing)
    .resize(INLINE_SIZE, INLINE_SIZE, { fit: 'cover' })
    .webp({ lossless: true, effort: 6 })
    .toBuffer()
  const address = `data:image/webp;base64,${pixels.toString('base64')}`
  return address.length <= LONGEST ? address : undefined
}
