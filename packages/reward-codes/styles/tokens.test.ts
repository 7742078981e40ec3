import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE, SAMPLE_FOLDER } from 'test-fixtures/folders.ts'
import { loadSample } from 'test-fixtures/sample-content.ts'
import { expect, test } from 'vitest'
import { LOOKS, type Look } from '../content/schema/looks.ts'
import { readTokens, tokenColor } from '../images/colors.ts'

const THEME = readFileSync(join(SAMPLE_FOLDER, 'theme.css'), 'utf8')

const HUES = Array.from({ length: 360 }, (_, hue) => hue)
const THEMES = [
  ['light', 0],
  ['dark', 1],
] as const

/** Contrast ratios of WCAG 2.2 AA: text, and user interface components. */
const TEXT_CONTRAST = 4.5
const UI_CONTRAST = 3

/** Each foreground token, its background tokens, and their minimum contrast. */
const PAIRS: [token: string, backgrounds: string[], minimum: number][] = [
  ['color-text', ['color-bg', 'color-bg-hover', 'color-surface'], TEXT_CONTRAST],
  ['color-text-muted', ['color-bg', 'color-bg-hover', 'color-surface'], TEXT_CONTRAST],
  ['color-accent', ['color-bg', 'color-bg-hover'], TEXT_CONTRAST],
  ['color-bg', ['color-text'], TEXT_CONTRAST],
  ['color-border-strong', ['color-bg', 'color-bg-hover'], UI_CONTRAST],
  ['color-text', ['color-border'], UI_CONTRAST],
  ['color-accent', ['color-border'], UI_CONTRAST],
  ['color-inverse-text', ['color-inverse-bg'], TEXT_CONTRAST],
  ['color-inverse-text-muted', ['color-inverse-bg'], TEXT_CONTRAST],
  ['color-inverse-accent', ['color-inverse-bg'], TEXT_CONTRAST],
  ['color-inverse-border', ['color-inverse-bg'], UI_CONTRAST],
  ['color-inverse-spark', ['color-inverse-bg'], TEXT_CONTRAST],
  ['color-inverse-bg', ['color-inverse-text', 'color-inverse-accent'], TEXT_CONTRAST],
  ['color-spark', ['color-bg'], UI_CONTRAST],
]

/** Decorative tokens, which need no contrast. */
const DECORATIVE = ['color-border']

const colorsOf = (look: Look) =>
  [...readTokens(look).matchAll(/--([\w-]+): light-dark/g)].map(([, name = '']) => name)
const COLORS = colorsOf('index')

test.each(LOOKS)('the colours of %s have enough contrast in both themes and every hue', (look) => {
  const skills = loadSample().resume?.skills?.entries.map(({ color }) => color ?? '') ?? []
  expect(skills.length).toBeGreaterThan(0)
  const bars = skills.map((color): (typeof PAIRS)[number] => [color, ['color-bg'], UI_CONTRAST])
  const faults = [...PAIRS, ...bars].flatMap(([token, backgrounds, minimum]) =>
    backgrounds.flatMap((background) =>
      THEMES.flatMap(([name, theme]) => {
        const contrast = leastContrast(token, background, { look, theme })
        return contrast < minimum ? [`${token} on ${background}, ${name}: ${contrast}`] : []
      }),
    ),
  )
  expect(faults).toEqual([])
})

test('PAIRS covers every foreground and background that a CSS rule combines', () => {
  const pairs = pageRules().flatMap(({ file, declarations }) => {
    const used = (...names: string[]) =>
      declarations
        .filter(([name]) => names.includes(name))
        .flatMap(([, value]) => tokensIn(value, COLORS))
    return used('color', 'fill').flatMap((token) =>
      used('background', 'background-color').map((background) => ({ file, token, background })),
    )
  })
  const uncovered = pairs.filter(({ token, background }) => !isCovered(token, background))
  expect(pairs.length).toBeGreaterThan(5)
  expect(uncovered).toEqual([])
})

test('PAIRS covers every colour token that the CSS uses', () => {
  const uses = pageRules().flatMap(({ file, declarations }) =>
    declarations.flatMap(([name, value]) =>
      tokensIn(value, COLORS).map((token) => ({ file, name, token })),
    ),
  )
  const uncovered = uses.filter(({ name, token }) => {
    if (DECORATIVE.includes(token)) return false
    // A shadow widens the ground of what has it.
    const isBackground = /^(background(-color)?|box-shadow)$/.test(name)
    return isBackground
      ? !isBackgroundCovered(token)
      : !PAIRS.some(([foreground]) => foreground === token)
  })
  expect(uncovered).toEqual([])
})

test('every look has the same tokens', () => {
  for (const look of LOOKS) expect(colorsOf(look)).toEqual(COLORS)
})

test('--hue recolours everything: every token uses it, and the theme sets no other colour', () => {
  for (const look of LOOKS) {
    const values = readTokens(look).match(/light-dark\([^;]+/g) ?? []
    expect(values.length).toBe(COLORS.length)
    for (const value of values) {
      expect(value.match(/oklch\([\d.]+ [\d.]+ (calc\()?var\(--hue\)/g)).toHaveLength(2)
    }
  }
  expect(THEME.match(/--hue:|#[0-9a-f]{3,8}\b|\b(oklch|rgb|hsl)a?\(/gi)).toBeNull()
})

test('only the looks and the theme contain colour values', () => {
  const styles = readdirSync(PACKAGE, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) => file.endsWith('.css') && !/^(dist|styles\/fonts)\/|looks\/\w+\.css$/.test(file),
    )
    .filter((file) =>
      // A scrim is black in every look.
      /#[0-9a-f]{3,8}\b|\b(oklch|rgb(?!\(0 0 0 \/)|hsl)a?\(/i.test(
        readFileSync(join(PACKAGE, file), 'utf8'),
      ),
    )
  expect(styles).toEqual([])
})

test('media queries have the widths of tokens.css, and paper has one sheet', () => {
  const queries = pageSheets().flatMap(({ file, css }) =>
    [...css.matchAll(/@media ([^{]+)/g)].map(([, query = '']) => ({ file, query })),
  )
  const widths = queries.flatMap(({ query }) => query.match(/[\d.]+(em|px)/g) ?? [])
  expect(new Set(widths)).toEqual(new Set(['40em', '48.0625em', '64em', '768px']))
  const printed = queries.filter(({ query }) => query.includes('print'))
  expect(new Set(printed.map(({ file }) => file))).toEqual(new Set(['styles/print.css']))
})

function isCovered(token: string, background: string): boolean {
  return PAIRS.some(
    ([foreground, backgrounds]) => foreground === token && backgrounds.includes(background),
  )
}

function isBackgroundCovered(background: string): boolean {
  return PAIRS.some(([, backgrounds]) => backgrounds.includes(background))
}

/** The declarations of one rule, without those of nested rules. */
type StyleRule = { file: string; declarations: [property: string, value: string][] }

/** The style sheets of the page without the tokens. */
function pageSheets(): { file: string; css: string }[] {
  return readdirSync(PACKAGE, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) => file.endsWith('.css') && !/^dist\/|(tokens|(looks|fonts)\/\w+)\.css$/.test(file),
    )
    .map((file) => ({ file, css: readFileSync(join(PACKAGE, file), 'utf8') }))
}

function pageRules(): StyleRule[] {
  return pageSheets().flatMap(({ file, css }) => rulesOf(file, css))
}

function rulesOf(file: string, css: string): StyleRule[] {
  const rules: StyleRule[] = []
  const open: StyleRule[] = [{ file, declarations: [] }]
  for (const [part] of css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/[^{};]*[{};]/g)) {
    const text = part.slice(0, -1).trim()
    const end = part.at(-1)
    if (end === '{') open.push({ file, declarations: [] })
    else if (text.includes(':')) open.at(-1)?.declarations.push(declarationOf(text))
    const closed = end === '}' ? open.pop() : undefined
    if (closed) rules.push(closed)
  }
  return rules
}

function declarationOf(text: string): [string, string] {
  const colon = text.indexOf(':')
  return [text.slice(0, colon).trim(), text.slice(colon + 1).trim()]
}

/** The colour tokens in a value, such as `color-bg` in "1px solid var(--color-bg)". */
function tokensIn(value: string, known: string[]): string[] {
  return [...value.matchAll(/var\(--([\w-]+)\)/g)]
    .map(([, name = '']) => name)
    .filter((name) => known.includes(name))
}

type Theme = (typeof THEMES)[number][1]

type Colors = { look: Look; theme: Theme }

/** The lowest contrast ratio of two colours over all hues. Each is a token or #rrggbb. */
function leastContrast(one: string, other: string, { look, theme }: Colors): number {
  const others = luminances(other, { look, theme })
  return Math.min(
    ...luminances(one, { look, theme }).map((luminance, hue) =>
      contrast(luminance, others[hue] ?? Number.NaN),
    ),
  )
}

const known = new Map<string, number[]>()

/** The luminance in each hue. */
function luminances(colour: string, { look, theme }: Colors): number[] {
  if (colour.startsWith('#')) return HUES.map(() => luminanceOfHex(colour))
  const key = `${look} ${theme} ${colour}`
  const found = known.get(key)
  if (found) return found
  const tokens = readTokens(look)
  const computed = HUES.map((hue) => luminanceOfHex(tokenColor(colour, { tokens, theme, hue })))
  known.set(key, computed)
  return computed
}

/** Relative luminance as WCAG defines it. */
function luminanceOfHex(colour: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
  return weigh(
    channels.map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)),
  )
}

function weigh([red = 0, green = 0, blue = 0]: number[]): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}
