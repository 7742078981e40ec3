import { extname } from 'node:path'
import sharp from 'sharp'
import { AssetError } from '../../content/assets.ts'
import type { ImageSlot } from '../../page/image-slots.ts'
import { cropTo, openImage, type Size } from './encode.ts'
import { describeUnsupported, type Format, formatNames } from './format.ts'
import { findActiveContent } from './svg.ts'

/** Describes a file that is not a supported image. */
export function describeNotAnImage(body: Buffer): AssetError {
  const { name, advice } = describeUnsupported(body)
  return new AssetError(
    `which is ${name}`,
    `an image in one of the formats ${formatNames()}. ${advice}`,
  )
}

/** Checks that the extension matches the format. */
export function checkName(name: string, format: Format): AssetError | undefined {
  const [usual, ...others] = format.extensions
  const extension = extname(name)
  if ([usual, ...others].includes(extension.toLowerCase())) return undefined
  return new AssetError(
    `which is a ${format.name} file`,
    `the extension of its format: ${format.extensions.join(' or ')}`,
    `rename the file to ${name.slice(0, name.length - extension.length)}${usual}`,
  )
}

/** Checks that a raster image is complete, still and large enough. */
export async function checkPixels(
  body: Buffer,
  slot: ImageSlot,
  { name }: Format,
): Promise<AssetError | undefined> {
  try {
    const { pages = 1, autoOrient } = await openImage(body).metadata()
    if (pages > 1) return describeAnimation(name, pages)
    // Decodes the whole file, which detects a truncated one.
    await openImage(body).resize(1, 1).raw().toBuffer()
    const { width } = cropTo(autoOrient, slot)
    return width < slot.width ? describeTooSmall(autoOrient, slot) : undefined
  } catch (error) {
    const isHuge = error instanceof Error && error.message.includes('pixel limit')
    return isHuge
      ? new AssetError(
          'which has too many pixels to decode',
          `a smaller image: ${describeRecommended(slot)}`,
        )
      : new AssetError(
          `a ${name} file that is damaged or truncated`,
          'a complete image file. Copy or export it again',
        )
  }
}

function describeAnimation(format: string, pages: number): AssetError {
  return format === 'TIFF'
    ? new AssetError(
        `which has ${pages} pages`,
        'one image per file. Export the page to show as PNG',
      )
    : new AssetError(
        `an animation of ${pages} frames`,
        'a still image, because visitors cannot stop an animation. Save one frame as PNG, and ' +
          'show the animation at projectUrl',
      )
}

function describeTooSmall(size: Size, slot: ImageSlot): AssetError {
  const needed = slot.height
    ? `at least ${slot.width} × ${slot.height} pixels, the largest size`
    : `a width of at least ${slot.width} pixels, the smallest size`
  return new AssetError(
    `${size.width} × ${size.height} pixels`,
    `${needed} of ${slot.name}; ${describeRecommended(slot)}`,
  )
}

function describeRecommended({ width, height, widths }: ImageSlot): string {
  const best = Math.max(...widths)
  const size = height
    ? `${best} × ${Math.round((best * height) / width)}`
    : `a width of ${best} pixels`
  return `${size} is sharp on every screen`
}

/** Checks that an SVG file is well-formed and contains no active content. Returns its size. */
export async function checkVector(body: Buffer): Promise<Size | AssetError> {
  try {
    const svg = body.toString()
    const active = findActiveContent(svg)
    if (active) return describeActive(active)
    const { width, height } = await sharp(Buffer.from(svg)).metadata()
    await sharp(Buffer.from(svg)).resize(1, 1).raw().toBuffer()
    return { width, height }
  } catch {
    return new AssetError(
      'an SVG file that cannot be rendered',
      'a complete SVG file, well-formed XML. Export it again',
    )
  }
}

function describeActive(active: string): AssetError {
  return new AssetError(
    `an SVG file that contains ${active}`,
    'an SVG file without active content, which could run scripts on your page. Export it again',
  )
}
