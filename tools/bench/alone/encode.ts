import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import sharp from 'sharp'
import { BETTER, OPAQUE } from '../../src/build/pictures/make.ts'
import { CARD } from '../../src/page/picture-slots.ts'

// A program of its own: photos in all widths and formats of the page, as many at once as there are
// processors, and nothing kept.

const queue = process.argv.slice(2).values()

async function work() {
  for (const file of queue) {
    const body = readFileSync(file)
    for (const width of CARD.widths) {
      const height = Math.round((width * CARD.height) / CARD.width)
      const { data, info } = await sharp(body)
        .resize({ width, height, fit: 'cover' })
        .raw()
        .toBuffer({ resolveWithObject: true })
      const pixels = { width, height, channels: info.channels }
      for (const encode of Object.values({ ...BETTER, ...OPAQUE })) {
        await encode(sharp(data, { raw: pixels })).toBuffer()
      }
    }
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, work))
