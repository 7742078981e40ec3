import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawIcon, drawTouchIcon, initialIcon } from './favicons.ts'

const COLORS = { inverseBg: '#104030', inverseText: '#f0fff8' }

/** A brand image of one colour. */
function plainBrand(width: number, height: number): Promise<Buffer> {
  const ground = { width, height, channels: 3 as const, background: '#aa0000' }
  return sharp({ create: ground }).png().toBuffer()
}

async function pixelsOf(image: Buffer) {
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * info.channels).subarray(0, info.channels),
  ]
  return { at, size: [info.width, info.height] }
}

test('a portrait fills its icon', async () => {
  const icon = await drawIcon(await plainBrand(400, 500), 96)
  expect((await sharp(icon).stats()).isOpaque).toBe(true)
})

test('a wide logo is not stretched to a square', async () => {
  const { at } = await pixelsOf(await drawIcon(await plainBrand(40, 20), 96))
  expect([at(48, 4).at(-1), at(48, 48).at(-1)]).toEqual([0, 255])
})

test('the icon of a phone has a ground where the image has none', async () => {
  const { at, size } = await pixelsOf(await drawTouchIcon(await plainBrand(40, 20), '#ffffff'))
  expect(size).toEqual([180, 180])
  expect([at(0, 0).slice(0, 3), at(90, 90).slice(0, 3)]).toEqual([
    [255, 255, 255],
    [170, 0, 0],
  ])
})

test.each([
  ['Ewa Nowak', 'en', 'E'],
  ['istanbul.dev', 'tr', 'İ'],
  ['éclair', 'fr', 'É'],
  ['नमस्ते', 'hi', 'न'],
  ['山田', 'ja', '山'],
  ['<b>', 'en', '&#60;'],
  ['& Sons', 'en', '&#38;'],
])('the image of %s in %s is its initial: %s', async (brand, language, initial) => {
  const [, encoded = ''] = initialIcon(brand, language, COLORS).split('data:image/svg+xml,')
  const svg = decodeURIComponent(encoded)
  expect(svg).toContain(`>${initial}</text>`)
  const { at } = await pixelsOf(await sharp(Buffer.from(svg)).toBuffer())
  expect(at(0, 0).slice(0, 3)).toEqual([0x10, 0x40, 0x30])
})
