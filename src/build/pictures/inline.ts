import sharp from 'sharp'
import type { PictureSlot } from '../../page/picture-slots.ts'

const LONGEST = 2000
/** Enough pixels, whatever size an SVG names for itself. */
const DENSITY = 72 * 16

/**
 * A drawing that is first seen needs no request of its own where it is small. As pixels, because a
 * browser opens a whole document of its own for each SVG, before it paints anything.
 */
export async function dataAddress(
  drawing: Buffer | string,
  { width, height, widths }: PictureSlot,
): Promise<string | undefined> {
  const most = Math.max(...widths)
  const size = { width: most, height: Math.round((most * height) / width) }
  const pixels = await sharp(Buffer.from(drawing), { density: DENSITY })
    .resize({ ...size, fit: 'cover' })
    .webp({ lossless: true, effort: 6 })
    .toBuffer()
  const address = `data:image/webp;base64,${pixels.toString('base64')}`
  return address.length <= LONGEST ? address : undefined
}
