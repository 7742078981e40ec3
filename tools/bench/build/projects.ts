import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { mapConcurrent } from 'reward-codes/internal/build/images/emit-images.ts'
import sharp from 'sharp'
import { ROOT, SITE } from 'test-fixtures/folders.ts'
import { copySampleContent } from 'test-fixtures/sample-content.ts'
import { parseDocument } from 'yaml'

const PHOTO_SIZE = { width: 2400, height: 1500 }
const NOISE_SIZE = { width: 3000, height: 2000 }
/** The grain of each layer of noise in pixels. Each is weaker than the one before. */
const GRAINS = [750, 375, 188, 94, 47, 24, 12, 6, 3, 1]
const LAYER_RATIO = 1.3

/** Creates an owner's folder with one project for each photo. */
export function createProject(folder: string, photos: string[]): void {
  const content = join(folder, 'content')
  mkdirSync(folder)
  cpSync(join(SITE, 'package.json'), join(folder, 'package.json'))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  copySampleContent(content)
  const file = contentFile(folder)
  const document = parseDocument(readFileSync(file, 'utf8'))
  const { cards } = document.toJS().projects
  const projects = photos.map((photo, index) => {
    const imgSrc = `images/photo-${index + 1}.jpg`
    copyFileSync(photo, join(content, imgSrc))
    return { ...cards[index % cards.length], title: `Project ${index + 1}`, imgSrc }
  })
  document.setIn(['projects', 'cards'], document.createNode(projects))
  writeFileSync(file, document.toString())
}

export function contentFile(folder: string): string {
  return join(folder, 'content/portfolio.yaml')
}

/** Writes a new greeting into the content. Returns it. */
export function changeGreeting(folder: string): string {
  const file = contentFile(folder)
  const greeting = `Good day ${process.hrtime.bigint()}!`
  const text = readFileSync(file, 'utf8').replace(/greeting: .+/, `greeting: ${greeting}`)
  writeFileSync(file, text)
  return greeting
}

/** Deletes what earlier commands have written. */
export function clearCaches(folder: string): void {
  for (const name of ['.cache', 'dist'])
    rmSync(join(folder, name), { recursive: true, force: true })
}

/** Writes photos that differ and are equally hard to encode. The same number gives the same photo. */
export async function writePhotos(folder: string, count: number): Promise<string[]> {
  const noise = await createNoise()
  const files = Array.from({ length: count }, (_, index) => join(folder, `photo-${index + 1}.jpg`))
  await mapConcurrent(files, async (file, index) => {
    await sharp(noise, { raw: { ...NOISE_SIZE, channels: 3 } })
      .extract({ left: (index * 97) % 600, top: (index * 61) % 500, ...PHOTO_SIZE })
      .modulate({ hue: (index * 67) % 360, brightness: 0.8 + (index % 7) / 15 })
      .jpeg({ quality: 90 })
      .toFile(file)
  })
  return files
}

/** Adds layers of noise with different grains, which gives the frequency spectrum of photos. */
async function createNoise(): Promise<Buffer> {
  const sum = new Float32Array(NOISE_SIZE.width * NOISE_SIZE.height * 3)
  let strength = 0.5
  for (const [seed, grain] of GRAINS.entries()) {
    const layer = await createLayer(grain, seed + 1)
    for (let index = 0; index < sum.length; index++) {
      sum[index] = (sum[index] ?? 0) + ((layer[index] ?? 0) - 128) * strength
    }
    strength /= LAYER_RATIO
  }
  return Buffer.from(Uint8ClampedArray.from(sum, (value) => 128 + value))
}

function createLayer(grain: number, seed: number): Promise<Buffer> {
  const width = Math.ceil(NOISE_SIZE.width / grain) + 1
  const height = Math.ceil(NOISE_SIZE.height / grain) + 1
  const pixels = randomBytes(width * height * 3, seed)
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .resize({ ...NOISE_SIZE, fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer()
}

/** Pseudorandom bytes from a seed, by a linear congruential generator. */
function randomBytes(length: number, seed: number): Buffer {
  let state = seed
  return Buffer.from(
    Uint8Array.from({ length }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return state >>> 24
    }),
  )
}
