import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { MODERN_FORMATS, OPAQUE_FORMATS } from 'reward-codes/internal/build/images/encode.ts'
import { PROJECT_CARD } from 'reward-codes/internal/page/image-slots.ts'
import sharp from 'sharp'

// A program of its own: photos in all widths and formats of the page, as many at once as there are
// processors, and nothing kept.

const queue = process.argv.slice(2).values()

async function work() {
  for (const file of queue) {
    const body = readFileSync(file)
    for (const width of PROJECT_CARD.widths) {
      const height = Math.round((width * PROJECT_CARD.height) / PROJECT_CARD.width)
      const { data, info } = await sharp(body)
        .resize({ width, height, fit: 'cover' })
        .raw()
        .toBuffer({ resolveWithObject: true })
      const pixels = { width, height, channels: info.channels }
      for (const encode of Object.values({ ...MODERN_FORMATS, ...OPAQUE_FORMATS })) {
        await encode(sharp(data, { raw: pixels })).toBuffer()
      }
    }
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, work))
