import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Create } from 'sharp'
import { copySampleContent } from 'test-fixtures/sample-content.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Diagnostic } from '../content/diagnostic.ts'
import { load } from '../content/load.ts'
import { contentAssets } from './content-assets.ts'

const IMAGE = 'images/harbour.svg'
const FORMATS = ['jpeg', 'png', 'webp', 'avif', 'tiff', 'gif'] as const

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-pictures-'))
  copySampleContent(folder)
})

afterEach(() => rmSync(folder, { recursive: true }))

const svg = (element: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${element}</svg>`

test.each([
  ...FORMATS.map((format) => [`shop.${format}`, format] as const),
  ['SHOP.JPG', 'jpeg'],
  ['My shop (1).png', 'png'],
] as const)('%s is right', async (name, format) => {
  expect(await diagnosticsOf(name, await draw(format))).toEqual([])
})

test('an SVG of any size is right', async () => {
  expect(await diagnosticsOf('shop.svg', svg('<path d="M0 0h9"/>'))).toEqual([])
})

describe('reports what the file is and what to do for', () => {
  const UNREADABLE = /which cannot be read: ./
  const ALL = 'JPEG, PNG, WebP, AVIF, GIF, TIFF or SVG'
  const SCRIPT = /which has a script$/
  const PLAIN = 'an SVG without <script>'
  test.each([
    ['shop.jpg', '<!DOCTYPE html><html><title>Not found</title>', UNREADABLE, ALL],
    ['shop.bmp', 'BM no picture', UNREADABLE, ALL],
    ['shop.png', '', UNREADABLE, ALL],
    ['shop.svg', '<svg xmlns="http://www.w3.org/2000/svg"><path d=', UNREADABLE, ALL],
    ['shop.svg', svg('<script>alert(1)</script>'), SCRIPT, PLAIN],
    ['shop.svg', svg('<path onload="alert(1)" d="M0 0"/>'), SCRIPT, PLAIN],
    [
      'shop.svg',
      svg('<a xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="javascript:alert(1)"/>'),
      SCRIPT,
      PLAIN,
    ],
    [
      'shop.svg',
      svg('<path fill="var(--color-accent, #123)" d="M0 0h9"/>'),
      /which has var\(--color-accent\)$/,
      'colours such as #16463a',
    ],
  ])('%s with %j', async (name, text, found, expected) => {
    const [diagnostic] = await diagnosticsOf(name, Buffer.from(text, 'latin1'))
    expect(diagnostic?.found).toContain(`"images/${name}", `)
    expect(diagnostic?.found).toMatch(found)
    expect(diagnostic?.expected).toContain(expected)
  })

  test('an SVG file that is a PNG', async () => {
    const [diagnostic] = await diagnosticsOf('shop.svg', await draw('png'))
    expect(diagnostic?.found).toBe('"images/shop.svg", which is a png file')
  })

  test.each(['jpeg', 'png', 'webp'] as const)('a truncated %s file', async (format) => {
    const whole = await draw(format, { noise: { type: 'gaussian', mean: 120, sigma: 40 } })
    const part = whole.subarray(0, whole.length * 0.6)
    const [diagnostic] = await diagnosticsOf(`shop.${format}`, part)
    expect(diagnostic?.found).toMatch(UNREADABLE)
  })

  test.each([
    ['an image smaller than its slot', { width: 640, height: 400 }, '640 × 400'],
    ['a wide image that is too small after cropping', { width: 2000, height: 300 }, '2000 × 300'],
  ])('%s, with a warning', async (_, size, found) => {
    expect(await diagnosticsOf('shop.png', await draw('png', size))).toEqual([])
    const loaded = await load(folder, { assets: contentAssets })
    expect(loaded.ok && loaded.warnings).toMatchObject([
      {
        cause: 'small',
        found: `"images/shop.png", ${found} pixels`,
        expected: expect.stringMatching(/at least 720 × 450 pixels.*1440 × 900/),
      },
    ])
  })

  test('an animation', async () => {
    const frames = [await draw('png'), await draw('png', { background: 'red' })]
    const moving = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    const [diagnostic] = await diagnosticsOf('shop.gif', moving)
    expect(diagnostic?.found).toContain('an animation or a document of 2 images')
    expect(diagnostic?.expected).toContain('a still image')
  })

  test('a folder', async () => {
    mkdirSync(join(folder, 'images/shop.png'))
    const [diagnostic] = await diagnosticsOf('shop.png')
    expect(diagnostic?.expected).toContain('an existing file')
  })
})

test('a file that is replaced is checked again', async () => {
  expect(await diagnosticsOf('shop.png', await draw('png'))).toEqual([])
  writeFileSync(join(folder, 'images/shop.png'), 'bad')
  expect(await diagnostics()).toHaveLength(1)
})

/** The diagnostics when the first card uses this file. */
async function diagnosticsOf(name: string, body?: Buffer | string): Promise<Diagnostic[]> {
  if (body !== undefined) writeFileSync(join(folder, 'images', name), body)
  change([IMAGE, `images/${name}`])
  return diagnostics()
}

async function diagnostics(): Promise<Diagnostic[]> {
  const loaded = await load(folder, { assets: contentAssets })
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

function draw(format: (typeof FORMATS)[number], changes: Partial<Create> = {}): Promise<Buffer> {
  const create = { width: 720, height: 450, channels: 3, background: 'teal', ...changes } as const
  return sharp({ create }).toFormat(format).toBuffer()
}
