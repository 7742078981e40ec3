import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import { CUTS, type Face, FONTS, type LookFonts } from '../packages/reward-codes/styles/fonts.ts'

// Cuts the fonts of the looks (packages/reward-codes/styles/fonts.ts): a file for each face and script.

/** The folders of the sources. Two files are ours: docs/dependencies.md says what differs. */
const SOURCES: Record<string, string> = {
  'instrument-sans': join(import.meta.dirname, 'fonts'),
  newsreader: filesOf(import.meta.resolve('@fontsource-variable/newsreader/package.json')),
  'jetbrains-mono': filesOf(
    import.meta.resolve('@fontsource-variable/jetbrains-mono/package.json'),
  ),
}
const OUT = join(import.meta.dirname, '../packages/reward-codes/styles/fonts')

/** The letters of `basic` that are in the source of extended Latin. Every other cut is from one source. */
const EXTENDED = codesOf('U+100-130, U+132-151, U+154-17f, U+218-21b')

for (const look of Object.values(FONTS)) {
  for (const face of look.faces) await cutFace(look, face)
}

function filesOf(packageFile: string): string {
  return join(dirname(fileURLToPath(packageFile)), 'files')
}

async function cutFace(look: LookFonts, face: Face) {
  for (const [name, letters] of Object.entries(CUTS)) {
    const codes = codesOf(letters)
    const isExtended = (code: number) => name === 'latin-ext' || EXTENDED.includes(code)
    const parts = {
      latin: codes.filter((code) => !isExtended(code)),
      'latin-ext': codes.filter(isExtended),
    }
    const fonts: Buffer[] = []
    for (const [part, codes] of Object.entries(parts)) {
      if (codes.length > 0) fonts.push(await instanceOf(look, face, part, codes))
    }
    // The second pass drops lookups whose letters the first has dropped, and STAT, which describes the axes of a
    // variable font.
    const cut = await subsetFont(merge(fonts), textOf(codes), {
      noLayoutClosure: !face.hasAlternates,
      targetFormat: 'woff2',
      dropTables: ['STAT'],
    })
    writeFileSync(join(OUT, `${face.file}-${name}.woff2`), cut)
  }
}

/** Letters of one source in the axes of a face. */
function instanceOf({ source, axis }: LookFonts, face: Face, part: string, codes: number[]) {
  const body = readFileSync(join(SOURCES[source] ?? '', `${source}-${part}-${axis}-normal.woff2`))
  return subsetFont(body, textOf(codes), {
    variationAxes: face.axes,
    noLayoutClosure: !face.hasAlternates,
    targetFormat: 'truetype',
  })
}

/** One font of several. */
function merge([first, ...others]: Buffer[]): Buffer {
  if (!first) throw new Error('There is no font.')
  if (others.length === 0) return first
  const folder = mkdtempSync(join(tmpdir(), 'fonts-'))
  const files = [first, ...others].map((font, index) => {
    const file = join(folder, `${index}.ttf`)
    writeFileSync(file, font)
    return file
  })
  const merged = join(folder, 'merged.ttf')
  execFileSync('/usr/bin/python3', [join(import.meta.dirname, 'fonts/merge.py'), merged, ...files])
  const font = readFileSync(merged)
  rmSync(folder, { recursive: true })
  return font
}

/** The code points of a `unicode-range`. */
function codesOf(range: string): number[] {
  return range.split(', ').flatMap((part) => {
    const [first = 0, last = first] = part
      .slice(2)
      .split('-')
      .map((code) => Number.parseInt(code, 16))
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}

function textOf(codes: number[]): string {
  return String.fromCodePoint(...codes)
}
