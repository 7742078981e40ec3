import { join } from 'node:path'
import { type Loaded, loadExamined } from '../content/load.ts'
import { ROOT } from './bundle.ts'
import { fileHashes } from './file-hashes.ts'
import { examinePictures } from './pictures/examine.ts'

/** What the build has made of pictures before; it may be deleted at any time. */
export const PICTURE_CACHE = join(ROOT, '.cache/pictures')

/** The content with all that a site is built from; every fault in one list. */
export async function loadSite(content: string): Promise<Loaded> {
  const loaded = await loadExamined(content, (words, directory) =>
    examinePictures(words, directory, PICTURE_CACHE),
  )
  fileHashes.keep()
  return loaded
}
