import type { Font } from 'fontkit'
import type { Look } from '../content/looks.ts'
import { FACE_FILES, type FaceName, openFont, openFontFile, readFontFile } from './font-files.ts'
import { type Axes, LOOK_FONTS } from './look-fonts.ts'
import { subsetTtf } from './subset-font.ts'

/** One font file, for measuring and embedding. */
type FontFile = {
  name: string
  body: Buffer
  font: Font
  covered: Set<number>
  /** Scales its letters to the size of the first family's. */
  scale: number
  widths: Map<string, number>
}

/** The files of one font family, split by script. */
type FontFamily = FontFile[]

/** A font face at a size, with the letter spacing in em. */
export type TextStyle = { face: FaceName; size: number; tracking?: number }

/** A run of text in one font. */
export type Run = { file: FontFile; text: string }

/**
 * Ligatures and contextual alternates are off, so the text in the file equals the text of the
 * content, letter by letter.
 */
export const FEATURES = { liga: false, clig: false, calt: false, dlig: false }

const FALLBACK_SCALE = 0.94

/** The families of each face, in fallback order. Only the build, which needs them, loads this module. */
const FACES: Record<FaceName, FontFamily[]> = {
  reading: await openFace('reading'),
  narrow: await openFace('narrow'),
  serif: [],
  serifDisplay: [],
  mono: [],
  monoBold: [],
}

/** Loads the faces of a look before something is drawn or measured in them. */
export async function loadFaces(look: Look): Promise<void> {
  const { source, reading, display } = LOOK_FONTS[look]
  for (const { face, axes } of [reading, display]) {
    if (FACES[face].length > 0) continue
    const own = ['latin', 'latin-ext'].map((script) =>
      openFile(source(script), `${face}-${script}`, 1, axes),
    )
    FACES[face] = [await Promise.all(own), ...FACES.reading]
  }
}

function openFace(face: keyof typeof FACE_FILES): Promise<FontFamily[]> {
  return Promise.all(
    FACE_FILES[face].map((files, family) =>
      Promise.all(
        files.map((file, part) =>
          openFile(file, `${face}-${family}-${part}`, family === 0 ? 1 : FALLBACK_SCALE),
        ),
      ),
    ),
  )
}

async function openFile(
  file: string,
  name: string,
  scale: number,
  axes: Axes = LOOK_FONTS.index.display.axes,
): Promise<FontFile> {
  const isVariable = file.endsWith('.woff2')
  const body = isVariable ? await instantiate(file, axes) : readFontFile(file)
  const font = isVariable ? openFontFile(body) : openFont(file)
  return { name, body, font, covered: new Set(font.characterSet), scale, widths: new Map() }
}

function instantiate(file: string, axes: Axes): Promise<Buffer> {
  const letters = String.fromCodePoint(...openFont(file).characterSet)
  return subsetTtf(readFontFile(file), letters, axes)
}

/**
 * Splits a text into runs by font fallback. The letters of a word use one family if one covers them
 * all, so the word looks uniform. Other characters use the first family that covers them; a space
 * and a mark stay in the font of the preceding letter.
 */
export function runsOf(text: string, face: FaceName): Run[] {
  const runs: Run[] = []
  for (const word of text.split(/( )/)) {
    const families = sortFor(word, FACES[face])
    for (const character of word) {
      const last = runs.at(-1)
      const isAttached = /[ \p{M}]/u.test(character) && last && fileFor(character, [last.file])
      const file = isAttached || findFile(character, families)
      if (last?.file === file) last.text += character
      else runs.push({ file, text: character })
    }
  }
  return runs
}

/** The family that covers all letters of a word comes first. */
function sortFor(word: string, families: FontFamily[]): FontFamily[] {
  const letters = word.match(/[\p{L}\p{M}]/gu) ?? []
  const main = families.find((family) => letters.every((letter) => fileFor(letter, family)))
  return main ? [main, ...families] : families
}

function findFile(character: string, families: FontFamily[]): FontFile {
  for (const family of families) {
    const file = fileFor(character, family)
    if (file) return file
  }
  throw new Error(
    `No resume font has ${JSON.stringify(character)}; validation should have reported it.`,
  )
}

function fileFor(character: string, family: FontFamily): FontFile | undefined {
  const code = character.codePointAt(0) ?? 0
  return family.find(({ covered }) => covered.has(code))
}

/** Strips characters that no font of a face covers. */
export function stripUnsupported(text: string, face: FaceName): string {
  const isCovered = (letter: string) => FACES[face].some((family) => fileFor(letter, family))
  return [...text].filter(isCovered).join('').replace(/ +/g, ' ').trim()
}

export function widthOfText(text: string, style: TextStyle): number {
  const runs = runsOf(text, style.face)
  return runs.reduce((sum, run) => sum + widthOfRun(run, style), 0)
}

function widthOfRun(run: Run, { size, tracking = 0 }: TextStyle): number {
  return (emWidthOf(run) + tracking * [...run.text].length) * size
}

function emWidthOf({ file, text }: Run): number {
  const cached = file.widths.get(text)
  if (cached !== undefined) return cached
  const { advanceWidth } = file.font.layout(text, FEATURES)
  const width = (advanceWidth / file.font.unitsPerEm) * file.scale
  file.widths.set(text, width)
  return width
}
