import type { Portfolio } from '../content/portfolio.ts'
import type { Look } from '../content/schema/looks.ts'
import type { CoverColors } from './cover.ts'
import { readTokens, tokenColor } from './tokens.ts'

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
export function resolveSvgTokens(svg: Buffer | string, colors: Colors): string {
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

/** The colours of a look at the owner's hue, from the styles of the page. */
export function readPalettes({ look, hue }: Pick<Portfolio['site'], 'look' | 'hue'>): Palettes {
  const tokens = readTokens(look)
  return {
    look,
    light: readPalette(tokens, 0, hue),
    dark: readPalette(tokens, 1, hue),
  }
}

function readPalette(tokens: string, theme: 0 | 1, hue: number): Colors {
  const colors = NAMES.map((name) => [name, tokenColor(tokenOf(name), { tokens, theme, hue })])
  return Object.fromEntries(colors) as Colors
}
