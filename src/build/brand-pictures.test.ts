import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { loadSample } from '../../tests/fixtures/sample-content.ts'
import { drawCard, findIcons, listIcons } from './brand-pictures.ts'
import { readPalettes } from './palette.ts'
import { readLate, type SiteFile } from './site-file.ts'

const CONTENT = join(import.meta.dirname, '../../content')
const palettes = readPalettes(CONTENT)

/** A portfolio whose brand is a wide picture of points, in a content folder of its own. */
async function withPixelBrand() {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-brand-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'images'))
  const ground = { width: 40, height: 20, channels: 3 as const, background: '#aa0000' }
  await sharp({ create: ground }).png().toFile(join(folder, 'images/brand.png'))
  const sample = loadSample()
  return { folder, portfolio: { ...sample, brand: { text: 'Brand', image: 'images/brand.png' } } }
}

async function makeIcons(...parts: Parameters<typeof listIcons>): Promise<SiteFile[]> {
  return Promise.all(listIcons(...parts).map(readLate))
}

async function sizesOf(files: SiteFile[]) {
  const pictures = files.filter(({ path }) => path.endsWith('.png'))
  return Promise.all(
    pictures.map(async ({ path, body }) => {
      const { width, height } = await sharp(body as Buffer).metadata()
      return `${path} ${width}x${height}`
    }),
  )
}

test('an SVG brand gives icons for browsers and phones, and itself', async () => {
  const icons = await makeIcons(loadSample(), CONTENT, palettes)
  expect(await sizesOf(icons)).toEqual([
    '/icon-192.png 192x192',
    '/icon-512.png 512x512',
    '/apple-touch-icon.png 180x180',
  ])
  const paths = icons.map(({ path }) => path)
  for (const { path } of findIcons(loadSample(), '')) expect(paths).toContain(path)
})

test('an SVG brand is one in capitals as well', () => {
  const icons = findIcons(
    { ...loadSample(), brand: { text: 'Brand', image: 'images/brand.SVG' } },
    '',
  )
  expect(icons.map(({ path }) => path)).toContain('/favicon.svg')
})

test('an SVG brand that stands in the page is its icon without a file', () => {
  const drawn = 'data:image/svg+xml,<svg/>'
  expect(findIcons(loadSample(), drawn).map(({ path }) => path)).toContain(drawn)
})

test('the icon file holds the three sizes that it names', async () => {
  const icons = await makeIcons(loadSample(), CONTENT, palettes)
  const ico = icons.find(({ path }) => path === '/favicon.ico')?.body as Buffer
  expect(ico.readUInt16LE(4)).toBe(3)
  for (const [place, size] of [16, 32, 48].entries()) {
    const entry = ico.subarray(6 + 16 * place, 22 + 16 * place)
    const from = entry.readUInt32LE(12)
    const picture = ico.subarray(from, from + entry.readUInt32LE(8))
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: size })
    expect(entry.readUInt8(0)).toBe(size)
  }
})

test('a wide brand of pixels is not stretched into a square', async () => {
  const { folder, portfolio } = await withPixelBrand()
  const icons = await makeIcons(portfolio, folder, palettes)
  expect(icons.map(({ path }) => path)).not.toContain('/favicon.svg')
  const large = icons.find(({ path }) => path === '/icon-192.png')?.body as Buffer
  const { data, info } = await sharp(large).raw().toBuffer({ resolveWithObject: true })
  const alphaAt = (x: number, y: number) => data[(y * info.width + x) * info.channels + 3]
  expect([alphaAt(96, 10), alphaAt(96, 96)]).toEqual([0, 255])
})

test('the social card has the size that messengers ask for, and is the same every time', async () => {
  const [one, other] = await Promise.all([
    drawCard(loadSample(), CONTENT, palettes),
    drawCard(loadSample(), CONTENT, palettes),
  ])
  expect(await sharp(one).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  expect(one.equals(other)).toBe(true)
})

test('another name, place or colour makes another card', async () => {
  const sample = loadSample()
  const variants = [
    sample,
    { ...sample, person: { ...sample.person, name: 'Ada' } },
    { ...sample, hero: { ...sample.hero, place: 'based in Łódź' } },
    { ...sample, site: { ...sample.site, url: 'https://site.test/' } },
  ]
  const cards = await Promise.all(
    variants.map(async (portfolio) => {
      const card = await drawCard(portfolio, CONTENT, palettes)
      return card.toString('base64')
    }),
  )
  const dyed = await drawCard(sample, CONTENT, {
    ...palettes,
    light: { ...palettes.light, band: '#123456' },
  })
  expect(new Set([...cards, dyed.toString('base64')]).size).toBe(5)
})
