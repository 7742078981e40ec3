import sharp, { type ChannelStats, type Region } from 'sharp'
import { contrastOf } from 'test-fixtures/colors.ts'
import { expect, test } from 'vitest'
import { LOOKS } from '../content/looks.ts'
import { coverPalettes } from './colors.ts'
import { chooseStyles, drawCover, drawMark } from './cover.ts'

const COLORS = {
  ground: '#104030',
  tint: '#206040',
  shape: '#308060',
  text: '#ffffff',
  spark: '#ff9060',
}
const PALETTES = [{ light: COLORS, dark: { ...COLORS, ground: '#081810' } }]
const PATTERNS = 9

function draw(title: string, { width = 640, height = 400, pattern = 0 } = {}) {
  const style = { pattern, palette: 0 }
  return drawCover({ title, width, height, style }, PALETTES)
}

test('a cover depends on its title and its pattern, and on nothing else', () => {
  expect(draw('Harbour')).toBe(draw('Harbour'))
  const covers = [
    draw('Harbor'),
    ...Array.from({ length: PATTERNS }, (_, pattern) => draw('Harbour', { pattern })),
  ]
  expect(new Set(covers).size).toBe(PATTERNS + 1)
})

test('every pattern fills the cover with its colours and leaves the title on the ground', async () => {
  for (let pattern = 0; pattern < PATTERNS; pattern += 1) {
    const cover = draw('Harbour', { pattern })
    const [, below] = await statsOf(cover, { left: 0, top: 390, width: 640, height: 10 })
    expect(below).toMatchObject({ min: 0x40, max: 0x40 })
    const [, above] = await statsOf(cover, { left: 0, top: 0, width: 640, height: 250 })
    expect(above?.stdev).toBeGreaterThan(10)
  }
})

test('one file serves both themes', () => {
  const cover = draw('Harbour')
  expect(cover).toContain('.ground{fill:#104030}')
  expect(cover).toMatch(/@media \(prefers-color-scheme:dark\)\{\.ground\{fill:#081810\}/)
})

test('a title is drawn as outlines, so it looks the same on every machine', () => {
  expect(draw('Harbour <Bookings>')).not.toMatch(/<text|Harbour/)
})

test('a cover without letters that a font has is the pattern alone', () => {
  expect(draw('東京')).not.toContain('<path class="text"')
})

test('beside its title, a cover has the initial on a pattern that fills it', async () => {
  for (let pattern = 0; pattern < PATTERNS; pattern += 1) {
    const options = { width: 640, height: 400, style: { pattern, palette: 0 } }
    const drawInitial = (title: string) =>
      drawCover({ ...options, title, letters: 'initial' }, PALETTES)
    const letterOf = (title: string) => /<path class="text"[^>]*>/.exec(drawInitial(title))?.[0]
    expect(letterOf('Harbour')).toBeDefined()
    expect(letterOf('hall')).toBe(letterOf('Harbour'))
    expect(letterOf('Barbour')).not.toBe(letterOf('Harbour'))
    const cover = drawInitial('Harbour')
    const [, below] = await statsOf(cover, { left: 0, top: 300, width: 640, height: 100 })
    expect(below?.stdev).toBeGreaterThan(5)
  }
})

test('a mark has the initial of its brand, and brands differ in shape', () => {
  const mark = (text: string) => drawMark(text, PALETTES, 'index')
  const shapeOf = (text: string) => /<path class="shape"[^>]*>/.exec(mark(text))?.[0]
  expect(mark('Ewa')).toBe(mark('Ewa'))
  expect(mark('Ewa')).not.toBe(mark('Iwa'))
  expect(new Set(['Ewa', 'Jan', 'Mio', 'Quentin', 'Reward'].map(shapeOf)).size).toBeGreaterThan(2)
})

test('the initial of a mark is legible on its colours at every hue, in every look', () => {
  for (const look of LOOKS) {
    for (let hue = 0; hue < 360; hue += 15) {
      const [palette] = coverPalettes({ hue, look })
      for (const { text, ground, shape } of palette ? [palette.light, palette.dark] : []) {
        expect(contrastOf(text, ground)).toBeGreaterThan(4.5)
        expect(contrastOf(text, shape)).toBeGreaterThan(3)
      }
    }
  }
})

test('a flat or tall cover is not larger than others', () => {
  expect(draw('A', { width: 1, height: 4000, pattern: 5 }).length).toBeLessThan(100_000)
  expect(draw('A', { width: 4000, height: 1, pattern: 5 }).length).toBeLessThan(100_000)
})

test('the covers of a gallery have a pattern each until all are used', () => {
  const titles = Array.from({ length: PATTERNS + 2 }, (_, index) => `Project ${index}`)
  const styles = [...chooseStyles(titles).values()]
  expect(new Set(styles.slice(0, PATTERNS).map(({ pattern }) => pattern)).size).toBe(PATTERNS)
  expect(styles.map(({ palette }) => palette)).toEqual(titles.map((_, index) => index))
})

async function statsOf(svg: string, region: Region): Promise<ChannelStats[]> {
  const drawn = await sharp(Buffer.from(svg)).extract(region).png().toBuffer()
  return (await sharp(drawn).stats()).channels
}
