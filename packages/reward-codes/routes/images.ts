import { getImage } from 'astro:assets'
import type { ImageMetadata } from 'astro'
import type { ImageSources } from 'reward-codes/internal/content/assets.ts'
import type { PageContent, PortfolioWith } from 'reward-codes/internal/content/schema.ts'
import {
  type ContentImage,
  cropTo,
  type ImageSlot,
  slotOf,
} from 'reward-codes/internal/images/image-slots.ts'

/** Encoding the widest files as AVIF takes seconds, so they are WebP only. */
const MAX_AVIF_WIDTH = 1440
/** Where AVIF is wide enough for the whole window. */
const AVIF_MEDIA = '(width <= 1440px) and (resolution <= 1dppx), (width <= 720px)'
/** Reserved for an image on another host, whose size is unknown. */
const UNKNOWN_SIZE = { width: 960, height: 600 }

/** Replaces the images of the content with the sources from which the page loads them. */
export async function withImages(content: PortfolioWith<ContentImage>): Promise<PageContent> {
  return (await replaceImages(content)) as PageContent
}

async function replaceImages(value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map(replaceImages))
  if (typeof value !== 'object' || value === null) return value
  if (isImage(value)) return sourcesOf(value)
  const entries = Object.entries(value).map(async ([key, item]) => [key, await replaceImages(item)])
  return Object.fromEntries(await Promise.all(entries))
}

function isImage(value: object): value is ContentImage {
  return 'slot' in value && 'source' in value
}

async function sourcesOf({ source, slot: name }: ContentImage): Promise<ImageSources> {
  const slot = slotOf(name)
  if (typeof source === 'string') {
    return { src: source, ...(slot.height ? sizeOf(slot) : UNKNOWN_SIZE) }
  }
  const { width } = cropTo(source, slot)
  const size = slot.height ? sizeOf(slot) : { width: source.width, height: source.height }
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
  const crop = cropTo(source, slot)
  const limited = [...new Set(widths.map((width) => Math.min(width, crop.width)))]
  const files = await Promise.all(
    limited.map(async (width) => {
      const height = Math.max(1, Math.round((width * crop.height) / crop.width))
      const image = await getImage({
        src: source,
        width,
        height,
        fit: 'cover',
        format,
        quality: QUALITY[format],
      })
      return { width, src: image.src }
    }),
  )
  const usual = files.findLast(({ width }) => width <= slot.width) ?? files[0]
  return {
    src: usual?.src ?? '',
    srcset: files.map(({ width, src }) => `${src} ${width}w`).join(', '),
  }
}
