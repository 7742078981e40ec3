import { sharp } from './check-image.ts'

const TOUCH_ICON_SIZE = 180
const TOUCH_ICON_SHARE = 0.72
/** In DPI: enough for the largest icon, whatever size the SVG declares. */
const SVG_DENSITY = 72 * 16

/** The image of a brand without one: its first letter, as the address of an SVG file. */
export function initialIcon(
  brand: string,
  language: string,
  colors: { inverseBg: string; inverseText: string },
): string {
  const [first] = new Intl.Segmenter(language).segment(brand)
  const letter = first?.segment
    .toLocaleUpperCase(language)
    .replace(/[<&]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="${colors.inverseBg}" d="M0 0h32v32H0z"/>` +
    `<text x="16" y="23.5" font-family="sans-serif" font-weight="600" font-size="21" text-anchor="middle" fill="${colors.inverseText}">${letter}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** A portrait is cropped to the square, as in the header. A vector or a wide logo is contained. */
export async function drawIcon(source: Buffer, size: number): Promise<Buffer> {
  const image = sharp(source, { density: SVG_DENSITY, limitInputPixels: false }).autoOrient()
  const { hasAlpha, autoOrient } = await image.metadata()
  const isPortrait = !hasAlpha && autoOrient.height >= autoOrient.width
  return image
    .resize(size, size, { fit: isPortrait ? 'cover' : 'contain', background: '#0000' })
    .png()
    .toBuffer()
}

/** Phones round the corners and show no transparency: an image with any gets padding and a background. */
export async function drawTouchIcon(source: Buffer, background: string): Promise<Buffer> {
  const size = TOUCH_ICON_SIZE
  const whole = await drawIcon(source, size)
  if ((await sharp(whole).stats()).isOpaque) return whole
  const inner = await drawIcon(source, Math.round(size * TOUCH_ICON_SHARE))
  const ground = { width: size, height: size, channels: 3 as const, background }
  return sharp({ create: ground })
    .composite([{ input: inner, gravity: 'centre' }])
    .png()
    .toBuffer()
}
