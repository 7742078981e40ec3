import type { Font } from 'fontkit'
import {
  type FaceName,
  openFont,
  openFontFile,
  RESUME_FACES,
  readFontFile,
} from '../content/resume-fonts.ts'
import { cutFont } from './cut-font.ts'

/** One font file, as it is measured and embedded. */
export type Cut = {
  name: string
  body: Buffer
  font: Font
  covered: Set<number>
  /** What makes its letters as large as those of the first design. */
  scale: number
  widths: Map<string, number>
}

/** The files of one design, which share its letters. */
type Design = Cut[]
export type Faces = Record<FaceName, Design[]>

/** How large a text is set, and how much its letters are moved together or apart, in its size. */
export type Setting = { size: number; tracking?: number }

/** Letters in one font, on their way to a line. */
export type Run = { cut: Cut; text: string }

/**
 * Ligatures and arrows made of hyphens are off, so that the text in the file is the text of the
 * content, letter by letter.
 */
export const FEATURES = { liga: false, clig: false, calt: false, dlig: false }

const FALLBACK_SCALE = 0.94

const NARROW = { wght: 600, wdth: 82 }

let loaded: Promise<Faces> | undefined

export function loadFaces(): Promise<Faces> {
  loaded ??= openFaces()
  return loaded
}

async function openFaces(): Promise<Faces> {
  const [reading, narrow] = await Promise.all([openFace('reading'), openFace('narrow')])
  return { reading, narrow }
}

function openFace(face: FaceName): Promise<Design[]> {
  return Promise.all(
    RESUME_FACES[face].map((files, design) =>
      Promise.all(
        files.map((file, part) =>
          openCut(file, `${face}-${design}-${part}`, design === 0 ? 1 : FALLBACK_SCALE),
        ),
      ),
    ),
  )
}

async function openCut(file: string, name: string, scale: number): Promise<Cut> {
  const isVariable = file.endsWith('.woff2')
  const body = isVariable ? await cutWhole(file) : readFontFile(file)
  const font = isVariable ? openFontFile(body) : openFont(file)
  return { name, body, font, covered: new Set(font.characterSet), scale, widths: new Map() }
}

function cutWhole(file: string): Promise<Buffer> {
  const letters = String.fromCodePoint(...openFont(file).characterSet)
  return cutFont(readFontFile(file), letters, NARROW)
}

/**
 * The fonts that a word takes. Its letters come from one design, or the word would look patched;
 * signs come from the first design that has them.
 */
function splitRuns(word: string, designs: Design[]): Run[] {
  const letters = word.match(/[\p{L}\p{M}]/gu) ?? []
  const home = designs.find((design) => letters.every((letter) => cutFor(letter, design)))
  const ordered = home ? [home, ...designs.filter((design) => design !== home)] : designs
  const runs: Run[] = []
  for (const character of word) {
    const last = runs.at(-1)
    const isMark = /\p{M}/u.test(character)
    const cut = findCut(character, ordered, isMark ? last?.cut : undefined)
    if (last?.cut === cut) last.text += character
    else runs.push({ cut, text: character })
  }
  return runs
}

function findCut(character: string, designs: Design[], preferred: Cut | undefined): Cut {
  const candidates = preferred ? [[preferred], ...designs] : designs
  for (const design of candidates) {
    const cut = cutFor(character, design)
    if (cut) return cut
  }
  throw new Error(
    `No font of the resume has ${JSON.stringify(character)}; the content's check let it pass.`,
  )
}

function cutFor(character: string, design: Design): Cut | undefined {
  const code = character.codePointAt(0) ?? 0
  return design.find(({ covered }) => covered.has(code))
}

/** A text without the letters that no font of a face has. */
export function drawable(text: string, face: FaceName, faces: Faces): string {
  const isCovered = (letter: string) => faces[face].some((design) => cutFor(letter, design))
  return [...text].filter(isCovered).join('').replace(/\s+/g, ' ').trim()
}

/** The runs of a text, its spaces in the font of the word before them. */
export function runsOf(text: string, face: FaceName, faces: Faces): Run[] {
  const runs: Run[] = []
  for (const token of text.split(/( )/)) {
    const last = runs.at(-1)
    const isSpace = token === ' '
    const found =
      isSpace && last?.cut.covered.has(32) ? [{ cut: last.cut, text: token }] : undefined
    for (const run of found ?? splitRuns(token, faces[face])) {
      const before = runs.at(-1)
      if (before?.cut === run.cut) before.text += run.text
      else runs.push({ ...run })
    }
  }
  return runs
}

export function widthOfRun(run: Run, { size, tracking = 0 }: Setting): number {
  return (widthOf(run) + tracking * [...run.text].length) * size
}

/** The width of a run at the size of one. */
function widthOf({ cut, text }: Run): number {
  const known = cut.widths.get(text)
  if (known !== undefined) return known
  const { advanceWidth } = cut.font.layout(text, FEATURES)
  const width = (advanceWidth / cut.font.unitsPerEm) * cut.scale
  cut.widths.set(text, width)
  return width
}
