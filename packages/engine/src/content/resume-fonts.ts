import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Font } from 'fontkit'
import { ENGINE_CODE } from '../folders.ts'

/** Our copies of the files, because their packages weigh ten times as much (docs/dependencies.md). */
const FONTS = join(ENGINE_CODE, '../fonts')

/**
 * The font faces of the resume PDF. Each lists its fonts in fallback order; a font that is split
 * into several files is a list of them.
 */
export const RESUME_FACES = {
  reading: [['InstrumentSans_400Regular.ttf'], ['Inter_400Regular.ttf']],
  italic: [['InstrumentSans_400Regular_Italic.ttf'], ['Inter_400Regular_Italic.ttf']],
  narrow: [
    ['instrument-sans-latin-wdth-normal.woff2', 'instrument-sans-latin-ext-wdth-normal.woff2'],
    ['Inter_600SemiBold.ttf'],
  ],
}

/** The faces of the resume, and those of looks, which covers and the social card use. */
export type FaceName = keyof typeof RESUME_FACES | 'serif' | 'serifDisplay' | 'mono' | 'monoBold'

export function readFontFile(file: string): Buffer {
  return readFileSync(join(FONTS, file))
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

const covered = new Map<string, boolean>()

/** Whether every font face of the resume has the character in one of its fonts. */
export function isCovered(character: string): boolean {
  const known = covered.get(character) ?? findCoverage(character)
  covered.set(character, known)
  return known
}

/** Opens a font only if those before it lack a character: most texts need no other. */
function findCoverage(character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  return Object.values(RESUME_FACES).every((fonts) =>
    fonts.flat().some((file) => openFont(file).hasGlyphForCodePoint(code)),
  )
}

/** White space except line breaks and no-break spaces. */
const SPACES = /[^\S\n\u00a0\u202f]+/g
// Soft hyphens, joiners, direction marks, variation selectors: they affect layout, but are no text.
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/** Normalizes text for rendering into a file: NFC, single spaces, no invisible characters. */
export function tidyText(text: string): string {
  return tidyLines(text).replaceAll('\n', ' ')
}

/** Normalizes each line and drops empty lines. */
export function tidyLines(text: string): string {
  return tidyPart(text).trim()
}

/** Normalizes a part of a text, whose first and last space separate it from others. */
export function tidyPart(text: string): string {
  return text
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(SPACES, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
}
