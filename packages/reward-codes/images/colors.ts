import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatDiagnostics } from '../content/diagnostic.ts'
import { findThemeErrors, readHue } from '../content/hue.ts'
import type { Look } from '../content/looks.ts'
import { PACKAGE_FOLDER } from '../folders.ts'
import type { CoverColors } from './cover.ts'

const NAMES = [
  'bg',
  'surface',
  'bgHover',
  'text',
  'textMuted',
  'border',
  'borderStrong',
  'accent',
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

export type Palettes = { look: Look; light: Colors; dark: Colors }

/** The colours of covers: those of the contact section, also in the page (Cover.module.css). */
export function coverColors({ inverseBg, inverseText }: Colors): CoverColors {
  return { ground: inverseBg, shape: inverseText }
}

/** The colours of a look at the owner's hues, from the styles of the page. */
export function readPalettes(content: string, look: Look = 'index'): Palettes {
  const hue = readHue(content)
  if (hue === undefined) throw new Error(formatDiagnostics(findThemeErrors(content)))
  const tokens = readTokens(look)
  return {
    look,
    light: readPalette(tokens, 0, hue),
    dark: readPalette(tokens, 1, hue),
  }
}

/** The styles with the colours of a look. */
export function readTokens(look: Look): string {
  return readFileSync(join(PACKAGE_FOLDER, `styles/looks/${look}.css`), 'utf8')
}

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
