import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Portfolio } from '../content/portfolio.ts'
import type { Look } from '../content/schema/looks.ts'
import { PACKAGE_FOLDER } from '../folders.ts'

const NAMES = [
  'bg',
  'text',
  'textMuted',
  'border',
  'borderStrong',
  'accent',
  'inverseBg',
  'inverseText',
] as const

/** The page's colours as #rrggbb, for files that cannot use its styles. */
type Colors = Record<(typeof NAMES)[number], string>

/** The colours of a look at the owner's hue, from the styles of the page. */
export function readPalettes({ look, hue }: Pick<Portfolio['site'], 'look' | 'hue'>) {
  const tokens = readTokens(look)
  const palette = (theme: 0 | 1) => {
    const colors = NAMES.map((name) => {
      const token = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
      return [name, tokenColor(`color-${token}`, { tokens, theme, hue })]
    })
    return Object.fromEntries(colors) as Colors
  }
  return { light: palette(0), dark: palette(1) }
}

/** The styles with the colours of a look. */
export function readTokens(look: Look): string {
  return readFileSync(join(PACKAGE_FOLDER, `styles/looks/${look}.css`), 'utf8')
}

type Place = { tokens: string; theme: 0 | 1; hue: number }

/** A colour of a look: it has the hue of the site, or one at an angle to it. */
const COLOR = /oklch\(([\d.]+) ([\d.]+) (?:var\(--hue\)|calc\(var\(--hue\) \+ (\d+)\))\)/g

/** The colour of a token in the light (0) or dark (1) theme at a hue, as #rrggbb. */
export function tokenColor(name: string, { tokens, theme, hue }: Place): string {
  const [, line = ''] = new RegExp(`--${name}: light-dark\\(([^;]+)\\);`).exec(tokens) ?? []
  const [, lightness, chroma, angle = '0'] = [...line.matchAll(COLOR)][theme] ?? []
  if (!lightness) throw new Error(`The styles have no colour --${name}.`)
  return oklchToHex(Number(lightness), Number(chroma), hue + Number(angle))
}

/** Converts OKLCH to sRGB, clipped to its gamut (matrices by Björn Ottosson). */
export function oklchToHex(lightness: number, chroma: number, hue: number): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return `#${linear.map((channel) => hexOf(channel)).join('')}`
}

function hexOf(linear: number): string {
  const clipped = Math.min(1, Math.max(0, linear))
  const gamma = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055
  return Math.round(gamma * 255)
    .toString(16)
    .padStart(2, '0')
}
