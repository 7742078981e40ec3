import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ColourName, Colours } from '../artifacts/colours.ts'
import type { PlaceholderColours } from '../artifacts/placeholder.ts'
import { findThemeFaults, readHue } from '../content/hue.ts'
import { formatProblems } from '../content/problem.ts'
import { BuildFault } from './build-fault.ts'
import { ROOT } from './bundle.ts'

export type Palettes = { light: Colours; dark: Colours; placeholder: PlaceholderColours }

const TOKENS = join(ROOT, 'src/page/styles/tokens.css')

const NAMES: Record<ColourName, string> = {
  paper: 'paper',
  ink: 'ink',
  soft: 'soft',
  control: 'control',
  rule: 'rule',
  accent: 'accent',
  band: 'band',
  onBand: 'on-band',
}

/** The colours that the owner's hue gives, read from where the page has them. */
export function readPalettes(content: string): Palettes {
  const hue = readHue(content)
  if (hue === undefined) throw new BuildFault(formatProblems(findThemeFaults(content)))
  const tokens = readFileSync(TOKENS, 'utf8')
  return {
    light: readPalette(tokens, 0, hue),
    dark: readPalette(tokens, 1, hue),
    placeholder: placeholderColours(hue),
  }
}

/** One picture for both themes, as a screenshot would be. */
export function placeholderColours(hue: number): PlaceholderColours {
  return {
    ground: toHex(0.909, 0.01, hue),
    shape: toHex(0.801, 0.018, hue),
    text: toHex(0.343, 0.025, hue),
  }
}

function readPalette(tokens: string, theme: 0 | 1, hue: number): Colours {
  return Object.fromEntries(
    Object.entries(NAMES).map(([key, name]) => [key, colourOf(name, { tokens, theme, hue })]),
  ) as Colours
}

type Look = { tokens: string; theme: 0 | 1; hue: number }

/** A token of the page as its light (0) or dark (1) theme shows it at a hue. */
export function colourOf(name: string, { tokens, theme, hue }: Look): string {
  const line = new RegExp(`--${name}: light-dark\\((.+)\\);`).exec(tokens)?.[1] ?? ''
  const [, lightness, chroma] = [...line.matchAll(/oklch\(([\d.]+) ([\d.]+) /g)][theme] ?? []
  if (!lightness || !chroma) throw new Error(`tokens.css has no colour --${name}.`)
  return toHex(Number(lightness), Number(chroma), hue)
}

/** An OKLCH colour in sRGB, clipped to what screens can show (the matrices are Ottosson's). */
export function toHex(lightness: number, chroma: number, hue: number): string {
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
