// Where a picture stands on the page, how large it is there, what is cut off, and in which files a browser gets it.
import type { GetImageResult, ImageMetadata, UnresolvedImageTransform } from 'astro'
import type { PageContent, Portfolio } from '../content/portfolio.ts'
import {
  type ImageAsset,
  type ImageSources,
  imagesIn,
  isImage,
  isImageFile,
} from '../content/schema/assets.ts'
import { mapLeaves } from '../content/values.ts'

/** A place on the page that shows an image. Numbers are CSS pixels unless noted. */
export type ImageSlot = {
  /** What diagnostics call the slot. */
  name: string
  /** The largest size on the page. Images are cropped to its ratio. Without a height, they keep their own. */
  width: number
  height?: number
  /** The `sizes` attribute, by which the browser selects a file, for an image of a ratio. */
  sizes: (ratio: number) => string
  /** The widths of the files, in device pixels. */
  widths: number[]
  /** Cut by the build, whatever the shape of the image: the styles are the owner's. */
  isOwn?: true
}

// `sizes` follows from the gutter, and the gaps in Section and Carousel.
// `widths`: 400 desktop, 576 small phone, 800 high-density desktop, 1080 phone, 1440 dense tablet.
const CARD: ImageSlot = {
  name: 'a project card',
  width: 720,
  height: 450,
  sizes: () =>
    '(width <= 768px) calc(100vw - 65px), (width < 84em) calc(31.6vw - 1.27rem), min(16.1vw + 11.6rem, 37.6rem)',
  widths: [400, 576, 800, 1080, 1440],
}

/** The `sizes` attribute of the picture of a card in the first screen. */
export const PREVIEW_SIZES =
  '(width < 592px) calc(100vw - 48px), (width < 64em) 20rem, min(46vw - 9rem, 20vw + 15rem)'

/** The height of a whole picture at most, in percent of the window. */
const MOST_HEIGHT = 76

const SLOTS: Record<string, ImageSlot> = {
  card: CARD,
  // The picture of a card whole and at the full width of the page, sharp on a dense screen.
  whole: {
    name: CARD.name,
    width: CARD.width,
    sizes: (ratio) => {
      const step = stepOf(ratio)
      const fits = (width: string) =>
        step ? `min(${Math.round(MOST_HEIGHT * step)}svh, ${width})` : width
      return `(width <= 768px) ${fits('100vw - 49px')}, (width < 84em) ${fits('94.8vw - 0.8rem')}, ${fits('47.3vw + 38.9rem')}`
    },
    widths: [...CARD.widths, 1920, 2880],
  },
  picture: {
    name: 'a picture of a project',
    width: 480,
    sizes: () => '(width < 60em) 100vw, 56rem',
    widths: [480, 960, 1440, 1920],
  },
  portrait: {
    name: 'the portrait',
    width: 480,
    height: 600,
    sizes: () => '6rem',
    widths: [160, 480, 720, 960],
  },
  logo: { name: 'the brand', width: 32, height: 32, sizes: () => '2rem', widths: [32, 64, 96] },
  avatar: {
    name: 'the portrait of a testimonial',
    width: 56,
    height: 56,
    sizes: () => '3.5rem',
    widths: [56, 112, 168],
  },
}

/** The slot of a name in the schema: one of the page, or "own 640x400" in a section of the owner. */
export function slotOf(name: string): ImageSlot {
  const slot = SLOTS[name]
  if (slot) return slot
  const [width = 0, height] = name.slice('own '.length).split('x').map(Number)
  return {
    name: 'a picture of a section',
    // A picture without a limit of height may have half the width.
    ...(height ? { width, height } : { width: Math.ceil(width / 2) }),
    sizes: () => `min(100vw, ${width}px)`,
    widths: [0.5, 1, 1.5, 2].map((density) => Math.ceil(width * density)),
    isOwn: true,
  }
}

export type Size = { width: number; height: number }

/** The largest part of an image that has the ratio of its slot. */
export function cropTo({ width, height }: Size, slot: ImageSlot): Size {
  if (!slot.height) return { width, height }
  const ratio = slot.width / slot.height
  return {
    width: Math.floor(Math.min(width, height * ratio)),
    height: Math.floor(Math.min(height, width / ratio)),
  }
}

/** How many times the ratio of its slot an image may have before the build cuts it: the styles crop all others. */
const MOST_CROPPED = 1.5

export function isCut({ width, height }: Size, slot: ImageSlot): boolean {
  if (!slot.height) return false
  const off = (width * slot.height) / (height * slot.width)
  return Math.max(off, 1 / off) > (slot.isOwn ? 1 : MOST_CROPPED)
}

/** What a cut keeps: of a photograph where the eye goes, and of a screenshot or a drawing its top. */
export function placeOfCut(format: string | undefined): 'attention' | 'top' {
  return /jpe?g/.test(format ?? '') ? 'attention' : 'top'
}

/** Ratios by which the page limits the width of a whole picture, and with it the height (WholePicture.module.css). */
const STEPS = [0.45, 0.6, 0.75, 1, 1.3, 1.5, 1.6]

/** The largest step that is no more than a ratio. A panorama needs no limit. */
export function stepOf(ratio: number): number | undefined {
  return ratio < 2 ? (STEPS.findLast((step) => step <= ratio) ?? STEPS[0]) : undefined
}

/** What Astro provides for the pages. */
export type AstroImages = {
  /** The images of the content by file, as Astro imports them. */
  images: Record<string, () => Promise<{ default: ImageMetadata }>>
  /** Encodes an image. In development, images are shown as they are. */
  getImage: ((image: UnresolvedImageTransform) => Promise<GetImageResult>) | undefined
}

/** Replaces the images of the content with the sources from which the page loads them. */
export async function withPictures(content: Portfolio, astro: AstroImages): Promise<PageContent> {
  const made = imagesIn(content).map(
    async (image) => [image, await sourcesOf(image, astro)] as const,
  )
  const sources = new Map(await Promise.all(made))
  return mapLeaves(content, (leaf) => (isImage(leaf) ? sources.get(leaf) : leaf)) as PageContent
}

/** Reserved for an image on another host, whose size is unknown. */
const UNKNOWN_SIZE = { width: 960, height: 600 }

async function sourcesOf(
  { name, slot: slotName }: ImageAsset,
  { images, getImage }: AstroImages,
): Promise<ImageSources> {
  const slot = slotOf(slotName)
  const found = isImageFile(name) ? (await images[name]?.())?.default : undefined
  const isDrawing = found?.format === 'svg'
  const { width, height } = found ?? UNKNOWN_SIZE
  const ratio = width / height
  // A drawing is sharp at any size.
  const own = isDrawing ? Math.max(...slot.widths) : width
  const shown = {
    width: slot.height ? slot.width : own,
    height: slot.height ?? Math.round(own / ratio),
    sizes: slot.sizes(ratio),
    ...(slotName === 'whole' && { step: stepOf(ratio) }),
  }
  if (!found || isDrawing || !getImage) return { src: found?.src ?? name, ...shown }
  return { ...(await encode(found, slot, getImage)), ...shown }
}

/** Encoding the widest files as AVIF takes seconds, so they are WebP only. */
const MAX_AVIF_WIDTH = 1440
/** Where AVIF is wide enough for the whole window. */
const AVIF_MEDIA = '(width <= 1440px) and (resolution <= 1dppx), (width <= 720px)'
/** AVIF at quality 55 and WebP at 78 look alike. */
const QUALITY = { avif: 55, webp: 78 }

/** Encodes an image in the widths of its slot, none larger than the image. */
async function encode(
  source: ImageMetadata,
  slot: ImageSlot,
  getImage: NonNullable<AstroImages['getImage']>,
) {
  const size = isCut(source, slot) ? cropTo(source, slot) : source
  const widths = [...new Set(slot.widths.map((width) => Math.min(width, size.width)))]
  const usual = widths.findLast((width) => width <= slot.width) ?? size.width
  const files = (format: 'avif' | 'webp', widths: number[]) =>
    getImage({
      src: source,
      format,
      quality: QUALITY[format],
      widths,
      width: usual,
      height: Math.max(1, Math.round((usual * size.height) / size.width)),
      ...(size !== source && { fit: 'cover', position: placeOfCut(source.format) }),
    })
  const narrow = widths.filter((width) => width <= MAX_AVIF_WIDTH)
  const avif = await files('avif', narrow)
  const webp = await files('webp', widths)
  return {
    src: webp.src,
    srcset: webp.srcSet.attribute,
    sources: [
      {
        type: 'image/avif',
        srcset: avif.srcSet.attribute,
        ...(narrow.length < widths.length && { media: AVIF_MEDIA }),
      },
    ],
  } satisfies Partial<ImageSources>
}
