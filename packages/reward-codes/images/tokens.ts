import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Look } from '../content/schema/looks.ts'
import { PACKAGE_FOLDER } from '../folders.ts'
import { oklchToHex } from './oklch.ts'

/** The styles with the colours of a look. */
export function readTokens(look: Look): string {
  return readFileSync(join(PACKAGE_FOLDER, `styles/looks/${look}.css`), 'utf8')
}

type ThemeOptions = { tokens: string; theme: 0 | 1; hue: number }

/** The colour of a token in the light (0) or dark (1) theme at a hue. */
export function tokenColor(name: string, { tokens, theme, hue }: ThemeOptions): string {
  const [, line = ''] = new RegExp(`--${name}: light-dark\\(([^;]+)\\);`).exec(tokens) ?? []
  const color = toSrgb(line, hue).match(/#[\da-f]{6}/g)?.[theme]
  if (!color) throw new Error(`The styles have no colour --${name}.`)
  return color
}

/** A colour of a look: it has the hue of the site, or one at an angle to it. */
const LOOK_COLOR = /oklch\(([\d.]+) ([\d.]+) (?:var\(--hue\)|calc\(var\(--hue\) \+ (\d+)\))\)/g

/** Styles of a look with the colours that a hue gives them. */
function toSrgb(styles: string, hue: number): string {
  return styles.replace(LOOK_COLOR, (_, lightness: string, chroma: string, angle = '0') =>
    oklchToHex(Number(lightness), Number(chroma), hue + Number(angle)),
  )
}

/**
 * The styles of a look for browsers without OKLCH, which get the colours of the site's hue. All others derive them from
 * `--hue` itself.
 */
export function withSrgbColors(look: string, hue: number): string {
  const [selector = ''] = /^:where\(.*$/m.exec(look) ?? []
  const colors = look.match(/^ *--color-[^;]+;/gm) ?? []
  const derived = [selector, ...colors, '}'].join('\n')
  return `${toSrgb(look, hue)}\n@supports (color: oklch(0 0 0)) {\n${derived}\n}\n`
}
