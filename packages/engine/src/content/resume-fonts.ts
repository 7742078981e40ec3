import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Font } from 'fontkit'

const STATIC = '@expo-google-fonts/instrument-sans'
const VARIABLE = '@fontsource-variable/instrument-sans/files/instrument-sans'
const FALLBACK = '@expo-google-fonts/inter'

/**
 * The faces of the resume file. Each is a list of designs, asked for a letter in this order; a
 * design whose letters come in several files is a list of them.
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

const opened = new Map<string, Font>()

/** A font of a package, opened once: to unpack a WOFF2 file takes a tenth of a second. */
export function openFont(file: string): Font {
  const known = opened.get(file) ?? openFontFile(readFontFile(file))
  opened.set(file, known)
  return known
}

/** Loaded only here, because a machine that serves a finished site has no build tools. */
export function openFontFile(source: Buffer): Font {
  const fontkit: typeof import('fontkit') = createRequire(import.meta.url)('fontkit')
  const font = fontkit.create(source)
  if (!('characterSet' in font)) throw new Error('Expected one font in the file, not a collection.')
  return font
}
