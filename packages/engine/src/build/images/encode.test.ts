import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { BRAND, CARD, type PictureSlot } from '../../page/picture-slots.ts'
import { makePicture } from './make.ts'

const RED = { r: 200, g: 30, b: 30 }
const BLUE = { r: 30, g: 30, b: 200 }

/** A quick one, of the same proportions. */
const SMALL: PictureSlot = { ...CARD, width: 160, height: 100, widths: [80, 160] }

test('a picture comes in every width of its slot as AVIF, WebP and JPEG', async () => {
  const { widths, formats, files } = await makePicture(await plain(2400, 1500, RED), CARD)
  expect(widths).toEqual(CARD.widths)
  expect(formats).toEqual(['avif', 'webp', 'jpg'])
  expect(await sizesOf(files)).toEqual(
    Object.fromEntries(
      CARD.widths.flatMap((width) =>
        formats.map((format) => [`${width}.${format}`, [width, (width / 16) * 10]]),
      ),
    ),
  )
})

test('a picture is never enlarged: its own width is the last', async () => {
  const { widths } = await makePicture(await plain(130, 200, RED), SMALL)
  expect(widths).toEqual([80, 130])
})

test('what sticks out of the slot is cut off on both sides alike', async () => {
  const tall = await sharp(await plain(160, 100, BLUE))
    .extend({ top: 150, bottom: 150, background: RED })
    .toBuffer()
  const { files } = await makePicture(tall, SMALL)
  expect(await pixelOf(files.get('160.jpg'), 80, 3)).toEqual(near(BLUE))
  expect(await pixelOf(files.get('160.jpg'), 80, 97)).toEqual(near(BLUE))
})

test('a photo that a camera held sideways stands upright, and tells no place and no camera', async () => {
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

  const { files } = await makePicture(sideways, { ...SMALL, widths: [160] })
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

test('colours of a wide gamut become those of the web', async () => {
  const green = await plain(160, 100, { r: 60, g: 200, b: 90 })
  const wide = await sharp(green).withIccProfile('p3').png().toBuffer()
  expect((await sharp(wide).metadata()).hasProfile).toBe(true)
  expect(await pixelOf(wide, 9, 9)).not.toEqual(near({ r: 60, g: 200, b: 90 }))
  const { files } = await makePicture(wide, SMALL)
  expect(await pixelOf(files.get('80.webp'), 9, 9)).toEqual(near({ r: 60, g: 200, b: 90 }))
})

test('colours for printing and greys become those of the web', async () => {
  const printed = await sharp(await plain(160, 100, RED))
    .toColourspace('cmyk')
    .jpeg()
    .toBuffer()
  const grey = await sharp(await plain(160, 100, RED))
    .greyscale()
    .png()
    .toBuffer()
  for (const body of [printed, grey]) {
    const { files, colour } = await makePicture(body, SMALL)
    expect((await sharp(files.get('80.jpg')).metadata()).space).toBe('srgb')
    expect(colour).toMatch(/^[0-9a-f]{6}$/)
  }
})

describe('a picture with transparency', () => {
  test('keeps it in every format, the last of them PNG, and has no colour behind it', async () => {
    const { formats, files, colour } = await makePicture(await transition(1440, 900, 0.4), CARD)
    expect(formats).toEqual(['avif', 'webp', 'png'])
    expect(colour).toBeUndefined()
    for (const body of files.values()) expect((await sharp(body).stats()).isOpaque).toBe(false)
    expect(await sizesOf(files)).toMatchObject({ '320.png': [320, 200], '720.avif': [720, 450] })
  })

  test('that it does not use is like one without', async () => {
    const unused = await sharp(await plain(256, 256, BLUE))
      .ensureAlpha()
      .png()
      .toBuffer()
    expect((await sharp(unused).metadata()).hasAlpha).toBe(true)
    const { formats, colour } = await makePicture(unused, BRAND)
    expect(formats.at(-1)).toBe('jpg')
    expect(colour).toBe('1e1ec8')
  })
})

describe('a format is left out unless it saves bytes against those that more browsers know', () => {
  test.each([
    ['a small sign on a clear ground', sign(256, 256), BRAND, ['png']],
    ['a large sign on a clear ground', sign(1440, 900), CARD, ['png']],
    ['a soft transition', transition(1440, 900), CARD, ['avif', 'webp', 'jpg']],
    ['coarse grain', grain(1440, 900), CARD, ['avif', 'jpg']],
  ])('%s', async (_, picture, slot, expected) => {
    const { formats, widths, files } = await makePicture(await picture, slot)
    expect(formats).toEqual(expected)
    const sums = formats.map((format) =>
      widths.reduce((sum, width) => sum + (files.get(`${width}.${format}`)?.length ?? 0), 0),
    )
    expect(sums).toEqual(sums.toSorted((a, b) => a - b))
    expect(files.size).toBe(formats.length * widths.length)
  })
})

type Colour = { r: number; g: number; b: number }

function plain(width: number, height: number, background: Colour): Promise<Buffer> {
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

/** The bare numbers of one pixel, whatever a profile says they mean. */
async function pixelOf(body: Buffer | undefined, left: number, top: number) {
  const area = { left, top, width: 1, height: 1 }
  const [r, g, b] = await sharp(body, { ignoreIcc: true }).extract(area).raw().toBuffer()
  return { r, g, b }
}

function near(colour: Colour) {
  const close = (value: number) => expect.closeTo(value, -1)
  return { r: close(colour.r), g: close(colour.g), b: close(colour.b) }
}
