import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import { rasterKey } from 'reward-codes/internal/build/images/build-assets.ts'
import { encodeImage } from 'reward-codes/internal/build/images/encode.ts'
import { writeCached } from 'reward-codes/internal/cache.ts'
import { PROJECT_CARD } from 'reward-codes/internal/page/image-slots.ts'
import { parseDocument } from 'yaml'
import { copySampleContent } from '../../tests/fixtures/sample-content.ts'

const ROOT = join(import.meta.dirname, '..')
const ITEMS = ['src', 'package.json', 'package-lock.json']

/** What earlier runs leave behind: a copy has its own. */
const CACHES = ['.cache', 'node_modules/.vite', 'dist']

/** A copy of this project whose content has so many projects, each with a photo of its own. */
export function copyProject(folder: string, photos: string[]): void {
  for (const item of ITEMS) cpSync(join(ROOT, item), join(folder, item), { recursive: true })
  linkPackages(folder)
  const content = join(folder, 'content')
  copySampleContent(content)
  const names = photos.map((_, place) => `images/photo-${place + 1}.jpg`)
  for (const [place, name] of names.entries())
    copyFileSync(photos[place] ?? '', join(content, name))
  const file = contentFile(folder)
  const document = parseDocument(readFileSync(file, 'utf8'))
  const { cards } = document.toJS().projects
  const many = names.map((imgSrc, place) => ({
    ...cards[place % cards.length],
    title: `Project ${place + 1}`,
    imgSrc,
  }))
  document.setIn(['projects', 'cards'], document.createNode(many))
  writeFileSync(file, document.toString())
}

export function contentFile(folder: string): string {
  return join(folder, 'content/portfolio.yaml')
}

/** Says another greeting than before; tells which. */
export function changeOneWord(folder: string): string {
  const file = contentFile(folder)
  const text = readFileSync(file, 'utf8')
  const greeting = `Good day ${process.hrtime.bigint()}!`
  writeFileSync(file, text.replace(/greeting: .+/, `greeting: ${greeting}`))
  return greeting
}

export function forgetAll(folder: string): void {
  for (const cache of CACHES) rmSync(join(folder, cache), { recursive: true, force: true })
}

/** As if all photos had been encoded before: each as the first of them. */
export async function fillPictureCache(folder: string, photos: string[]): Promise<void> {
  const made = await encodeImage(readFileSync(photos[0] ?? ''), PROJECT_CARD)
  for (const photo of photos) {
    const key = rasterKey(readFileSync(photo), 'card')
    await writeCached(key, serialize(made), join(folder, '.cache/build'))
  }
}

/** As links, apart from what the bundler keeps among them. */
function linkPackages(folder: string) {
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name === '.vite') continue
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  }
  if (!existsSync(join(folder, 'node_modules/vite')))
    throw new Error('The build tools are missing.')
}
