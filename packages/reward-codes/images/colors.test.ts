import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { LOOKS } from '../content/schema/looks.ts'
import { readPalettes, themeSvg } from './colors.ts'
import { oklchToHex } from './oklch.ts'
import { readTokens, withSrgbColors } from './tokens.ts'

function contentWith(theme: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-theme-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'theme.css'), theme)
  return folder
}

function pinePalettes() {
  return readPalettes(contentWith(':root { --hue: 165; }'))
}

test("the owner's hue applies to files that cannot use the styles", () => {
  const pine = pinePalettes()
  const plum = readPalettes(contentWith(':root { --hue: 330; }'))
  expect(pine.light.inverseBg).not.toBe(plum.light.inverseBg)
  expect(pine.light.inverseBg).not.toBe(pine.dark.inverseBg)
})

test('a theme without a hue fails with the missing declaration', () => {
  expect(() => readPalettes(contentWith(':root {}'))).toThrow('--hue: 165;')
})

test.each(LOOKS)(
  '%s has every colour in sRGB too, and in OKLCH where a browser knows it',
  (look) => {
    const tokens = readTokens(look)
    const [plain = '', derived = ''] = withSrgbColors(tokens, 165).split('@supports')
    const namesIn = (styles: string, value: RegExp) =>
      Array.from(styles.matchAll(value), ([, name]) => name)
    const names = namesIn(tokens, /(--color-[\w-]+):/g)
    expect(names.length).toBeGreaterThan(10)
    const hex = /(--color-[\w-]+): light-dark\(\s*#[\da-f]{6},\s*#[\da-f]{6}\s*\);/g
    expect(namesIn(plain, hex)).toEqual(names)
    expect(plain).toContain('--text-hero')
    expect(plain).not.toContain('oklch')
    expect(namesIn(derived, /(--color-[\w-]+): light-dark\(\s*oklch/g)).toEqual(names)
    expect(derived).not.toContain('--text-hero')
  },
)

test('a hue at an angle to that of the site is turned by it', () => {
  const token =
    ':where(:root) {\n  --color-spark: light-dark(oklch(0.6 0.17 calc(var(--hue) + 240)), x);\n}'
  expect(withSrgbColors(token, 165)).toContain(`light-dark(${oklchToHex(0.6, 0.17, 405)}, x)`)
})

describe('the colours of the page in an SVG file', () => {
  const drawing = (style: string) =>
    `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"${style}><path fill="var(--color-accent, #123456)"/></svg>`

  test('are those of the light theme', () => {
    const { light, dark } = pinePalettes()
    expect(themeSvg(drawing(''), { light, dark })).toContain(`<path fill="${light.accent}"/>`)
  })

  test('are those of both themes if the file supports both', () => {
    const { light, dark } = pinePalettes()
    const themed = themeSvg(drawing(' style="color-scheme: light dark"'), { light, dark })
    expect(themed).toContain(
      `light dark"><style>:root{--color-accent:${light.accent}}@media(prefers-color-scheme:dark){:root{--color-accent:${dark.accent}}}</style>`,
    )
    expect(themed).toContain('fill="var(--color-accent, #123456)"')
    expect(light.accent).not.toBe(dark.accent)
  })
})
