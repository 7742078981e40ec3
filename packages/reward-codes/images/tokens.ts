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

/** A colour of a look: it has the hue of the site, or one at an angle to it. */
const COLOR = /oklch\(([\d.]+) ([\d.]+) (?:var\(--hue\)|calc\(var\(--hue\) \+ (\d+)\))\)/g

/** The colour of a token in the light (0) or dark (1) theme at a hue, as #rrggbb. */
export function tokenColor(name: string, { tokens, theme, hue }: ThemeOptions): string {
  const [, line = ''] = new RegExp(`--${name}: light-dark\\(([^;]+)\\);`).exec(tokens) ?? []
  const [, lightness, chroma, angle = '0'] = [...line.matchAll(COLOR)][theme] ?? []
  if (!lightness) throw new Error(`The styles have no colour --${name}.`)
  return oklchToHex(Number(lightness), Number(chroma), hue + Number(angle))
}
