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

// `sizes` follows from the gutter and the gaps in Section and Carousel. Measured card widths: 288 in a
// window of 320, 378 in 412, 715 in 768, 222 in 769, 384 in 1280, 404 from 1360. `widths`: 400 desktop,
// 576 small phone, 800 high-density desktop, 1080 phone, 1440 dense tablet.
export const PROJECT_CARD: ImageSlot = {
  name: 'a project card',
  width: 720,
  height: 450,
  sizes:
    '(width <= 768px) calc(95.4vw - 1.08rem), (width < 85em) calc(31.67vw - 1.34rem), 25.25rem',
  widths: [400, 576, 800, 1080, 1440],
}

export const LOGO: ImageSlot = {
  name: 'the brand',
  width: 32,
  height: 32,
  sizes: '2rem',
  widths: [32, 64, 96],
}
