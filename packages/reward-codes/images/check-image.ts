import type { Sharp } from 'sharp'
import { AssetError } from '../content/schema/assets.ts'
import { requireOwn } from '../folders.ts'
import { cropTo, type ImageSlot, type Size } from './image-slots.ts'

export const sharp: typeof import('sharp').default = requireOwn('sharp')

const FORMATS = 'JPEG, PNG, WebP, AVIF, GIF, TIFF or SVG'

/** Opens an image with its EXIF orientation applied. Fails on a damaged file. */
function openImage(body: Buffer): Sharp {
  return sharp(body, { failOn: 'error' }).autoOrient()
}

/** Checks that a raster image is complete and still, and returns its size. */
export async function measurePixels(body: Buffer): Promise<Size | AssetError> {
  try {
    const { pages = 1, autoOrient } = await openImage(body).metadata()
    if (pages > 1) {
      return new AssetError(
        `an animation or a document of ${pages} images`,
        'a still image, because visitors cannot stop an animation. Save one of them as PNG',
      )
    }
    // Decodes the whole file, which detects a truncated one.
    await openImage(body).resize(1, 1).raw().toBuffer()
    return autoOrient
  } catch (error) {
    return describeUnreadable(error)
  }
}

/** The size of an SVG file. */
export async function measureVector(body: Buffer): Promise<Size | AssetError> {
  try {
    const { format, width, height } = await sharp(body).metadata()
    if (format === 'svg') return { width, height }
    return describeOtherFormat(format)
  } catch (error) {
    return describeUnreadable(error)
  }
}

/** The first bytes of formats, by the endings of their files. */
const SIGNATURES: [endings: string[], signature: RegExp][] = [
  [['jpg', 'jpeg', 'jpe', 'jfif'], /^\xff\xd8\xff/],
  [['png'], /^\x89PNG/],
  [['gif'], /^GIF8/],
  [['webp'], /^RIFF....WEBP/s],
  [['avif'], /^....ftypavi[fs]/s],
  [['tif', 'tiff'], /^(?:II\*\0|MM\0\*)/],
]
/** Photos of an iPhone. */
const HEIC = /^....ftyp(?:hei[cfmsx]|hev[cmsx]|mif1|msf1)/s

/** What a file is, if its name says something else. */
export function checkEnding(name: string, body: Buffer): AssetError | undefined {
  const start = body.toString('latin1', 0, 16)
  if (HEIC.test(start)) {
    return new AssetError(
      'which is a HEIC photo',
      'a JPEG: export the photo as JPEG, because browsers do not show HEIC',
    )
  }
  const ending = name.toLowerCase().split('.').at(-1) ?? ''
  const [endings] = SIGNATURES.find(([, signature]) => signature.test(start)) ?? []
  return endings && !endings.includes(ending) ? describeOtherFormat(endings[0]) : undefined
}

function describeOtherFormat(format = 'other'): AssetError {
  return new AssetError(
    `which is a ${format} file`,
    `the ending of its format: rename it to end in .${format}`,
  )
}

function describeUnreadable(error: unknown): AssetError {
  const reason = error instanceof Error ? error.message.split('\n', 1)[0] : String(error)
  return new AssetError(`which cannot be read: ${reason}`, `a complete image as ${FORMATS}`)
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
  return new AssetError(
    `${size.width} × ${size.height} pixels`,
    `${needed} of ${slot.name}; ${recommended} is sharp on every screen`,
  )
}
