import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatDiagnostics } from '../content/diagnostic.ts'
import { findThemeErrors, readHue } from '../content/hue.ts'
import type { Look } from '../content/looks.ts'
import { PACKAGE_FOLDER } from '../folders.ts'
import type { CoverPalette } from './cover.ts'

const NAMES = [
  'bg',
  'surface',
  'bgHover',
  'text',
  'textMuted',
  'border',
  'borderStrong',
  'accent',
  'onAccent',
  'inverseBg',
  'inverseText',
] as const

type ColorName = (typeof NAMES)[number]

/** The page's colours as #rrggbb, for files that cannot use its styles. */
type Colors = Record<ColorName, string>

/** The CSS token of a colour, such as color-text-muted. */
function tokenOf(name: ColorName): string {
  return `color-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

const TOKEN = /var\(--([a-z-]+)(?:,[^()]*)?\)/g
/** By which an SVG file declares that it has a background of its own in both themes. */
const BOTH_THEMES = /color-scheme:\s*light dark/

/**
 * Replaces tokens such as var(--color-accent) in an SVG with the page's colours: an SVG file cannot
 * use the page's styles, and icons are generated from it too.
 */
function resolveSvgTokens(svg: Buffer | string, colors: Colors): string {
  return String(svg).replace(TOKEN, (match, token: string) => {
    const name = nameOf(token)
    return name ? colors[name] : match
  })
}

/**
 * Gives the tokens in an SVG the colours of the page. With `color-scheme: light dark` it gets those of both
 * themes: a browser matches `prefers-color-scheme` in it against the element that shows it.
 */
export function themeSvg(
  svg: Buffer | string,
  { light, dark }: Pick<Palettes, 'light' | 'dark'>,
): string {
  const text = String(svg)
  if (!BOTH_THEMES.test(text)) return resolveSvgTokens(text, light)
  const tokens = new Set(Array.from(text.matchAll(TOKEN), ([, token = '']) => token))
  const declare = (colors: Colors) => {
    const declarations = [...tokens].flatMap((token) => {
      const name = nameOf(token)
      return name ? [`--${token}:${colors[name]}`] : []
    })
    return `:root{${declarations.join(';')}}`
  }
  const style = `<style>${declare(light)}@media(prefers-color-scheme:dark){${declare(dark)}}</style>`
  return text.replace(/<svg\b[^>]*>/, (root) => root + style)
}

function nameOf(token: string): ColorName | undefined {
  return NAMES.find((name) => tokenOf(name) === token)
}

export type Palettes = { look: Look; light: Colors; dark: Colors; covers: CoverPalette[] }

/** The colours of a look at the owner's hues, from the styles of the page. */
export function readPalettes(content: string, look: Look = 'index'): Palettes {
  const hue = readHue(content)
  if (hue === undefined) throw new Error(formatDiagnostics(findThemeErrors(content)))
  const tokens = readTokens(look)
  return {
    look,
    light: readPalette(tokens, 0, hue),
    dark: readPalette(tokens, 1, hue),
    covers: coverPalettes({ hue, look }),
  }
}

/** The styles with the colours of a look. */
export function readTokens(look: Look): string {
  return readFileSync(join(PACKAGE_FOLDER, `styles/looks/${look}.css`), 'utf8')
}

/** Lightness and chroma of each colour of a cover. */
type CoverTones = Record<keyof CoverPalette['light'], [lightness: number, chroma: number]>

/** Lightness and chroma in the order of CoverColors, light and dark. */
function tones(...values: [number, number][]): CoverTones {
  const [ground, tint, shape, spark] = values
  if (!ground || !tint || !shape || !spark) throw new Error('A cover has four colours.')
  return { ground, tint, shape, spark }
}

/** The tones of covers by look: three grounds each, in the light and in the dark theme. */
const COVER_TONES: Record<Look, { light: CoverTones; dark: CoverTones }[]> = {
  // A dark, a pale and a medium ground.
  index: [
    {
      light: tones([0.36, 0.075], [0.43, 0.085], [0.56, 0.1], [0.8, 0.13]),
      dark: tones([0.3, 0.055], [0.36, 0.065], [0.48, 0.085], [0.76, 0.12]),
    },
    {
      light: tones([0.925, 0.03], [0.86, 0.045], [0.72, 0.075], [0.68, 0.15]),
      dark: tones([0.245, 0.025], [0.3, 0.035], [0.42, 0.06], [0.74, 0.13]),
    },
    {
      light: tones([0.76, 0.085], [0.7, 0.09], [0.5, 0.095], [0.95, 0.04]),
      dark: tones([0.62, 0.085], [0.56, 0.085], [0.38, 0.07], [0.92, 0.05]),
    },
  ],
  // Ink, paper and one full colour, like a printed jacket.
  editorial: [
    {
      light: tones([0.25, 0.02], [0.31, 0.03], [0.43, 0.06], [0.72, 0.16]),
      dark: tones([0.27, 0.02], [0.33, 0.03], [0.45, 0.055], [0.72, 0.14]),
    },
    {
      light: tones([0.945, 0.012], [0.89, 0.025], [0.42, 0.085], [0.66, 0.17]),
      dark: tones([0.84, 0.015], [0.78, 0.025], [0.38, 0.07], [0.62, 0.15]),
    },
    {
      light: tones([0.46, 0.11], [0.41, 0.1], [0.82, 0.06], [0.8, 0.13]),
      dark: tones([0.42, 0.09], [0.37, 0.08], [0.76, 0.055], [0.76, 0.12]),
    },
  ],
  // A screen: bright lines on black, and one panel that is lit.
  terminal: [
    {
      light: tones([0.22, 0.02], [0.29, 0.035], [0.5, 0.09], [0.82, 0.15]),
      dark: tones([0.2, 0.012], [0.26, 0.03], [0.46, 0.085], [0.82, 0.15]),
    },
    {
      light: tones([0.9, 0.03], [0.84, 0.04], [0.58, 0.1], [0.6, 0.17]),
      dark: tones([0.25, 0.02], [0.32, 0.035], [0.7, 0.12], [0.78, 0.15]),
    },
    {
      light: tones([0.82, 0.12], [0.75, 0.12], [0.3, 0.05], [0.98, 0.03]),
      dark: tones([0.8, 0.13], [0.73, 0.12], [0.26, 0.04], [0.97, 0.03]),
    },
  ],
}

/** The hue of the spark, in degrees from that of everything else, as in the styles of the looks. */
const SPARK_HUE = 240

/** The colours of covers. */
export function coverPalettes({ hue, look = 'index' }: CoverOptions): CoverPalette[] {
  const colorsOf = (tone: CoverTones) =>
    Object.fromEntries(
      Object.entries(tone).map(([name, [lightness, chroma]]) => [
        name,
        oklchToHex(lightness, chroma, name === 'spark' ? hue + SPARK_HUE : hue),
      ]),
    ) as CoverPalette['light']
  return COVER_TONES[look].map(({ light, dark }) => ({
    light: colorsOf(light),
    dark: colorsOf(dark),
  }))
}

type CoverOptions = { hue: number; look?: Look }

function readPalette(tokens: string, theme: 0 | 1, hue: number): Colors {
  const colors = NAMES.map((name) => [name, tokenColor(tokenOf(name), { tokens, theme, hue })])
  return Object.fromEntries(colors) as Colors
}

type ThemeOptions = { tokens: string; theme: 0 | 1; hue: number }

/** The colour of a token in the light (0) or dark (1) theme at a hue. */
export function tokenColor(name: string, { tokens, theme, hue }: ThemeOptions): string {
  const line = new RegExp(`--${name}: light-dark\\(([^;]+)\\);`).exec(tokens)?.[1] ?? ''
  const [, lightness, chroma] = [...line.matchAll(/oklch\(([\d.]+) ([\d.]+) /g)][theme] ?? []
  if (!lightness || !chroma) throw new Error(`The styles have no colour --${name}.`)
  return oklchToHex(Number(lightness), Number(chroma), hue)
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
