import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { SAMPLE_FOLDER } from 'test-fixtures/folders.ts'
import { copySampleContent } from 'test-fixtures/sample-content.ts'
import { expect, onTestFinished, test } from 'vitest'
import { writeHue } from '../content/hue.ts'
import { readPalettes } from '../exports/colors.ts'
import { type BrandImage, iconFiles, iconLinks } from './favicons.ts'
import { brandImage, emitImages, originalOf } from './images/emit-images.ts'
import { loadContent } from './load-content.ts'
import type { SiteFile } from './output-file.ts'

const palettes = readPalettes(SAMPLE_FOLDER)

/** A raster brand image. */
async function pixelBrand(width = 40, height = 20): Promise<BrandImage> {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-brand-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'images'))
  const ground = { width, height, channels: 3 as const, background: '#aa0000' }
  await sharp({ create: ground }).png().toFile(join(folder, 'images/brand.png'))
  return { name: 'images/brand.png', source: readFileSync(join(folder, 'images/brand.png')) }
}

/** The brand image of a content folder. */
async function brandOf(content: string, colors = palettes): Promise<BrandImage> {
  const loaded = await loadContent(content)
  if (!loaded.ok) throw new Error('The content has errors.')
  const image = brandImage(loaded.portfolio.brand)
  return { name: image.name, source: originalOf(image, colors) }
}

async function makeIcons(...parts: Parameters<typeof iconFiles>): Promise<SiteFile[]> {
  return Promise.all(
    iconFiles(...parts).map(async ({ path, read }) => ({ path, body: await read() })),
  )
}

async function sizesOf(files: SiteFile[]) {
  const images = files.filter(({ path }) => path.endsWith('.png'))
  return Promise.all(
    images.map(async ({ path, body }) => {
      const { width, height } = await sharp(body as Buffer).metadata()
      return `${path} ${width}x${height}`
    }),
  )
}

test('an SVG brand gives icons for browsers and phones, and is itself an icon', async () => {
  const icons = await makeIcons(await brandOf(SAMPLE_FOLDER), palettes)
  expect(await sizesOf(icons)).toEqual([
    '/icon-192.png 192x192',
    '/icon-512.png 512x512',
    '/apple-touch-icon.png 180x180',
  ])
  const paths = icons.map(({ path }) => path)
  for (const { path } of iconLinks(await brandOf(SAMPLE_FOLDER), '')) expect(paths).toContain(path)
})

test('the sample brand follows the hue in every file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-hue-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  copySampleContent(folder)
  writeHue(folder, '30')
  const warm = readPalettes(folder)
  const icons = await makeIcons(await brandOf(folder, warm), warm)
  const drawing = icons.find(({ path }) => path === '/favicon.svg')?.body.toString()
  expect(drawing).toContain(`fill="${warm.light.inverseBg}"`)
  expect(drawing).toContain(`stroke="${warm.light.inverseText}"`)
  const loaded = await loadContent(folder)
  if (!loaded.ok) throw new Error('The content has errors.')
  const emitted = await emitImages(loaded.portfolio, { palettes: warm, report: () => {} })
  expect(decodeURIComponent(emitted.portfolio.brand.image?.src ?? '')).toContain(
    warm.light.inverseBg,
  )
  const [red = 0, green = 0, blue = 0] = await sharp(
    icons.find(({ path }) => path === '/icon-192.png')?.body as Buffer,
  )
    .extract({ left: 96, top: 20, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer()
  expect(red).toBeGreaterThan(Math.max(green, blue))
})

test('a brand without an image has a mark in the colours of the covers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-mark-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  copySampleContent(folder)
  const file = join(folder, 'portfolio.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^ {2}image: .*brand\.svg\n/m, ''))
  for (const hue of ['30', '265']) {
    writeHue(folder, hue)
    const colors = readPalettes(folder)
    const icons = await makeIcons(await brandOf(folder, colors), colors)
    const { ground = '' } = colors.covers[0]?.light ?? {}
    expect(icons.find(({ path }) => path === '/favicon.svg')?.body.toString()).toContain(ground)
    const touch = sharp(icons.find(({ path }) => path.startsWith('/apple'))?.body as Buffer)
    const corner = await touch
      .extract({ left: 0, top: 179, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer()
    expect(`#${corner.toString('hex')}`).toBe(ground)
    const loaded = await loadContent(folder)
    if (!loaded.ok) throw new Error('The content has errors.')
    const { portfolio } = await emitImages(loaded.portfolio, { palettes: colors, report: () => {} })
    expect(portfolio.brand.image?.src).toMatch(/^data:image\/svg/)
  }
})

test('an SVG brand is recognized by an upper-case extension', () => {
  const icons = iconLinks({ name: 'images/brand.SVG' }, '')
  expect(icons.map(({ path }) => path)).toContain('/favicon.svg')
})

test('an inlined SVG brand is linked as a data URI', async () => {
  const drawn = 'data:image/svg+xml,<svg/>'
  expect(iconLinks(await brandOf(SAMPLE_FOLDER), drawn).map(({ path }) => path)).toContain(drawn)
})

test('the ICO file contains the three sizes of its directory', async () => {
  const icons = await makeIcons(await brandOf(SAMPLE_FOLDER), palettes)
  const ico = icons.find(({ path }) => path === '/favicon.ico')?.body as Buffer
  expect(ico.readUInt16LE(4)).toBe(3)
  for (const [place, size] of [16, 32, 48].entries()) {
    const entry = ico.subarray(6 + 16 * place, 22 + 16 * place)
    const from = entry.readUInt32LE(12)
    const image = ico.subarray(from, from + entry.readUInt32LE(8))
    expect(await sharp(image).metadata()).toMatchObject({ format: 'png', width: size })
    expect(entry.readUInt8(0)).toBe(size)
  }
})

test('a portrait brand fills its icons', async () => {
  const brand = await pixelBrand(400, 500)
  const icons = await makeIcons(brand, palettes)
  for (const path of ['/icon-192.png', '/icon-512.png']) {
    const icon = icons.find((one) => one.path === path)?.body as Buffer
    expect((await sharp(icon).stats()).isOpaque).toBe(true)
  }
})

test('a wide raster brand is not stretched to a square', async () => {
  const brand = await pixelBrand()
  const icons = await makeIcons(brand, palettes)
  expect(icons.map(({ path }) => path)).not.toContain('/favicon.svg')
  const large = icons.find(({ path }) => path === '/icon-192.png')?.body as Buffer
  const { data, info } = await sharp(large).raw().toBuffer({ resolveWithObject: true })
  const alphaAt = (x: number, y: number) => data[(y * info.width + x) * info.channels + 3]
  expect([alphaAt(96, 10), alphaAt(96, 96)]).toEqual([0, 255])
})
