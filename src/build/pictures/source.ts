import { readFile, stat } from 'node:fs/promises'
import type { PictureSlot } from '../../page/picture-slots.ts'
import { pictureKey } from './cache.ts'
import { type Format, findFormat } from './format.ts'

/** What is known of a picture file apart from its pixels. */
export type Source = {
  /** A name for all that is made of it in its slot. */
  key: string
  format: Format | undefined
}

// A build asks twice, and the development server with every change of a word.
const known = new Map<string, { stamp: string; source: Source }>()

/** Reads a file of the content, unless it is as it was when it was read last. */
export async function readPictureSource(file: string, slot: PictureSlot): Promise<Source> {
  // Before reading: what changes meanwhile is read again the next time.
  const { mtimeNs, ctimeNs, size, ino } = await stat(file, { bigint: true })
  const stamp = [mtimeNs, ctimeNs, size, ino].join()
  const place = `${slot.name} ${file}`
  const last = known.get(place)
  if (last?.stamp === stamp) return last.source
  const body = await readFile(file)
  const source = { key: pictureKey(body, slot), format: findFormat(body) }
  known.set(place, { stamp, source })
  return source
}
