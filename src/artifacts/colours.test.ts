import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeColours, TOKENS } from './colours.ts'

const CSS = readFileSync(join(import.meta.dirname, '../page/styles/tokens.css'), 'utf8')

test('the colours are those of the light page', () => {
  for (const [name, [lightness, chroma]] of Object.entries(TOKENS)) {
    const light = `--${name}: light-dark(oklch(${lightness} ${chroma} var(--hue))`
    expect.soft(CSS).toContain(light)
  }
})

test('they come out as a browser shows them', () => {
  expect(makeColours(165).ink).toBe('#141b18')
  expect(makeColours(20).accent).toBe('#7f3a3c')
  expect(makeColours(260).accent).toBe('#325286')
})

test('text differs enough from white paper for every hue', () => {
  for (let hue = 0; hue < 360; hue++) {
    const { ink, soft, accent } = makeColours(hue)
    for (const colour of [ink, soft, accent]) expect(contrastToWhite(colour)).toBeGreaterThan(4.5)
  }
})

function contrastToWhite(colour: string): number {
  const linear = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  const [red = 0, green = 0, blue = 0] = linear
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}
