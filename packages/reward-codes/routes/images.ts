import { getImage } from 'astro:assets'
import imageOf from 'virtual:reward-codes/images'
import type { ImageMetadata } from 'astro'
import type { PageContent, Portfolio } from '../content/portfolio.ts'
import { type ImageAsset, type ImageSources, imagesIn, isImage } from '../content/schema/assets.ts'
import { mapLeaves } from '../content/values.ts'
import type { ImageFile } from '../images/drawings.ts'
import { cropTo, type ImageSlot, isWhole, slotOf } from '../images/image-slots.ts'

/** Encoding the widest files as AVIF takes seconds, so they are WebP only. */
const MAX_AVIF_WIDTH = 1440
/** Where AVIF is wide enough for the whole window. */
const AVIF_MEDIA = '(width <= 1440px) and (resolution <= 1dppx), (width <= 720px)'
/** Reserved for an image on another host, whose size is unknown. */
const UNKNOWN_SIZE = { width: 960, height: 600 }

/** Replaces the images of the content with the sources from which the page loads them. */
export async function withImages(
  content: Portfolio,
  locate: (image: ImageAsset) => ImageFile,
): Promise<PageContent> {
  const images = imagesIn(content).map(
    async (image) => [image, await sourcesOf(image, locate(image))] as const,
  )
  const sources = new Map(await Promise.all(images))
  return mapLeaves(content, (leaf) => (isImage(leaf) ? sources.get(leaf) : leaf)) as PageContent
}

async function sourcesOf(image: ImageAsset, found: ImageFile): Promise<ImageSources> {
  const slot = slotOf(image.slot)
  if ('url' in found) return { src: found.url, ...(slot.height ? sizeOf(slot) : UNKNOWN_SIZE) }
  const source = await imageOf(found.file)
  const { width } = cropTo(source, slot)
  const isCropped = slot.height && !isWhole(source, slot)
  const size = isCropped ? sizeOf(slot) : { width: source.width, height: source.height }
  // In development, images are shown as they are.
  if (source.format === 'svg' || import.meta.env.DEV) return { src: source.src, ...size }
  const webp = await encode(source, slot, 'webp', slot.widths)
  const avif = await encode(
    source,
    slot,
    'avif',
    slot.widths.filter((each) => each <= MAX_AVIF_WIDTH),
  )
  const isWider = Math.min(width, Math.max(...slot.widths)) > MAX_AVIF_WIDTH
  return {
    src: webp.src,
    srcset: webp.srcset,
    sources: [{ type: 'image/avif', srcset: avif.srcset, ...(isWider && { media: AVIF_MEDIA }) }],
    ...size,
  }
}

function sizeOf({ width, height = 0 }: ImageSlot) {
  return { width, height }
}

/** AVIF at quality 55 and WebP at 78 look alike. */
const QUALITY = { avif: 55, webp: 78 }

/** Encodes an image in the widths of its slot, none larger than the image. */
async function encode(
  source: ImageMetadata,
  slot: ImageSlot,
  format: 'avif' | 'webp',
  widths: number[],
) {
  const isUncropped = isWhole(source, slot)
  const crop = isUncropped ? source : cropTo(source, slot)
  // A whole image is in the box of its slot: the browser chooses by the width of the box.
  const box = isUncropped
    ? Math.max(source.width, (source.height * slot.width) / (slot.height ?? 1))
    : crop.width
  const limited = [...new Set(widths.map((width) => Math.min(width, Math.floor(box))))]
  const files = await Promise.all(
    limited.map(async (boxWidth) => {
      const width = Math.max(1, Math.round((boxWidth * crop.width) / box))
      const height = Math.max(1, Math.round((width * crop.height) / crop.width))
      const image = await getImage({
        src: source,
        width,
        height,
        fit: 'cover',
        format,
        quality: QUALITY[format],
      })
      return { width: boxWidth, src: image.src }
    }),
  )
  const usual = files.findLast(({ width }) => width <= slot.width) ?? files[0]
  return {
    src: usual?.src ?? '',
    srcset: files.map(({ width, src }) => `${src} ${width}w`).join(', '),
  }
}
