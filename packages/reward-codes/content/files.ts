import { existsSync, readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { nearest } from 'reward-codes-gateway/did-you-mean'
import { AssetError, type Assets, ImageAsset } from './assets.ts'
import { formatReceived } from './diagnostic.ts'
import { describeUnknownIcon, findIcon } from './icons.ts'
import { isFile } from './source.ts'

/** Checks that the files and icons exist, but not what the files contain. */
export function checkAssets(directory: string): Assets {
  const file = (path: string) => {
    const whole = join(directory, path)
    // Only existsSync takes a path with a zero byte.
    return existsSync(whole) && isFile(whole) ? path : describeMissingFile(path, directory)
  }
  return {
    image(name, slot) {
      const found = isImageFile(name) ? file(name) : name
      return found instanceof AssetError ? found : new ImageAsset(name, slot)
    },
    icon: (name) => (findIcon(name) ? name : describeUnknownIcon(name)),
    file,
  }
}

/** Whether an image is a file in the content folder, not a URL or a placeholder. */
export function isImageFile(name: string): boolean {
  return name.startsWith('images/')
}

function describeMissingFile(path: string, directory: string): AssetError {
  const folder = dirname(path)
  const places = join(directory, folder)
  const names = existsSync(places) ? readdirSync(places).map((name) => `${folder}/${name}`) : []
  return new AssetError(
    formatReceived(path),
    `an existing file in ${relative(process.cwd(), directory) || '.'}/ (case-sensitive)`,
    nearest(path, names),
  )
}
