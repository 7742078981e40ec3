/** A place for pictures on the page. Numbers are CSS pixels unless said otherwise. */
export type PictureSlot = {
  /** What stands there, in words for the owner. */
  name: string
  /** The largest that it ever is; whatever sticks out of these proportions is cut off. */
  width: number
  height: number
  /** How wide it is in which window, for the browser to choose a file by. */
  sizes: string
  /** How wide the files are, in pixels of the screen. */
  widths: number[]
}

// The widths follow from the gutter, the rail and the gaps in Section and Carousel, measured:
// 288 in a window of 320, 378 in 412, 715 in 768, 223 in 769, 323 in 1087, 268 in 1280, at last 280.
// 320 is a desktop, 576 a dense one, 720 and 1080 are phones, 1440 a dense tablet.
export const CARD: PictureSlot = {
  name: 'a project card',
  width: 720,
  height: 450,
  sizes:
    '(width <= 768px) calc(95.4vw - 1.08rem), (width < 68em) calc(31.6vw - 1.27rem), (width < 84em) calc(23.7vw - 2.2rem), 17.6rem',
  widths: [320, 576, 720, 1080, 1440],
}

export const BRAND: PictureSlot = {
  name: 'the brand',
  width: 32,
  height: 32,
  sizes: '2rem',
  widths: [32, 64, 96],
}
