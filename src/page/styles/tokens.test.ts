import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const TOKENS = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')

/** Text on its ground, and how much the two must differ (WCAG 2.2 AA). */
const PAIRS = [
  ['ink', 'paper', 4.5],
  ['ink', 'wash', 4.5],
  ['soft', 'paper', 4.5],
  ['soft', 'wash', 4.5],
  ['accent', 'paper', 4.5],
  ['accent', 'wash', 4.5],
  ['on-accent', 'accent', 4.5],
  ['control', 'paper', 3],
  ['on-band', 'band', 4.5],
  ['on-band-soft', 'band', 4.5],
  ['band-control', 'band', 3],
  ['band-accent', 'band', 3],
  ['band', 'on-band', 4.5],
  ['band', 'band-accent', 4.5],
] as const

type Colour = readonly [lightness: number, chroma: number]

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('in the %s theme', (_, theme) => {
  test.each(PAIRS)('%s on %s differs enough for every hue', (text, ground, least) => {
    const contrasts = Array.from({ length: 360 }, (_, hue) =>
      contrast(luminance(token(text, theme), hue), luminance(token(ground, theme), hue)),
    )
    expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(least)
  })
})

test('colours are named in the tokens and the theme only', () => {
  const styles = readdirSync(join(ROOT, 'src/page'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css') && !file.endsWith('tokens.css'))
    .filter((file) =>
      /#[0-9a-f]{3,8}\b|\b(oklch|rgb|hsl)a?\(/i.test(
        readFileSync(join(ROOT, 'src/page', file), 'utf8'),
      ),
    )
  expect(styles).toEqual([])
})

function token(name: string, theme: 0 | 1): Colour {
  const line = new RegExp(`--${name}: light-dark\\((.+)\\);`).exec(TOKENS)?.[1] ?? ''
  const colours = [...line.matchAll(/oklch\(([\d.]+) ([\d.]+) /g)]
  const [, lightness, chroma] = colours[theme] ?? []
  if (!lightness || !chroma) throw new Error(`tokens.css has no colour --${name}.`)
  return [Number(lightness), Number(chroma)]
}

/** Relative luminance of an OKLCH colour, clipped to what sRGB screens can show. */
function luminance([lightness, chroma]: Colour, hue: number): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((channel) => Math.min(1, Math.max(0, channel)))
  const [red = 0, green = 0, blue = 0] = linear
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}
