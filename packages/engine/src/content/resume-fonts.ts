import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Font } from 'fontkit'

const STATIC = '@expo-google-fonts/instrument-sans'
const VARIABLE = '@fontsource-variable/instrument-sans/files/instrument-sans'
const FALLBACK = '@expo-google-fonts/inter'

/**
 * The font faces of the resume PDF. Each lists its fonts in fallback order; a font that is split
 * into several files is a list of them.
 */
export const RESUME_FACES = {
  reading: [
    [`${STATIC}/400Regular/InstrumentSans_400Regular.ttf`],
    [`${FALLBACK}/400Regular/Inter_400Regular.ttf`],
  ],
  narrow: [
    [`${VARIABLE}-latin-wdth-normal.woff2`, `${VARIABLE}-latin-ext-wdth-normal.woff2`],
    [`${FALLBACK}/600SemiBold/Inter_600SemiBold.ttf`],
  ],
}

export type FaceName = keyof typeof RESUME_FACES

export function readFontFile(file: string): Buffer {
  return readFileSync(createRequire(import.meta.url).resolve(file))
}

const cache = new Map<string, Font>()

/** Opens a font of a package and caches it: decompressing a WOFF2 file takes 0.1 s. */
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
