import sharp from 'sharp'
import { expect, test } from 'vitest'
import { dataAddress } from './inline.ts'

const svg = (size: number, matter = '<path d="M0 0h9v9z"/>') =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 9 9">${matter}</svg>`

test.each([1, 32, 4096])(
  'a drawing that calls itself %i pixels wide stands in the page as 96',
  async (size) => {
    const [, bytes = ''] = (await dataAddress(svg(size)))?.split('base64,') ?? []
    expect(await sharp(Buffer.from(bytes, 'base64')).metadata()).toMatchObject({
      ...{ format: 'webp', width: 96, height: 96, hasAlpha: true },
    })
  },
)

test('one that would make the page heavy stays a file', async () => {
  const dots = Array.from(
    { length: 400 },
    (_, n) =>
      `<circle cx="${(n * 7) % 9}" cy="${(n * 0.13) % 9}" r=".4" fill="hsl(${n} 80% 50%)"/>`,
  )
  expect(await dataAddress(svg(9, dots.join('')))).toBeUndefined()
})
