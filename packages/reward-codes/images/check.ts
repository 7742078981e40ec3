import { existsSync, readdirSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { nearest } from 'reward-codes-gateway/did-you-mean'
import { formatReceived } from '../content/diagnostic.ts'
import { describeUnknownIcon, findIcon } from '../content/icons.ts'
import { AssetError, type Assets, ImageAsset, isImageFile } from '../content/schema/assets.ts'
import { isFile } from '../content/source.ts'
import { checkEnding, describeSmall, measurePixels, measureVector } from './check-image.ts'
import { type Size, slotOf } from './image-slots.ts'

/** Sizes or errors by file and time: an edit of a text must not decode all images again. */
const measured = new Map<string, Promise<Size | AssetError>>()

/** The assets that the content names: each exists, and an image can be decoded. */
export function contentAssets(folder: string): Assets {
  const file = (path: string) => {
    const whole = join(folder, path)
    // Only existsSync takes a path with a zero byte.
    return existsSync(whole) && isFile(whole) ? path : describeMissingFile(path, folder)
  }
  return {
    async image(name, slot) {
      if (!isImageFile(name)) return new ImageAsset(name, slot)
      const found = file(name)
      if (found instanceof AssetError) return found
      const path = join(folder, name)
      const key = `${path} ${(await stat(path)).mtimeMs}`
      const measure = measured.get(key) ?? measureImage(path)
      measured.set(key, measure)
      const size = await measure
      if (size instanceof AssetError) return named(name, size)
      const small = isVector(name) ? undefined : describeSmall(size, slotOf(slot))
      return new ImageAsset(name, slot, small && named(name, small))
    },
    icon: (name) => (findIcon(name) ? name : describeUnknownIcon(name)),
    file,
  }
}

function describeMissingFile(path: string, folder: string): AssetError {
  const subfolder = dirname(path)
  const place = join(folder, subfolder)
  const names = existsSync(place) ? readdirSync(place).map((name) => `${subfolder}/${name}`) : []
  return new AssetError(
    formatReceived(path),
    `an existing file in ${relative(process.cwd(), folder) || '.'}/ (case-sensitive)`,
    nearest(path, names),
  )
}

function named(name: string, { found, expected, suggestion }: AssetError): AssetError {
  return new AssetError(`${formatReceived(name)}, ${found}`, expected, suggestion)
}

async function measureImage(file: string): Promise<Size | AssetError> {
  const body = await readFile(file)
  const other = checkEnding(file, body)
  if (other) return other
  if (!isVector(file)) return measurePixels(body)
  if (SCRIPT.test(body.toString('latin1'))) return new AssetError('which has a script', NO_SCRIPT)
  return measureVector(body)
}

function isVector(name: string): boolean {
  return name.toLowerCase().endsWith('.svg')
}

/** An element, a handler or an address that runs where a visitor opens the file itself. */
const SCRIPT = /<script|<[^>]*\s(?:on\w+\s*=|(?:xlink:)?href\s*=\s*["']?\s*javascript:)/i
const NO_SCRIPT =
  'an SVG without <script>, on... attributes and javascript: links; export it again as a plain SVG'
