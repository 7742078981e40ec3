/** A place on the page that shows an image. Numbers are CSS pixels unless noted. */
export type ImageSlot = {
  /** What diagnostics call the slot. */
  name: string
  /** The largest rendered size. Images are cropped to its aspect ratio. */
  width: number
  height: number
  /** The `sizes` attribute, by which the browser selects a file. */
  sizes: string
  /** The widths of the files, in device pixels. */
  widths: number[]
}

// `sizes` follows from the gutter, the aside and the gaps in Section and Carousel. Measured card
// widths: 288 in a window of 320, 378 in 412, 715 in 768, 223 in 769, 323 in 1087, 268 in 1280, 280
// above. `widths`: 320 desktop, 576 high-density desktop, 720 and 1080 phone, 1440 dense tablet.
export const PROJECT_CARD: ImageSlot = {
  name: 'a project card',
  width: 720,
  height: 450,
  sizes:
    '(width <= 768px) calc(95.4vw - 1.08rem), (width < 68em) calc(31.6vw - 1.27rem), (width < 84em) calc(23.7vw - 2.2rem), 17.6rem',
  widths: [320, 576, 720, 1080, 1440],
}

export const LOGO: ImageSlot = {
  name: 'the brand',
  width: 32,
  height: 32,
  sizes: '2rem',
  widths: [32, 64, 96],
}
