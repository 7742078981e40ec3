import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import type { PictureSlot } from '../../page/picture-slots.ts'
import { fileHashes } from '../file-hashes.ts'
import { pictureKey } from './cache.ts'
import { type Format, findFormat } from './format.ts'

/** What is known of a picture file apart from its pixels. */
export type Source = {
  /** A name for all that is made of it in its slot. */
  key: string
  format: Format | undefined
}

const HEAD_BYTES = 4096

/** By the hashes of the files: the development server asks with every change of a word. */
const formats = new Map<string, Format | undefined>()

/** Tells what a file of the content is; its bytes are read only if it is not as it was. */
export function readPictureSource(file: string, slot: PictureSlot): Source {
  const hash = fileHashes.of(file)
  if (!formats.has(hash)) formats.set(hash, readFormat(file))
  return { key: pictureKey(hash, slot), format: formats.get(hash) }
}

/** Photos show by their first bytes what they are; before a drawing any comment may stand. */
function readFormat(file: string): Format | undefined {
  return findFormat(readHead(file)) ?? findFormat(readFileSync(file))
}

function readHead(file: string): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  const opened = openSync(file, 'r')
  try {
    return head.subarray(0, readSync(opened, head, 0, HEAD_BYTES, 0))
  } finally {
    closeSync(opened)
  }
}
