import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import sharp, { type Create } from 'sharp'
import { copySampleContent } from 'test-fixtures/sample-content.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeCached } from '../cache.ts'
import type { Diagnostic } from '../content/diagnostic.ts'
import { parseContent } from '../content/load.ts'
import { findFormat } from './images/check-image.ts'
import { buildAssets, imageReader, RasterImage, rasterKey } from './load-content.ts'

const PLACEHOLDER = '/placeholder/640x400.svg?text=Harbour+Bookings'

let folder: string
let cache: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-pictures-'))
  cache = join(folder, '.cache')
  copySampleContent(folder)
})

afterEach(() => rmSync(folder, { recursive: true }))

describe('reports no diagnostic for', () => {
  test.each(['jpeg', 'png', 'webp', 'avif', 'tiff', 'gif'] as const)(
    'an image as %s',
    async (format) => {
      expect(await diagnosticsOf(`shop.${format}`, await draw(format))).toEqual([])
    },
  )

  test('an upper-case extension', async () => {
    expect(await diagnosticsOf('SHOP.JPG', await draw('jpeg'))).toEqual([])
  })

  test('a name with spaces and brackets', async () => {
    expect(await diagnosticsOf('My shop (1).png', await draw('png'))).toEqual([])
  })

  test('a name whose accents are characters of their own in the folder', async () => {
    writeFileSync(join(folder, 'images', 'Mu\u0308ller.png'), await draw('png'))
    expect(await diagnosticsOf('M\u00fcller.png')).toEqual([])
  })

  test('an SVG of any size', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9"/></svg>'
    expect(await diagnosticsOf('shop.svg', svg)).toEqual([])
  })
})

describe('reports what the file is and what to do for', () => {
  test('an extension that does not match the format', async () => {
    const [diagnostic] = await diagnosticsOf('shop.jpg', await draw('png'))
    expect(diagnostic).toMatchObject({
      found: '"images/shop.jpg", which is a PNG file',
      suggestion: 'rename the file to images/shop.png',
    })
  })

  test.each([
    [
      'shop.jpg',
      '\n<!DOCTYPE html><html><title>Not found</title>',
      'a web page (HTML)',
      'the image itself',
    ],
    ['shop.heic', '\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'a HEIC photo', 'Export it as JPEG'],
    ['shop.bmp', 'BM\x36\0\0\0', 'a BMP image', 'save it as PNG'],
    ['shop.psd', '8BPS\0\x01', 'a Photoshop file', 'Export it as PNG'],
    ['shop.pdf', '%PDF-1.7', 'a PDF', 'Export the page as PNG'],
    ['shop.mp4', '\0\0\0\x18ftypisom\0\0\0\0isommp42', 'a video', 'still image'],
    ['shop.png', 'version https://git-lfs.github.com/spec/v1\n', 'Git LFS', 'git lfs pull'],
    ['shop.png', '', 'an empty file', 'again'],
    ['shop.png', 'whatever', 'not an image', 'save it as PNG'],
  ])('%s with %j', async (name, text, what, advice) => {
    const [diagnostic] = await diagnosticsOf(name, Buffer.from(text, 'latin1'))
    expect(diagnostic?.found).toContain(what)
    expect(diagnostic?.expected).toContain('JPEG, PNG, WebP, AVIF, GIF, TIFF or SVG')
    expect(diagnostic?.expected).toContain(advice)
  })

  test.each(['jpeg', 'png', 'webp'] as const)('a truncated %s file', async (format) => {
    const whole = await draw(format, { noise: { type: 'gaussian', mean: 120, sigma: 40 } })
    const [diagnostic] = await diagnosticsOf(
      `shop.${format}`,
      whole.subarray(0, whole.length * 0.6),
    )
    expect(diagnostic?.found).toMatch(/damaged or truncated/)
  })

  test('an image smaller than its slot, with both sizes', async () => {
    const [diagnostic] = await diagnosticsOf(
      'shop.png',
      await draw('png', { width: 640, height: 400 }),
    )
    expect(diagnostic?.found).toBe('"images/shop.png", 640 × 400 pixels')
    expect(diagnostic?.expected).toContain('at least 720 × 450 pixels')
    expect(diagnostic?.expected).toContain('1440 × 900')
  })

  test('a wide image that is too small after cropping', async () => {
    const [diagnostic] = await diagnosticsOf(
      'shop.png',
      await draw('png', { width: 2000, height: 300 }),
    )
    expect(diagnostic?.found).toContain('2000 × 300')
  })

  test('an animation', async () => {
    const frames = [await draw('png'), await draw('png', { background: 'red' })]
    const moving = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    const [diagnostic] = await diagnosticsOf('shop.gif', moving)
    expect(diagnostic?.found).toContain('an animation of 2 frames')
    expect(diagnostic?.expected).toContain('a still image')
  })

  test('an SVG with a script', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const [diagnostic] = await diagnosticsOf('shop.svg', svg)
    expect(diagnostic?.found).toContain('a script')
  })

  test('a truncated SVG', async () => {
    const [diagnostic] = await diagnosticsOf(
      'shop.svg',
      '<svg xmlns="http://www.w3.org/2000/svg"><path d=',
    )
    expect(diagnostic?.found).toContain('cannot be rendered')
  })

  test('a folder', async () => {
    mkdirSync(join(folder, 'images/shop.png'))
    const [diagnostic] = await diagnosticsOf('shop.png')
    expect(diagnostic?.found).toContain('a folder')
  })

  test('a folder name in another letter case', async () => {
    mkdirSync(join(folder, 'images/shops'))
    writeFileSync(join(folder, 'images/shops/one.png'), await draw('png'))
    const [diagnostic] = await diagnosticsOf('Shops/one.png')
    expect(diagnostic?.suggestion).toBe('images/shops/one.png')
  })

  test('an image without alt text', async () => {
    change(['imgAlt: Placeholder for a screen of Harbour Bookings', 'imgAlt: " "'])
    expect(await diagnostics()).toMatchObject([
      {
        field: 'projects.cards.0.imgAlt',
        found: '""',
        expected: expect.stringContaining(
          'non-empty text. The alternative text: what the image shows',
        ),
      },
    ])
    change(['imgAlt: " "\n', '\n'])
    expect(await diagnostics()).toMatchObject([
      {
        field: 'projects.cards.0.imgAlt',
        found: 'nothing',
        expected: expect.stringContaining('alternative text for the image'),
      },
    ])
  })
})

test('image diagnostics are sorted among the others in file order', async () => {
  writeFileSync(join(folder, 'images/bad.png'), 'bad')
  change(
    ['images/brand.svg', 'images/bad.png'],
    ['icon: search', 'icon: serch'],
    [PLACEHOLDER, 'images/bad.png'],
    ['level: 90', 'level: 190'],
  )
  const all = await diagnostics()
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

test('a cached image is not decoded again, but its extension is checked', async () => {
  const broken = (await draw('png')).subarray(0, 300)
  const encoded = serialize({ widths: [], formats: [], files: new Map() })
  await writeCached(rasterKey(broken, 'card'), encoded, cache)
  expect(await diagnosticsOf('shop.png', broken)).toEqual([])
  change(['images/shop.png', PLACEHOLDER])
  expect(await diagnosticsOf('shop.gif', broken)).toHaveLength(1)
})

test.each([
  ['a photo by its first bytes', '\xff\xd8\xff', 'JPEG'],
  ['an SVG after a long comment', `<!-- ${'long '.repeat(2000)}--><svg/>`, 'SVG'],
  ['no format in other text', '<p>', undefined],
])('detects %s', (_, bytes, name) => {
  expect(findFormat(Buffer.from(bytes, 'latin1'))?.name).toBe(name)
})

test('a file replaced by one of equal size and mtime gets another key', async () => {
  const old = new Date(2020, 1, 1)
  const keys = new Set<string>()
  for (const background of ['#204060', '#204061']) {
    const file = join(folder, 'images/shop.png')
    writeFileSync(file, await draw('png', { background }))
    utimesSync(file, old, old)
    const image = await buildAssets(folder, imageReader(folder, cache)).image(
      'images/shop.png',
      'card',
    )
    if (image instanceof RasterImage) keys.add(image.key)
  }
  expect(keys.size).toBe(2)
})

/** The diagnostics when the first card uses this file. */
async function diagnosticsOf(name: string, body?: Buffer | string): Promise<Diagnostic[]> {
  if (body !== undefined) writeFileSync(join(folder, 'images', name), body)
  change([PLACEHOLDER, `images/${name}`])
  return diagnostics()
}

async function diagnostics(): Promise<Diagnostic[]> {
  const loaded = await parseContent(folder, buildAssets(folder, imageReader(folder, cache)))
  return loaded.ok ? [] : loaded.diagnostics
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
