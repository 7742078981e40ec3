import type { ImageMetadata } from 'astro'

/** An image of the content: a file that Astro encodes, or the address of one on another host. */
export type ContentImage = { slot: string; source: ImageMetadata | string }

/** A place on the page that shows an image. Numbers are CSS pixels unless noted. */
export type ImageSlot = {
  /** What diagnostics call the slot. */
  name: string
  /** The largest rendered size. Images are cropped to its aspect ratio. Without a height, they keep their own. */
  width: number
  height?: number
  /** The `sizes` attribute, by which the browser selects a file. */
  sizes: string
  /** The widths of the files, in device pixels. */
  widths: number[]
}

// `sizes` follows from the gutter and the gaps in Section and Carousel. Measured card widths: 288 in a
// window of 320, 378 in 412, 715 in 768, 222 in 769, 384 in 1280, 404 in 1344, 607 from 2560. `widths`: 400
// desktop, 576 small phone, 800 high-density desktop, 1080 phone, 1440 dense tablet.
export const PROJECT_CARD = {
  name: 'a project card',
  width: 720,
  height: 450,
  sizes:
    '(width <= 768px) calc(95.4vw - 1.08rem), (width < 84em) calc(31.67vw - 1.34rem), min(16.67vw + 11.25rem, 37.92rem)',
  widths: [400, 576, 800, 1080, 1440],
} satisfies ImageSlot

/** The featured project has the same image at the full width of the page, sharp on a dense screen. */
export const FEATURED = {
  ...PROJECT_CARD,
  sizes: '100vw',
  widths: [...PROJECT_CARD.widths, 1920, 2880],
} satisfies ImageSlot

/** The `sizes` attribute of the same image in the details of a project. */
export const DETAIL_SIZES = '(width <= 768px) 95vw, 29rem'

export const PROJECT_PICTURE: ImageSlot = {
  name: 'a picture of a project',
  width: 480,
  sizes: '(width < 60em) 100vw, 56rem',
  widths: [480, 960, 1440, 1920],
}

// The portrait is a small square on a phone, cropped by the page.
export const PORTRAIT = {
  name: 'the portrait',
  width: 480,
  height: 600,
  sizes: '(width <= 768px) 5rem, 26rem',
  widths: [160, 480, 720, 960],
} satisfies ImageSlot

export const LOGO = {
  name: 'the brand',
  width: 32,
  height: 32,
  sizes: '2rem',
  widths: [32, 64, 96],
} satisfies ImageSlot

export const AVATAR = {
  name: 'the portrait of a testimonial',
  width: 56,
  height: 56,
  sizes: '3.5rem',
  widths: [56, 112, 168],
} satisfies ImageSlot

/** The drawn picture of the 404 page. */
export const MISSING_COVER = { path: '/404.svg', title: '404', width: 640, height: 400 }

/** A slot in a section of the owner. Without a height, pictures of half the width are large enough. */
function ownSlot(width: number, height: number | undefined): ImageSlot {
  return {
    name: 'a picture of a section',
    ...(height ? { width, height } : { width: Math.ceil(width / 2) }),
    sizes: `min(100vw, ${width}px)`,
    widths: [0.5, 1, 1.5, 2].map((density) => Math.ceil(width * density)),
  }
}

export type Size = { width: number; height: number }

/** The largest crop of an image that has the aspect ratio of its slot. */
export function cropTo({ width, height }: Size, slot: ImageSlot): Size {
  if (!slot.height) return { width, height }
  const ratio = slot.width / slot.height
  return {
    width: Math.floor(Math.min(width, height * ratio)),
    height: Math.floor(Math.min(height, width / ratio)),
  }
}

const SLOTS: Record<string, ImageSlot> = {
  logo: LOGO,
  card: PROJECT_CARD,
  featured: FEATURED,
  picture: PROJECT_PICTURE,
  portrait: PORTRAIT,
  avatar: AVATAR,
}

/** The slot of a name in the schema: one of the page, or "own 640x400" in a section of the owner. */
export function slotOf(name: string): ImageSlot {
  const slot = SLOTS[name]
  if (slot) return slot
  const [width = 0, height] = name.slice('own '.length).split('x').map(Number)
  return ownSlot(width, height)
}
