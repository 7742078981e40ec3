import { describe, expect, test } from 'vitest'
import { readPalettes, themeSvg } from './colors.ts'
import { oklchToHex } from './oklch.ts'
import { tokenColor } from './tokens.ts'

const pinePalettes = () => readPalettes({ look: 'index', hue: 165 })

test("the owner's hue applies to files that cannot use the styles", () => {
  const pine = pinePalettes()
  const plum = readPalettes({ look: 'index', hue: 330 })
  expect(pine.light.inverseBg).not.toBe(plum.light.inverseBg)
  expect(pine.light.inverseBg).not.toBe(pine.dark.inverseBg)
})

test('a hue at an angle to that of the site is turned by it', () => {
  const tokens = '--color-spark: light-dark(oklch(0.6 0.17 calc(var(--hue) + 240)), x);'
  const color = tokenColor('color-spark', { tokens, theme: 0, hue: 165 })
  expect(color).toBe(oklchToHex(0.6, 0.17, 405))
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
