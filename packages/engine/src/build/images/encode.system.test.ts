import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type ImageSlot, LOGO, PROJECT_CARD } from '../../page/image-slots.ts'
import { encodeImage } from './encode.ts'

const RED = { r: 200, g: 30, b: 30 }
const BLUE = { r: 30, g: 30, b: 200 }

/** Quick to encode, with the same aspect ratio. */
const SMALL: ImageSlot = { ...PROJECT_CARD, width: 160, height: 100, widths: [80, 160] }

test('an image is encoded in every width of its slot as AVIF, WebP and JPEG', async () => {
  const { widths, formats, files } = await encodeImage(await plain(2400, 1500, RED), PROJECT_CARD)
  expect(widths).toEqual(PROJECT_CARD.widths)
  expect(formats).toEqual(['avif', 'webp', 'jpg'])
  expect(await sizesOf(files)).toEqual(
    Object.fromEntries(
      PROJECT_CARD.widths.flatMap((width) =>
        formats.map((format) => [`${width}.${format}`, [width, (width / 16) * 10]]),
      ),
    ),
  )
})

test('an image is never enlarged: its width is the largest', async () => {
  const { widths } = await encodeImage(await plain(130, 200, RED), SMALL)
  expect(widths).toEqual([80, 130])
})

test('an image is cropped to its slot from the centre', async () => {
  const tall = await sharp(await plain(160, 100, BLUE))
    .extend({ top: 150, bottom: 150, background: RED })
    .toBuffer()
  const { files } = await encodeImage(tall, SMALL)
  expect(await pixelOf(files.get('160.jpg'), 80, 3)).toEqual(near(BLUE))
  expect(await pixelOf(files.get('160.jpg'), 80, 97)).toEqual(near(BLUE))
})

test('applies the EXIF orientation and strips all metadata', async () => {
  const upright = await sharp(await plain(320, 100, RED))
    .extend({ bottom: 100, background: BLUE })
    .toBuffer()
  const sideways = await sharp(upright)
    .rotate(270)
    .withExif({
      IFD0: { Make: 'Example Camera' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 32/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect((await sharp(sideways).metadata()).exif?.toString('latin1')).toContain('Example Camera')

  const { files } = await encodeImage(sideways, { ...SMALL, widths: [160] })
  for (const body of files.values()) {
    expect(await pixelOf(body, 80, 10)).toEqual(near(RED))
    expect(await pixelOf(body, 80, 90)).toEqual(near(BLUE))
    const { exif, xmp, iptc, icc, orientation } = await sharp(body).metadata()
    expect([exif, xmp, iptc, icc, orientation ?? 1]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      1,
    ])
    expect(body.toString('latin1')).not.toContain('Example Camera')
  }
})

test('converts a wide gamut to sRGB', async () => {
  const green = await plain(160, 100, { r: 60, g: 200, b: 90 })
  const wide = await sharp(green).withIccProfile('p3').png().toBuffer()
  expect((await sharp(wide).metadata()).hasProfile).toBe(true)
  expect(await pixelOf(wide, 9, 9)).not.toEqual(near({ r: 60, g: 200, b: 90 }))
  const { files } = await encodeImage(wide, SMALL)
  expect(await pixelOf(files.get('80.webp'), 9, 9)).toEqual(near({ r: 60, g: 200, b: 90 }))
})

test('converts CMYK and greyscale to sRGB', async () => {
  const printed = await sharp(await plain(160, 100, RED))
    .toColourspace('cmyk')
    .jpeg()
    .toBuffer()
  const grey = await sharp(await plain(160, 100, RED))
    .greyscale()
    .png()
    .toBuffer()
  for (const body of [printed, grey]) {
    const { files, averageColor } = await encodeImage(body, SMALL)
    expect((await sharp(files.get('80.jpg')).metadata()).space).toBe('srgb')
    expect(averageColor).toMatch(/^[0-9a-f]{6}$/)
  }
})

describe('an image with an alpha channel', () => {
  test('stays transparent in every format, ends with PNG and has no colour', async () => {
    const { formats, files, averageColor } = await encodeImage(
      await transition(1440, 900, 0.4),
      PROJECT_CARD,
    )
    expect(formats).toEqual(['avif', 'webp', 'png'])
    expect(averageColor).toBeUndefined()
    for (const body of files.values()) expect((await sharp(body).stats()).isOpaque).toBe(false)
    expect(await sizesOf(files)).toMatchObject({ '400.png': [400, 250], '800.avif': [800, 500] })
  })

  test('that is fully opaque is encoded like one without', async () => {
    const unused = await sharp(await plain(256, 256, BLUE))
      .ensureAlpha()
      .png()
      .toBuffer()
    expect((await sharp(unused).metadata()).hasAlpha).toBe(true)
    const { formats, averageColor } = await encodeImage(unused, LOGO)
    expect(formats.at(-1)).toBe('jpg')
    expect(averageColor).toBe('1e1ec8')
  })
})

describe('a format is dropped unless it is smaller than every more widely supported format', () => {
  test.each([
    ['a small sign on a clear ground', sign(256, 256), LOGO, ['png']],
    ['a large sign on a clear ground', sign(1440, 900), PROJECT_CARD, ['png']],
    ['a soft transition', transition(1440, 900), PROJECT_CARD, ['avif', 'webp', 'jpg']],
    ['coarse grain', grain(1440, 900), PROJECT_CARD, ['avif', 'jpg']],
  ])('%s', async (_, image, slot, expected) => {
    const { formats, widths, files } = await encodeImage(await image, slot)
    expect(formats).toEqual(expected)
    const sums = formats.map((format) =>
      widths.reduce((sum, width) => sum + (files.get(`${width}.${format}`)?.length ?? 0), 0),
    )
    expect(sums).toEqual(sums.toSorted((a, b) => a - b))
    expect(files.size).toBe(formats.length * widths.length)
  })
})

type Color = { r: number; g: number; b: number }

function plain(width: number, height: number, background: Color): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
}

function drawn(width: number, height: number, parts: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${parts}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

function sign(width: number, height: number): Promise<Buffer> {
  return drawn(width, height, '<circle cx="50%" cy="50%" r="40%" fill="#1d4a3c"/>')
}

function transition(width: number, height: number, opacity = 1): Promise<Buffer> {
  const stops = `<stop stop-color="#123"/><stop offset="1" stop-color="#fa6" stop-opacity="${opacity}"/>`
  const parts = `<linearGradient id="a">${stops}</linearGradient><rect width="100%" height="100%" fill="url(#a)"/>`
  return drawn(width, height, parts)
}

function grain(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  return sharp({ create: { width, height, channels: 3, background: 'grey', noise } })
    .png()
    .toBuffer()
}

async function sizesOf(files: Map<string, Buffer>) {
  const sizes = [...files].map(async ([name, body]) => {
    const { width, height } = await sharp(body).metadata()
    return [name, [width, height]] as const
  })
  return Object.fromEntries(await Promise.all(sizes))
}

/** The raw values of one pixel, without colour management. */
async function pixelOf(body: Buffer | undefined, left: number, top: number) {
  const area = { left, top, width: 1, height: 1 }
  const [r, g, b] = await sharp(body, { ignoreIcc: true }).extract(area).raw().toBuffer()
  return { r, g, b }
}

function near(color: Color) {
  const close = (value: number) => expect.closeTo(value, -1)
  return { r: close(color.r), g: close(color.g), b: close(color.b) }
}
