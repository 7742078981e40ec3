import { existsSync, readdirSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { nearest } from 'reward-codes-gateway/did-you-mean'
import { formatReceived } from '../content/diagnostic.ts'
import { describeUnknownIcon, findIcon } from '../content/icons.ts'
import { type AssetError, type Assets, isImageFile } from '../content/schema/assets.ts'
import { isFile } from '../content/source.ts'
import { describeSmall, measureImage } from './check-image.ts'
import { type Size, slotOf } from './pictures.ts'

/** Sizes or errors by file and time: an edit of a text must not decode all images again. */
const measured = new Map<string, Promise<Size | AssetError>>()

/** Checks that each asset that the content names exists, and that an image can be decoded. */
export function contentAssets(folder: string): Assets {
  const file = (path: string) => {
    const whole = join(folder, path)
    // existsSync first: other functions throw at a path with a zero byte.
    return existsSync(whole) && isFile(whole) ? undefined : describeMissingFile(path, folder)
  }
  return {
    async image(name, slot) {
      if (!isImageFile(name)) return {}
      const missing = file(name)
      if (missing) return { error: missing }
      const path = join(folder, name)
      const key = `${path} ${(await stat(path)).mtimeMs}`
      const measure =
        measured.get(key) ?? readFile(path).then((body) => measureImage(body, isVector(name)))
      measured.set(key, measure)
      const size = await measure
      if ('found' in size) return { error: named(name, size) }
      const small = isVector(name) ? undefined : describeSmall(size, slotOf(slot))
      return { small: small && named(name, small) }
    },
    icon: (name) => (findIcon(name) ? undefined : describeUnknownIcon(name)),
    file,
  }
}

function describeMissingFile(path: string, folder: string): AssetError {
  const subfolder = dirname(path)
  const place = join(folder, subfolder)
  const names = existsSync(place) ? readdirSync(place).map((name) => `${subfolder}/${name}`) : []
  return {
    found: formatReceived(path),
    expected: `an existing file in ${relative(process.cwd(), folder) || '.'}/ (case-sensitive)`,
    suggestion: nearest(path, names),
  }
}

function named(name: string, error: AssetError): AssetError {
  return { ...error, found: `${formatReceived(name)}, ${error.found}` }
}

function isVector(name: string): boolean {
  return name.toLowerCase().endsWith('.svg')
}
