import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Font } from 'fontkit'
import { ENGINE_CODE } from '../folders.ts'

/** The fonts of the page, and the cuts of the resume, in which titles of covers are drawn and measured. */
const FOLDERS = { woff2: join(ENGINE_CODE, '../fonts'), ttf: join(ENGINE_CODE, 'resume/fonts') }

/**
 * The faces of covers and measured texts. Each lists its fonts in fallback order; a font that is split into
 * several files is a list of them.
 */
export const FACE_FILES = {
  reading: [['InstrumentSans-400.ttf'], ['Inter-400.ttf']],
  narrow: [
    ['instrument-sans-latin-wdth-normal.woff2', 'instrument-sans-latin-ext-wdth-normal.woff2'],
    ['Inter-600.ttf'],
  ],
}

/** The faces of all looks. */
export type FaceName = keyof typeof FACE_FILES | 'serif' | 'serifDisplay' | 'mono' | 'monoBold'

export function readFontFile(file: string): Buffer {
  return readFileSync(join(FOLDERS[file.endsWith('.ttf') ? 'ttf' : 'woff2'], file))
}

const cache = new Map<string, Font>()

/** Opens a font file and caches it: decompressing a WOFF2 file takes 0.1 s. */
export function openFont(file: string): Font {
  const font = cache.get(file) ?? openFontFile(readFontFile(file))
  cache.set(file, font)
  return font
}

/** Loads fontkit on demand: a machine that serves a built site has no build dependencies. */
export function openFontFile(source: Buffer): Font {
  const fontkit: typeof import('fontkit') = createRequire(import.meta.url)('fontkit')
  const font = fontkit.create(source)
  if (!('characterSet' in font)) throw new Error('Expected one font in the file, not a collection.')
  return font
}
