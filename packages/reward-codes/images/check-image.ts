import type { AssetError } from '../content/schema/assets.ts'
import { requireOwn } from '../folders.ts'
import { cropTo, type ImageSlot, type Size } from './pictures.ts'

export const sharp: typeof import('sharp').default = requireOwn('sharp')

const FORMATS = 'JPEG, PNG, WebP, AVIF, GIF, TIFF or SVG'

/** An element, a handler or an address that runs where a visitor opens the file itself. */
const SCRIPT = /<script|<[^>]*\s(?:on\w+\s*=|(?:xlink:)?href\s*=\s*["']?\s*javascript:)/i

/** A colour of the page: a browser gives an image none of the styles around it. */
const TOKEN = /var\(--color-[\w-]*/

/** Checks that an image is complete, still and without a script, and returns its size with its orientation applied. */
export async function measureImage(body: Buffer, isVector: boolean): Promise<Size | AssetError> {
  try {
    const image = sharp(body, { failOn: 'error' }).autoOrient()
    const { pages = 1, format, autoOrient } = await image.metadata()
    if (pages > 1) {
      return {
        found: `an animation or a document of ${pages} images`,
        expected:
          'a still image, because visitors cannot stop an animation. Save one of them as PNG',
      }
    }
    if (isVector !== (format === 'svg')) {
      return {
        found: `which is a ${format} file`,
        expected: `the ending of its format: rename it to end in .${format}`,
      }
    }
    if (isVector && SCRIPT.test(body.toString('latin1'))) {
      return {
        found: 'which has a script',
        expected:
          'an SVG without <script>, on... attributes and javascript: links; export it again as a plain SVG',
      }
    }
    const [token] = (isVector && TOKEN.exec(body.toString('latin1'))) || []
    if (token) {
      return {
        found: `which has ${token})`,
        expected:
          'colours such as #16463a, and others for a dark page in <style>@media (prefers-color-scheme: dark) { ... }</style>',
      }
    }
    // Decodes the whole file, which detects a truncated one.
    await image.resize(1, 1).raw().toBuffer()
    return autoOrient
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n', 1)[0] : String(error)
    return { found: `which cannot be read: ${reason}`, expected: `a complete image as ${FORMATS}` }
  }
}

/** What a file is that is smaller than its slot: it is shown, and is not sharp. */
export function describeSmall(size: Size, slot: ImageSlot): AssetError | undefined {
  if (cropTo(size, slot).width >= slot.width) return undefined
  const { width, height, widths } = slot
  const needed = height
    ? `at least ${width} × ${height} pixels, the largest size`
    : `a width of at least ${width} pixels, the smallest size`
  const best = Math.max(...widths)
  const recommended = height
    ? `${best} × ${Math.round((best * height) / width)}`
    : `a width of ${best} pixels`
  return {
    found: `${size.width} × ${size.height} pixels`,
    expected: `${needed} of ${slot.name}; ${recommended} is sharp on every screen`,
  }
}
