import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { SAMPLE_FOLDER } from 'test-fixtures/folders.ts'
import { loadSample } from 'test-fixtures/sample-content.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prune } from '../../cache.ts'
import { AssetError, ImageAsset } from '../../content/assets.ts'
import { readPalettes } from '../../exports/colors.ts'
import { buildAssets, imageReader } from '../load-content.ts'
import { type EmittedContent, emitImages } from './emit-images.ts'

const COLORS = {
  ground: '#ffeeee',
  tint: '#ffdddd',
  shape: '#eecccc',
  text: '#330000',
  spark: '#0000ee',
}
const DAY_MS = 24 * 60 * 60 * 1000

let folder: string
let cache: string
let steps: string[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-pictures-'))
  cache = join(folder, '.cache')
  mkdirSync(join(folder, 'images'))
})

afterEach(() => {
  rmSync(folder, { recursive: true })
})

test('a cached image is not encoded again, and the result is the same', async () => {
  await draw('one.png', 'teal')
  await draw('two.png', 'maroon')
  const first = await place('images/one.png', 'images/two.png')
  expect(steps).toEqual(['images 1 of 2', 'images 2 of 2'])
  const filesOfFirst = first.files
  const second = await place('images/one.png', 'images/two.png')
  expect(steps).toEqual([])
  expect(second.portfolio).toEqual(first.portfolio)
  expect(second.files).toEqual(filesOfFirst)
})

test('only a changed image is encoded again, and its URL changes', async () => {
  await draw('one.png', 'teal')
  await draw('two.png', 'maroon')
  const [one, two] = addressesOf(await place('images/one.png', 'images/two.png'))
  await draw('two.png', 'olive')
  const [sameOne, otherTwo] = addressesOf(await place('images/one.png', 'images/two.png'))
  expect(steps).toEqual(['images 1 of 1'])
  expect(sameOne).toBe(one)
  expect(otherTwo).not.toBe(two)
})

test('an image that several cards use is encoded once', async () => {
  await draw('one.png', 'teal')
  const processed = await place('images/one.png', 'images/one.png')
  expect(steps).toEqual(['images 1 of 1'])
  const [one, other] = addressesOf(processed)
  expect(other).toBe(one)
  expect(new Set(processed.files.map(({ path }) => path)).size).toBe(processed.files.length)
})

test('a placeholder uses the colours of the site', async () => {
  const files = (await place('/placeholder/640x400.svg?text=Shop')).files
  const [drawn] = files.filter(({ path }) => path.includes('640x400-shop'))
  for (const color of Object.values(COLORS)) expect(drawn?.body).toContain(color)
})

test('a damaged cache entry is encoded again', async () => {
  await draw('one.png', 'teal')
  const filesOfFirst = (await place('images/one.png')).files
  const [entry = ''] = readdirSync(cache)
  truncateSync(join(cache, entry), 1000)
  const second = await place('images/one.png')
  expect(steps).toEqual(['images 1 of 1'])
  expect(second.files).toEqual(filesOfFirst)
})

test('an image that was cached is not encoded again after the others were removed', async () => {
  await draw('one.png', 'teal')
  await draw('two.png', 'maroon')
  await place('images/one.png', 'images/two.png')
  const old = new Date(Date.now() - 31 * DAY_MS)
  for (const entry of readdirSync(cache)) utimesSync(join(cache, entry), old, old)
  await place('images/one.png')
  await prune(cache)
  expect(readdirSync(cache)).toHaveLength(1)
  await place('images/one.png')
  expect(steps).toEqual([])
})

test('every URL of an image is a file of the site, whatever characters its name has', async () => {
  await draw('Läden, "50 %"#1.PNG', 'teal')
  const processed = await place('images/Läden, "50 %"#1.PNG')
  const image = processed.portfolio.projects?.cards[0]?.imgSrc
  const sets = [image?.srcset, ...(image?.sources ?? []).map(({ srcset }) => srcset)]
  const named = sets.flatMap((set) => (set ?? '').split(', ')).map((entry) => entry.split(' ')[0])
  const written = processed.files.map(({ path }) => `.${path}`)
  expect(named.length).toBe(9)
  expect(named.filter((path) => !written.includes(path ?? ''))).toEqual([])
  expect(written).toContain(image?.src)
  expect(named.join()).toMatch(/^[\w/.,-]+$/)
})

test('a project without an image gets a cover', async () => {
  const emitted = await place(undefined)
  const { imgSrc, imgAlt } = emitted.portfolio.projects?.cards[0] ?? {}
  expect(imgAlt).toBe('')
  const cover = emitted.files.find(({ path }) => `.${path}` === imgSrc?.src)
  expect(cover?.body).toContain('<path class="shape"')
  expect(cover?.body).toContain('<path class="text"')
})

test('each placeholder colour is a CSS rule', async () => {
  await draw('one.png', '#204060')
  const { portfolio, css } = await place('images/one.png')
  expect(portfolio.projects?.cards[0]?.imgSrc?.averageColor).toBe('204060')
  expect(css).toBe('img[data-placeholder="204060"]{background-color:#204060}')
})

test('vectors and remote URLs are kept, and placeholders are drawn', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'
  writeFileSync(join(folder, 'images/logo.svg'), svg)
  const address = 'https://example.com/shop.png?size=2'
  const names = ['images/logo.svg', address, '/placeholder/640x400.svg?text=Shop']
  const processed = await place(...names)
  const [logo, elsewhere, placeholder] = addressesOf(processed)
  expect(steps).toEqual([])
  const files = processed.files
  expect(files.find(({ path }) => `.${path}` === logo)?.body.toString()).toBe(svg)
  expect(elsewhere).toBe(address)
  expect(files.find(({ path }) => `.${path}` === placeholder)?.body).toMatch(
    /^<svg .+<path class="text"/,
  )
})

function addressesOf(processed: EmittedContent): (string | undefined)[] {
  return processed.portfolio.projects?.cards.map(({ imgSrc }) => imgSrc?.src ?? '') ?? []
}

/** Emits the sample with these images on its cards, and records the reported steps. */
async function place(...names: (string | undefined)[]): Promise<EmittedContent> {
  const sample = loadSample()
  const { projects } = sample
  const [card] = projects?.cards ?? []
  if (!projects || !card) throw new Error('The sample has no projects.')
  const assets = buildAssets(folder, imageReader(folder, cache))
  const cards = await Promise.all(
    names.map(async (name) => {
      if (!name) return { title: card.title }
      const imgSrc = await assets.image(name, 'card')
      if (imgSrc instanceof AssetError) throw new Error(imgSrc.found)
      return { ...card, imgSrc }
    }),
  )
  const image = new ImageAsset('/placeholder/32x32.svg', 'logo')
  const portfolio = {
    ...sample,
    brand: { ...sample.brand, image },
    projects: { ...projects, cards },
  }
  steps = []
  return emitImages(portfolio, {
    cache,
    palettes: { ...readPalettes(SAMPLE_FOLDER), covers: [{ light: COLORS, dark: COLORS }] },
    report: (step) => steps.push(step),
  })
}

async function draw(name: string, background: string) {
  const image = sharp({ create: { width: 720, height: 450, channels: 3, background } })
  writeFileSync(join(folder, 'images', name), await image.png().toBuffer())
}
