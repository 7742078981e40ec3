import { expect, test } from 'vitest'
import { oklchToHex, readPalettes, tokenColor } from './colors.ts'

test("the owner's hue applies to files that cannot use the styles", () => {
  const pine = readPalettes({ look: 'index', hue: 165 })
  const plum = readPalettes({ look: 'index', hue: 330 })
  expect(pine.light.inverseBg).not.toBe(plum.light.inverseBg)
  expect(pine.light.inverseBg).not.toBe(pine.dark.inverseBg)
})

test('a hue at an angle to that of the site is turned by it', () => {
  const tokens = '--color-spark: light-dark(oklch(0.6 0.17 calc(var(--hue) + 240)), x);'
  const color = tokenColor('color-spark', { tokens, theme: 0, hue: 165 })
  expect(color).toBe(oklchToHex(0.6, 0.17, 405))
})

test.each([
  // Reference values from Chromium.
  [1, 0, 0, '#ffffff'],
  [0, 0, 0, '#000000'],
  [0.627955, 0.257683, 29.2339, '#ff0000'],
  [0.519752, 0.176858, 142.495, '#008000'],
])('oklch(%d %d %d) is %s', (lightness, chroma, hue, hex) => {
  expect(oklchToHex(lightness, chroma, hue)).toBe(hex)
})
