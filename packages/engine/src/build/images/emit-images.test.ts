import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadSample } from '../../../tests/fixtures/sample-content.ts'
import type { Portfolio } from '../../content/schema.ts'
import { readLate } from '../site-file.ts'
import { type Placed, placePictures } from './place.ts'

const COLOURS = { ground: '#ffeeee', shape: '#eecccc', text: '#330000' }
const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

let folder: string
let cache: string
let steps: string[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-pictures-'))
  cache = join(folder, '.cache')
  mkdirSync(join(folder, 'images'))
})

afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

test('what was made once is not made again, and the site is the same', async () => {
  await draw('one.png', 'teal')
  await draw('two.png', 'maroon')
  const first = await place('images/one.png', 'images/two.png')
  expect(steps).toEqual(['pictures 1 of 2', 'pictures 2 of 2'])
  const filesOfFirst = await filesOf(first)
  const second = await place('images/one.png', 'images/two.png')
  expect(steps).toEqual([])
  expect(second.portfolio).toEqual(first.portfolio)
  expect(await filesOf(second)).toEqual(filesOfFirst)
})

test('only the picture that has changed is made again, and has another address', async () => {
  await draw('one.png', 'teal')
  await draw('two.png', 'maroon')
  const [one, two] = addressesOf(await place('images/one.png', 'images/two.png'))
  await draw('two.png', 'olive')
  const [sameOne, otherTwo] = addressesOf(await place('images/one.png', 'images/two.png'))
  expect(steps).toEqual(['pictures 1 of 1'])
  expect(sameOne).toBe(one)
  expect(otherTwo).not.toBe(two)
})

test('a picture that several cards show is made once', async () => {
  await draw('one.png', 'teal')
  const placed = await place('images/one.png', 'images/one.png')
  expect(steps).toEqual(['pictures 1 of 1'])
  const [one, other] = addressesOf(placed)
  expect(other).toBe(one)
  expect(new Set(placed.files.map(({ path }) => path)).size).toBe(placed.files.length)
})

test('a placeholder is drawn in the colours of the site', async () => {
  const files = await filesOf(await place('/placeholder/640x400.svg?text=Shop'))
  const [drawn] = files.filter(({ path }) => path.includes('640x400-shop'))
  for (const colour of Object.values(COLOURS)) expect(drawn?.body).toContain(colour)
})

test('a damaged entry of the cache is made again', async () => {
  await draw('one.png', 'teal')
  const filesOfFirst = await filesOf(await place('images/one.png'))
  const [entry = ''] = readdirSync(cache)
  rmSync(join(cache, entry, '720.avif'))
  const second = await place('images/one.png')
  expect(steps).toEqual(['pictures 1 of 1'])
  expect(await filesOf(second)).toEqual(filesOfFirst)
})

test('so is one that is damaged after it was read and has rested', async () => {
  await draw('one.png', 'teal')
  vi.useFakeTimers({ now: Date.now() + HOUR_MS, toFake: ['Date'] })
  for (const _ of ['made', 'read']) await place('images/one.png')
  expect(steps).toEqual([])
  const [entry = ''] = readdirSync(cache)
  rmSync(join(cache, entry, '720.avif'))
  await place('images/one.png')
  expect(steps).toEqual(['pictures 1 of 1'])
})

test('what no build has used for a month is removed, and what is used stays', async () => {
  await draw('one.png', 'teal')
  await draw('two.png', 'maroon')
  await place('images/one.png', 'images/two.png')
  const old = new Date(Date.now() - 31 * DAY_MS)
  for (const entry of readdirSync(cache)) utimesSync(join(cache, entry), old, old)
  await place('images/one.png')
  expect(readdirSync(cache)).toHaveLength(1)
  await place('images/one.png')
  expect(steps).toEqual([])
})

test('every address of a picture is a file of the site, whatever its name holds', async () => {
  await draw('Läden, "50 %"#1.PNG', 'teal')
  const placed = await place('images/Läden, "50 %"#1.PNG')
  const picture = placed.portfolio.projects?.cards[0]?.imgSrc
  const sets = [picture?.srcset, ...(picture?.sources ?? []).map(({ srcset }) => srcset)]
  const named = sets.flatMap((set) => (set ?? '').split(', ')).map((entry) => entry.split(' ')[0])
  const written = placed.files.map(({ path }) => `.${path}`)
  expect(named.length).toBe(9)
  expect(named.filter((path) => !written.includes(path ?? ''))).toEqual([])
  expect(written).toContain(picture?.src)
  expect(named.join()).toMatch(/^[\w/.,-]+$/)
})

test('each colour is a rule for the pictures that have it', async () => {
  await draw('one.png', '#204060')
  const { portfolio, css } = await place('images/one.png')
  expect(portfolio.projects?.cards[0]?.imgSrc.colour).toBe('204060')
  expect(css).toBe('img[data-colour="204060"]{background-color:#204060}')
})

test('drawings stay as they are, addresses too, and placeholders are drawn', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'
  writeFileSync(join(folder, 'images/logo.svg'), svg)
  const address = 'https://example.com/shop.png?size=2'
  const names = ['images/logo.svg', address, '/placeholder/640x400.svg?text=Shop']
  const placed = await place(...names)
  const [logo, elsewhere, placeholder] = addressesOf(placed)
  expect(steps).toEqual([])
  const files = await filesOf(placed)
  expect(files.find(({ path }) => `.${path}` === logo)?.body.toString()).toBe(svg)
  expect(elsewhere).toBe(address)
  expect(files.find(({ path }) => `.${path}` === placeholder)?.body).toContain('>Shop</text>')
})

function filesOf(placed: Placed) {
  return Promise.all(placed.files.map(readLate))
}

function addressesOf(placed: Placed): (string | undefined)[] {
  return placed.portfolio.projects?.cards.map(({ imgSrc }) => imgSrc.src) ?? []
}

/** Places the sample with these pictures on its cards, and notes the steps that it told. */
function place(...names: string[]): Promise<Placed> {
  const sample = loadSample()
  const { projects } = sample
  const [card] = projects?.cards ?? []
  if (!projects || !card) throw new Error('The sample has no projects.')
  const portfolio: Portfolio = {
    ...sample,
    brand: { ...sample.brand, image: '/placeholder/32x32.svg' },
    projects: { ...projects, cards: names.map((imgSrc) => ({ ...card, imgSrc })) },
  }
  steps = []
  return placePictures(portfolio, folder, {
    cache,
    colours: COLOURS,
    report: (step) => steps.push(step),
  })
}

async function draw(name: string, background: string) {
  const image = sharp({ create: { width: 720, height: 450, channels: 3, background } })
  writeFileSync(join(folder, 'images', name), await image.png().toBuffer())
}
