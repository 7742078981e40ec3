import sharp, { type Sharp } from 'sharp'
import { AssetError } from '../content/assets.ts'
import { cropTo, type ImageSlot, type Size } from './image-slots.ts'

const FORMATS = 'JPEG, PNG, WebP, AVIF, GIF, TIFF or SVG'

/** Opens an image with its EXIF orientation applied. Fails on a damaged file. */
function openImage(body: Buffer): Sharp {
  return sharp(body, { failOn: 'error' }).autoOrient()
}

/** Checks that a raster image is complete, still and large enough. */
export async function checkPixels(body: Buffer, slot: ImageSlot): Promise<AssetError | undefined> {
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
    const { width } = cropTo(autoOrient, slot)
    return width < slot.width ? describeTooSmall(autoOrient, slot) : undefined
  } catch (error) {
    return describeUnreadable(error)
  }
}

/** The size of an SVG file. */
export async function measureVector(body: Buffer): Promise<Size | AssetError> {
  try {
    const { format, width, height } = await sharp(body).metadata()
    if (format === 'svg') return { width, height }
    return new AssetError(
      `which is a ${format} file`,
      'a file name with the extension of its format',
    )
  } catch (error) {
    return describeUnreadable(error)
  }
}

function describeUnreadable(error: unknown): AssetError {
  const reason = error instanceof Error ? error.message.split('\n', 1)[0] : String(error)
  return new AssetError(`which cannot be read: ${reason}`, `a complete image as ${FORMATS}`)
}

function describeTooSmall(size: Size, slot: ImageSlot): AssetError {
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
