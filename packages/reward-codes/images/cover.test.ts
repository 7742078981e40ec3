import sharp, { type ChannelStats, type Region } from 'sharp'
import { expect, test } from 'vitest'
import { chooseStyles, drawCover, drawMark } from './cover.ts'

const COLORS = {
  ground: '#104030',
  tint: '#206040',
  shape: '#308060',
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

test('every pattern fills the cover with its colours', async () => {
  for (let pattern = 0; pattern < PATTERNS; pattern += 1) {
    const [, green] = await statsOf(draw('Harbour', { pattern }), {
      ...{ left: 0, top: 0 },
      ...{ width: 640, height: 400 },
    })
    expect(green?.stdev).toBeGreaterThan(10)
  }
})

test('one file serves both themes', () => {
  const cover = draw('Harbour')
  expect(cover).toContain('.ground{fill:#104030}')
  expect(cover).toMatch(/@media \(prefers-color-scheme:dark\)\{\.ground\{fill:#081810\}/)
})

test('a cover has no letters', () => {
  expect(draw('Harbour <Bookings>')).not.toMatch(/<text|Harbour/)
})

test('brands differ in the shape of their mark', () => {
  const mark = (text: string) => drawMark(text, PALETTES)
  expect(mark('Ewa')).toBe(mark('Ewa'))
  expect(new Set(['Ewa', 'Jan', 'Mio', 'Quentin', 'Reward'].map(mark)).size).toBeGreaterThan(2)
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
