import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AssetError, type Assets, ImageAsset } from '../content/assets.ts'
import { formatReceived } from '../content/diagnostic.ts'
import { checkAssets, isImageFile } from '../content/files.ts'
import { checkPixels, measureVector } from './check-image.ts'
import { slotOf } from './image-slots.ts'

/** Errors by file, time and slot: an edit of a text must not decode all images again. */
const checked = new Map<string, Promise<AssetError | undefined>>()

/** The assets that the content names: each exists, and an image can be decoded and is large enough. */
export function contentAssets(folder: string): Assets {
  const assets = checkAssets(folder)
  return {
    ...assets,
    async image(name, slot) {
      const found = await assets.image(name, slot)
      if (!(found instanceof ImageAsset && isImageFile(name))) return found
      const file = join(folder, name)
      const key = `${file} ${(await stat(file)).mtimeMs} ${slot}`
      const check = checked.get(key) ?? checkImage(file, slot)
      checked.set(key, check)
      const wrong = await check
      if (!wrong) return found
      return new AssetError(
        `${formatReceived(name)}, ${wrong.found}`,
        wrong.expected,
        wrong.suggestion,
      )
    },
  }
}

async function checkImage(file: string, slot: string): Promise<AssetError | undefined> {
  const body = await readFile(file)
  if (!file.toLowerCase().endsWith('.svg')) return checkPixels(body, slotOf(slot))
  const size = await measureVector(body)
  return size instanceof AssetError ? size : undefined
}
