import type { Path } from 'fontkit'
import { expect, it } from 'vitest'
import { FACE_FILES, openFontFile, readFontFile } from './font-files.ts'
import { subsetTtf } from './subset-font.ts'

it.each([
  ['K', 0],
  ['Ķ', 1],
])('the contours of %s overlap', async (letter, part) => {
  const source = readFontFile(FACE_FILES.narrow[0]?.[part] ?? '')
  const font = openFontFile(await subsetTtf(source, letter, { wght: 600, wdth: 82 }))
  const heights = heightsOf(font.glyphForCodePoint(letter.codePointAt(0) ?? 0).path)
  const [upper] = heights.filter(({ low, high }) => low > 300 && high > 700)
  const [lower] = heights.filter(({ low, high }) => low === 0 && high < 500)
  expect(lower?.high).toBeGreaterThan(upper?.low ?? Number.POSITIVE_INFINITY)
})

it('contours that end at one height keep it', async () => {
  const source = readFontFile(FACE_FILES.narrow[0]?.[0] ?? '')
  const font = openFontFile(await subsetTtf(source, 'E', { wght: 600, wdth: 82 }))
  const tops = heightsOf(font.glyphForCodePoint(0x45).path).map(({ high }) => high)
  expect(Math.max(...tops)).toBe(720)
})

/** The vertical extent of each contour above the baseline. */
function heightsOf(path: Path) {
  const parts: number[][] = []
  for (const { command, args } of path.commands) {
    if (command === 'moveTo') parts.push([])
    parts.at(-1)?.push(...args.filter((_, place) => place % 2 === 1))
  }
  return parts.map((part) => ({ low: Math.min(...part), high: Math.max(...part) }))
}
