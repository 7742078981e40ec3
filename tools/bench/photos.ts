import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mapConcurrent } from 'reward-codes/internal/build/images/map-concurrent.ts'
import sharp from 'sharp'

const SIZE = { width: 2400, height: 1500 }
const GROUND = { width: 3000, height: 2000 }

/** Grain from clouds to dust, in pixels, each a little weaker than the one before: as in nature. */
const GRAINS = [750, 375, 188, 94, 47, 24, 12, 6, 3, 1]

/** More than these differ only in what follows the picture, which makes them files of their own. */
const DRAWN = 60

/** Writes photos that are all different and equally hard to encode; tells the files. */
export async function writePhotos(folder: string, count: number): Promise<string[]> {
  const ground = await drawGround()
  const files = Array.from({ length: count }, (_, place) => join(folder, `photo-${place + 1}.jpg`))
  await mapConcurrent(files.slice(0, DRAWN), async (file, place) => {
    writeFileSync(file, await cutPhoto(ground, place))
  })
  for (const [place, file] of files.entries()) {
    if (place < DRAWN) continue
    const drawn = readFileSync(files[place % DRAWN] ?? '')
    writeFileSync(file, Buffer.concat([drawn, Buffer.from(`${place}`)]))
  }
  return files
}

/** Another part of the ground in other colours, the same for the same place. */
function cutPhoto(ground: Buffer, place: number): Promise<Buffer> {
  return sharp(ground, { raw: { ...GROUND, channels: 3 } })
    .extract({ left: (place * 97) % 600, top: (place * 61) % 500, ...SIZE })
    .modulate({ hue: (place * 67) % 360, brightness: 0.8 + (place % 7) / 15 })
    .jpeg({ quality: 90 })
    .toBuffer()
}

/** Noise of all sizes laid over each other, which has the spectrum of photos. */
async function drawGround(): Promise<Buffer> {
  const sum = new Float32Array(GROUND.width * GROUND.height * 3)
  let strength = 0.5
  for (const [seed, grain] of GRAINS.entries()) {
    const layer = await drawLayer(grain, seed + 1)
    for (let place = 0; place < sum.length; place++) {
      sum[place] = (sum[place] ?? 0) + ((layer[place] ?? 0) - 128) * strength
    }
    strength /= 1.3
  }
  return Buffer.from(Uint8ClampedArray.from(sum, (value) => 128 + value))
}

function drawLayer(grain: number, seed: number): Promise<Buffer> {
  const width = Math.ceil(GROUND.width / grain) + 1
  const height = Math.ceil(GROUND.height / grain) + 1
  return sharp(drawNoise(width * height * 3, seed), { raw: { width, height, channels: 3 } })
    .resize({ ...GROUND, fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer()
}

/** The same seed always gives the same noise (a linear congruential generator). */
function drawNoise(length: number, seed: number): Buffer {
  let state = seed
  return Buffer.from(
    Uint8Array.from({ length }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return state >>> 24
    }),
  )
}
