import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { contrastOf, HUES, leastContrast, THEMES, TOKENS } from '../../../tests/fixtures/colours.ts'
import { loadSample } from '../../../tests/fixtures/sample-content.ts'
import { pageRules, tokensIn } from '../../../tests/fixtures/style-rules.ts'
import { drawPlaceholder } from '../../artifacts/placeholder.ts'
import { placeholderColours } from '../../build/palette.ts'
import { DARKEST, LIGHTEST } from '../../content/advice/about-skills.ts'

const ROOT = join(import.meta.dirname, '../../..')
const THEME = readFileSync(join(ROOT, 'content/theme.css'), 'utf8')

/** WCAG 2.2 AA: for text, and for what else must be seen to be used. */
const TEXT = 4.5
const SHAPE = 3

/** Each token on the grounds that it stands on, and how much the two must differ. */
const PAIRS: [token: string, grounds: string[], least: number][] = [
  ['ink', ['paper', 'wash', 'surface'], TEXT],
  ['soft', ['paper', 'wash', 'surface'], TEXT],
  ['accent', ['paper', 'wash'], TEXT],
  ['on-accent', ['accent'], TEXT],
  ['paper', ['ink'], TEXT],
  ['control', ['paper', 'wash'], SHAPE],
  ['ink', ['rule'], SHAPE],
  ['accent', ['rule'], SHAPE],
  ['on-band', ['band'], TEXT],
  ['on-band-soft', ['band'], TEXT],
  ['band-accent', ['band'], TEXT],
  ['band-control', ['band'], SHAPE],
  ['band', ['on-band', 'band-accent'], TEXT],
]

/** Lines between things that are apart without them. */
const ORNAMENT = ['rule']

const COLOURS = [...TOKENS.matchAll(/--([\w-]+): light-dark/g)].map(([, name = '']) => name)

describe.each(THEMES)('in the %s theme', (_, theme) => {
  const single = PAIRS.flatMap(([token, grounds, least]) =>
    grounds.map((ground) => [token, ground, least] as const),
  )
  test.each(single)('%s on %s differs enough for every hue', (token, ground, least) => {
    expect(leastContrast(token, ground, theme)).toBeGreaterThanOrEqual(least)
  })

  test("the sample's bars are seen on the page for every hue", () => {
    const colours = loadSample().resume?.skills?.entries.map(({ color }) => color ?? '') ?? []
    const faint = colours.filter((colour) => leastContrast(colour, 'paper', theme) < SHAPE)
    expect(colours.length).toBeGreaterThan(0)
    expect(faint).toEqual([])
  })
})

test('a bar as dark or as light as advice lets pass is seen in both themes for every hue', () => {
  for (const luminance of [DARKEST, LIGHTEST]) {
    const contrasts = THEMES.map(([, theme]) => leastContrast(greyOf(luminance), 'paper', theme))
    expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(SHAPE)
  }
})

test('every pair of colours that a rule sets together is among those tried', () => {
  const pairs = pageRules().flatMap(({ file, declarations }) => {
    const used = (...names: string[]) =>
      declarations
        .filter(([name]) => names.includes(name))
        .flatMap(([, value]) => tokensIn(value, COLOURS))
    return used('color', 'fill').flatMap((token) =>
      used('background', 'background-color').map((ground) => ({ file, token, ground })),
    )
  })
  const untried = pairs.filter(({ token, ground }) => !isTried(token, ground))
  expect(pairs.length).toBeGreaterThan(5)
  expect(untried).toEqual([])
})

test('every colour that writes, draws or lies below is among those tried', () => {
  const uses = pageRules().flatMap(({ file, declarations }) =>
    declarations.flatMap(([name, value]) =>
      tokensIn(value, COLOURS).map((token) => ({ file, name, token })),
    ),
  )
  const untried = uses.filter(({ name, token }) => {
    if (ORNAMENT.includes(token)) return false
    const isGround = /^background(-color)?$/.test(name)
    return isGround ? !isGroundTried(token) : !PAIRS.some(([tried]) => tried === token)
  })
  expect(untried).toEqual([])
})

test('the words of a placeholder differ enough from what they stand on, for every hue', () => {
  for (const colours of [undefined, ...HUES.map(placeholderColours)]) {
    const drawn = drawPlaceholder({ width: 640, height: 400, text: 'My Shop' }, colours)
    const [ground = '', shape = '', text = ''] = [...drawn.matchAll(/fill="(#\w{6})"/g)].map(
      ([, colour]) => colour,
    )
    expect(contrastOf(text, ground)).toBeGreaterThanOrEqual(TEXT)
    expect(contrastOf(text, shape)).toBeGreaterThanOrEqual(TEXT)
  }
})

test('one number recolours everything: every colour takes the hue, and the theme has no other', () => {
  const lines = TOKENS.split('\n').filter((line) => line.includes('oklch('))
  expect(lines.length).toBe(COLOURS.length)
  for (const line of lines) {
    expect(line.match(/oklch\([\d.]+ [\d.]+ var\(--hue\)\)/g)).toHaveLength(2)
  }
  expect(HUES).toContain(Number(/--hue: (\d+);/.exec(THEME)?.[1]))
  expect(THEME.match(/--hue:|#[0-9a-f]{3,8}\b|\b(oklch|rgb|hsl)a?\(/gi)).toEqual(['--hue:'])
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

/** The nearest grey on the inner side of the bound. */
function greyOf(luminance: number): string {
  const value = (1.055 * luminance ** (1 / 2.4) - 0.055) * 255
  const byte = luminance === DARKEST ? Math.ceil(value) : Math.floor(value)
  return `#${byte.toString(16).padStart(2, '0').repeat(3)}`
}

function isTried(token: string, ground: string): boolean {
  return PAIRS.some(([tried, grounds]) => tried === token && grounds.includes(ground))
}

function isGroundTried(ground: string): boolean {
  return PAIRS.some(([, grounds]) => grounds.includes(ground))
}
