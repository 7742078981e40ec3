import { expect, test } from 'vitest'
import { oklchToHex } from './oklch.ts'

test.each([
  // Reference values from Chromium.
  [1, 0, 0, '#ffffff'],
  [0, 0, 0, '#000000'],
  [0.627955, 0.257683, 29.2339, '#ff0000'],
  [0.519752, 0.176858, 142.495, '#008000'],
])('oklch(%d %d %d) is %s', (lightness, chroma, hue, hex) => {
  expect(oklchToHex(lightness, chroma, hue)).toBe(hex)
})
