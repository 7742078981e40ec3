/** A place on the page that shows an image. Numbers are CSS pixels unless noted. */
export type ImageSlot = {
  /** What diagnostics call the slot. */
  name: string
  /** The largest rendered size. Images are cropped to its aspect ratio. Without a height, they keep their own. */
  width: number
  height?: number | undefined
  /** The `sizes` attribute, by which the browser selects a file. */
  sizes: string
  /** The widths of the files, in device pixels. */
  widths: number[]
  /** Whether there is a mat around the image, on which one of another shape is shown whole. */
  hasMat?: true
}

// `sizes` follows from the gutter, the gaps and the mat (7 % of its width) in Section, Carousel and ProjectPicture.
// `widths`: 400 desktop, 576 small phone, 800 high-density desktop, 1080 phone, 1440 dense tablet.
export const PROJECT_CARD = {
  name: 'a project card',
  width: 720,
  height: 450,
  // On a phone, the picture reaches 12 px into both margins.
  sizes:
    '(width <= 768px) calc(93vw - 21px), (width < 84em) calc(29.4vw - 1.2rem), min(15vw + 10.8rem, 35rem)',
  widths: [400, 576, 800, 1080, 1440],
  hasMat: true,
} satisfies ImageSlot

/** The featured project has the same image at the full width of the page, sharp on a dense screen. */
export const FEATURED = {
  ...PROJECT_CARD,
  sizes:
    '(width <= 768px) min(121.6svh, 93vw - 45px), (width < 84em) min(121.6svh, 88.2vw - 0.75rem), min(121.6svh, 44vw + 36.2rem)',
  widths: [...PROJECT_CARD.widths, 1920, 2880],
} satisfies ImageSlot

/** The `sizes` attribute of the same image in the first screen. */
export const PREVIEW_SIZES = '(width < 600px) 85vw, (width < 64em) 20rem, min(34vw, 20vw + 11rem)'

/** The same image whole, on the page of its project. */
export const WHOLE: ImageSlot = {
  ...PROJECT_CARD,
  height: undefined,
  sizes: FEATURED.sizes,
  widths: [...PROJECT_CARD.widths, 1920],
}

export const PROJECT_PICTURE: ImageSlot = {
  name: 'a picture of a project',
  width: 480,
  sizes: '(width < 60em) 100vw, 56rem',
  widths: [480, 960, 1440, 1920],
}

// The portrait is a small square, cropped by the page.
export const PORTRAIT = {
  name: 'the portrait',
  width: 480,
  height: 600,
  sizes: '(width < 64em) 5rem, 8rem',
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

/** The least share of an image that a crop may keep. A square logo or a screenshot of a phone would lose more. */
const MIN_SHARE = 0.75

/** Whether an image of a project is shown whole on its mat, because a crop would lose too much of it. */
export function isWhole({ width, height }: Size, slot: ImageSlot): boolean {
  if (!slot.height || !slot.hasMat) return false
  const [ratio, slotRatio] = [width / height, slot.width / slot.height]
  return Math.min(ratio / slotRatio, slotRatio / ratio) < MIN_SHARE
}

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
  whole: WHOLE,
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
