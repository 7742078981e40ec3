import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Create } from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { copySampleContent } from '../../../tests/fixtures/sample-content.ts'
import { loadExamined } from '../../content/load.ts'
import type { Problem } from '../../content/problem.ts'
import { CARD } from '../../page/picture-slots.ts'
import { hashBytes } from '../file-hashes.ts'
import { pictureKey, writeMade } from './cache.ts'
import { examinePictures } from './examine.ts'

const PLACEHOLDER = '/placeholder/640x400.svg?text=Harbour+Bookings'

let folder: string
let cache: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-pictures-'))
  cache = join(folder, '.cache')
  copySampleContent(folder)
})

afterEach(() => rmSync(folder, { recursive: true }))

describe('is as it should be', () => {
  test.each(['jpeg', 'png', 'webp', 'avif', 'tiff', 'gif'] as const)(
    'a picture as %s',
    async (format) => {
      expect(await faultsOf(`shop.${format}`, await draw(format))).toEqual([])
    },
  )

  test('a name that ends in capitals', async () => {
    expect(await faultsOf('SHOP.JPG', await draw('jpeg'))).toEqual([])
  })

  test('a drawing of any size', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9"/></svg>'
    expect(await faultsOf('shop.svg', svg)).toEqual([])
  })
})

describe('is a fault, told with what the file is and what to do', () => {
  test('a picture by another name than its bytes say', async () => {
    const [fault] = await faultsOf('shop.jpg', await draw('png'))
    expect(fault).toMatchObject({
      found: '"images/shop.jpg", which is PNG by its bytes',
      suggestion: 'rename the file to images/shop.png',
    })
  })

  test.each([
    [
      'shop.jpg',
      '\n<!DOCTYPE html><html><title>Not found</title>',
      'a web page (HTML)',
      'by itself',
    ],
    ['shop.heic', '\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'a photo in HEIC', 'export it as JPEG'],
    ['shop.bmp', 'BM\x36\0\0\0', 'a BMP picture', 'save it as PNG'],
    ['shop.psd', '8BPS\0\x01', 'a Photoshop file', 'Export it as PNG'],
    ['shop.pdf', '%PDF-1.7', 'a PDF', 'Export the page as PNG'],
    ['shop.mp4', '\0\0\0\x18ftypisom\0\0\0\0isommp42', 'a film', 'still picture'],
    ['shop.png', 'version https://git-lfs.github.com/spec/v1\n', 'Git LFS', 'git lfs pull'],
    ['shop.png', '', 'an empty file', 'once more'],
    ['shop.png', 'whatever', 'no picture', 'save it as PNG'],
  ])('%s with %j', async (name, text, what, advice) => {
    const [fault] = await faultsOf(name, Buffer.from(text, 'latin1'))
    expect(fault?.found).toContain(what)
    expect(fault?.allowed).toContain('JPEG, PNG, WebP, AVIF, GIF, TIFF or SVG')
    expect(fault?.allowed).toContain(advice)
  })

  test.each(['jpeg', 'png', 'webp'] as const)('a %s file that ends too early', async (format) => {
    const whole = await draw(format, { noise: { type: 'gaussian', mean: 120, sigma: 40 } })
    const [fault] = await faultsOf(`shop.${format}`, whole.subarray(0, whole.length * 0.6))
    expect(fault?.found).toMatch(/damaged or ends too early/)
  })

  test('a picture smaller than its place, with both sizes', async () => {
    const [fault] = await faultsOf('shop.png', await draw('png', { width: 640, height: 400 }))
    expect(fault?.found).toBe('"images/shop.png", 640 × 400 pixels')
    expect(fault?.allowed).toContain('at least 720 × 450 pixels')
    expect(fault?.allowed).toContain('1440 × 900')
  })

  test('a wide picture of which too little would show', async () => {
    const [fault] = await faultsOf('shop.png', await draw('png', { width: 2000, height: 300 }))
    expect(fault?.found).toContain('2000 × 300')
  })

  test('a picture that moves', async () => {
    const frames = [await draw('png'), await draw('png', { background: 'red' })]
    const moving = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    const [fault] = await faultsOf('shop.gif', moving)
    expect(fault?.found).toContain('an animation of 2 pictures')
    expect(fault?.allowed).toContain('stands still')
  })

  test('a drawing that holds a script', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const [fault] = await faultsOf('shop.svg', svg)
    expect(fault?.found).toContain('a script')
  })

  test('a drawing that is not whole', async () => {
    const [fault] = await faultsOf('shop.svg', '<svg xmlns="http://www.w3.org/2000/svg"><path d=')
    expect(fault?.found).toContain('cannot be drawn')
  })

  test('a folder', async () => {
    mkdirSync(join(folder, 'images/shop.png'))
    const [fault] = await faultsOf('shop.png')
    expect(fault?.found).toContain('a folder')
  })

  test('a folder in other letter case', async () => {
    mkdirSync(join(folder, 'images/shops'))
    writeFileSync(join(folder, 'images/shops/one.png'), await draw('png'))
    const [fault] = await faultsOf('Shops/one.png')
    expect(fault?.suggestion).toBe('images/shops/one.png')
  })

  test('a picture without words for those who do not see it', async () => {
    change(['imgAlt: Placeholder for a screen of Harbour Bookings', 'imgAlt: " "'])
    expect(await faults()).toMatchObject([
      {
        field: 'projects.cards.0.imgAlt',
        found: '""',
        allowed: expect.stringContaining('a text that is not empty. What the picture shows'),
      },
    ])
    change(['imgAlt: " "\n', '\n'])
    expect(await faults()).toMatchObject([{ field: 'projects.cards.0.imgAlt', found: 'nothing' }])
  })
})

test('faults of pictures stand among the others, in the order of the file', async () => {
  writeFileSync(join(folder, 'images/bad.png'), 'bad')
  change(
    ['images/brand.svg', 'images/bad.png'],
    ['icon: search', 'icon: serch'],
    [PLACEHOLDER, 'images/bad.png'],
    ['level: 90', 'level: 190'],
  )
  const all = await faults()
  expect(all.map(({ field }) => field)).toEqual([
    'brand.image',
    'services.cards.2.icon',
    'projects.cards.0.imgSrc',
    'resume.skills.entries.0.level',
  ])
  const place = readFileSync(join(folder, 'portfolio.yaml'), 'utf8')
    .split('\n')
    .findIndex((line) => line.includes('imgSrc: images/bad.png'))
  expect(all[2]).toMatchObject({ line: place + 1, column: 7 })
})

test('what was made before is not looked into again, but its name is', async () => {
  const broken = (await draw('png')).subarray(0, 300)
  const key = pictureKey(hashBytes(broken), CARD)
  await writeMade(cache, key, { widths: [], formats: [], files: new Map() })
  expect(await faultsOf('shop.png', broken)).toEqual([])
  change(['images/shop.png', PLACEHOLDER])
  expect(await faultsOf('shop.gif', broken)).toHaveLength(1)
})

/** The faults when the first card shows such a file. */
async function faultsOf(name: string, body?: Buffer | string): Promise<Problem[]> {
  if (body !== undefined) writeFileSync(join(folder, 'images', name), body)
  change([PLACEHOLDER, `images/${name}`])
  return faults()
}

async function faults(): Promise<Problem[]> {
  const loaded = await loadExamined(folder, (...read) => examinePictures(...read, cache))
  return loaded.ok ? [] : loaded.problems
}

function change(...changes: [from: string, to: string][]) {
  const file = join(folder, 'portfolio.yaml')
  for (const [from, to] of changes) {
    const text = readFileSync(file, 'utf8')
    if (!text.includes(from)) throw new Error(`The content no longer says "${from}".`)
    writeFileSync(file, text.replace(from, to))
  }
}

function draw(
  format: 'jpeg' | 'png' | 'webp' | 'avif' | 'tiff' | 'gif',
  changes: Partial<Create> = {},
): Promise<Buffer> {
  const create = { width: 720, height: 450, channels: 3, background: 'teal', ...changes } as const
  return sharp({ create }).toFormat(format).toBuffer()
}
