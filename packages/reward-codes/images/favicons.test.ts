import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { loadedFrom } from 'test-fixtures/change-content.ts'
import { SAMPLE_FOLDER } from 'test-fixtures/folders.ts'
import { freshFolder } from 'test-fixtures/fresh-folder.ts'
import { copySampleContent } from 'test-fixtures/sample-content.ts'
import { expect, onTestFinished, test } from 'vitest'
import { readPalettes } from './colors.ts'
import { imageFiles, withDrawings } from './drawings.ts'
import { type BrandImage, iconFiles } from './favicons.ts'

type File = { path: string; body: Buffer | string }

const palettes = readPalettes({ look: 'index', hue: 165 })

/** A raster brand image. */
async function pixelBrand(width = 40, height = 20): Promise<BrandImage> {
  const ground = { width, height, channels: 3 as const, background: '#aa0000' }
  return { name: 'brand.png', source: await sharp({ create: ground }).png().toBuffer() }
}

/** The brand image of a content folder. */
async function brandOf(content: string): Promise<BrandImage> {
  const portfolio = withDrawings((await loadedFrom(content)).portfolio)
  const { image } = portfolio.brand
  const found = image && imageFiles(portfolio, { content, drawings: freshFolder() })(image)
  if (!found || !('file' in found)) throw new Error('Expected a file.')
  return { name: found.file, source: readFileSync(found.file) }
}

async function makeIcons(...parts: Parameters<typeof iconFiles>): Promise<File[]> {
  return Promise.all(
    iconFiles(...parts).map(async ({ path, read }) => ({ path, body: (await read()) ?? '' })),
  )
}

async function sizesOf(files: File[]) {
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
  expect(paths).toContain('/favicon.svg')
})

test('a brand without an image has a mark in the colours of the page', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-mark-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  copySampleContent(folder)
  const file = join(folder, 'portfolio.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^ {2}image: .*brand\.svg\n/m, ''))
  for (const hue of [30, 265]) {
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(/^site:\n( {2}hue: .*\n)?/m, `site:\n  hue: ${hue}\n`),
    )
    const colors = readPalettes({ look: 'index', hue })
    const icons = await makeIcons(await brandOf(folder), colors)
    const ground = colors.light.inverseBg
    expect(icons.find(({ path }) => path === '/favicon.svg')?.body.toString()).toContain(ground)
    const touch = sharp(icons.find(({ path }) => path.startsWith('/apple'))?.body as Buffer)
    const corner = await touch
      .extract({ left: 0, top: 179, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer()
    expect(`#${corner.toString('hex')}`).toBe(ground)
  }
})

test('an SVG brand is recognized by an upper-case extension', async () => {
  const icons = await makeIcons({ ...(await brandOf(SAMPLE_FOLDER)), name: 'brand.SVG' }, palettes)
  expect(icons.map(({ path }) => path)).toContain('/favicon.svg')
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
