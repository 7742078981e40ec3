import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { oklchToHex, readPalettes } from './colors.ts'

function contentWith(theme: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-theme-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'theme.css'), theme)
  return folder
}

test.each([
  // Reference values from Chromium.
  [1, 0, 0, '#ffffff'],
  [0, 0, 0, '#000000'],
  [0.627955, 0.257683, 29.2339, '#ff0000'],
  [0.519752, 0.176858, 142.495, '#008000'],
])('oklch(%d %d %d) is %s', (lightness, chroma, hue, hex) => {
  expect(oklchToHex(lightness, chroma, hue)).toBe(hex)
})

test("the owner's hue applies to files that cannot use the styles", () => {
  const pine = readPalettes(contentWith(':root { --hue: 165; }'))
  const plum = readPalettes(contentWith(':root { --hue: 330; }'))
  expect(pine.light.inverseBg).not.toBe(plum.light.inverseBg)
  expect(pine.light.inverseBg).not.toBe(pine.dark.inverseBg)
  expect(pine.covers).not.toEqual(plum.covers)
})

test('a theme without a hue fails with the missing declaration', () => {
  expect(() => readPalettes(contentWith(':root {}'))).toThrow('--hue: 165;')
})
