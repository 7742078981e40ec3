import { cutWebFont } from '../artifacts/cut-font.ts'
import { openFont, readFontFile } from '../content/resume-fonts.ts'
import { hashedPath, type SiteFile } from './site-file.ts'

const FILES = '@fontsource-variable/instrument-sans/files/instrument-sans'

type Face = {
  family: string
  name: string
  weight: number
  width: number
  display: 'optional' | 'swap'
  /** A font that machines have, and how much wider it must be set to take the same room. */
  fallback: { local: string[]; scale: number }
}

// The scale is the width of a paragraph in the face over its width in Liberation Sans, which is
// metric-compatible with Arial. One file with both axes is 41 kB for ASCII, these two are 23 kB.
const FACES: Face[] = [
  {
    family: 'Instrument Sans',
    name: 'reading',
    weight: 400,
    width: 100,
    // Words in a row move when their widths change, so a late font is left for the next visit.
    display: 'optional',
    fallback: { local: ['Arial', 'Liberation Sans', 'Helvetica'], scale: 1.023 },
  },
  {
    family: 'Instrument Sans Narrow',
    name: 'narrow',
    weight: 600,
    width: 82,
    // Headings stand alone: nothing moves when their font comes, and they carry the look.
    display: 'swap',
    fallback: { local: ['Arial Bold', 'Liberation Sans Bold', 'Helvetica Bold'], scale: 0.798 },
  },
]

const SCRIPTS = ['latin', 'latin-ext']

/** Letters that a visitor may type or a browser may show, whatever the content says. */
const ALWAYS = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('')

/** The letters of Latin languages that a visitor may type into the form. */
const TYPED = { first: 0xa1, last: 0x17f }

export type Fonts = {
  /** The styles, for a page that sees the site at this address. */
  css: (base: string) => string
  files: SiteFile[]
  /** The addresses of those that every view needs. */
  preload: string[]
}

/**
 * The two faces of the page, holding just the letters that it uses. What a visitor types beyond
 * them is a file of its own, which a browser fetches with the first such letter.
 */
export async function makeFonts(text: string): Promise<Fonts> {
  const letters = [...new Set(ALWAYS + text)]
  const [reading] = FACES
  const used = FACES.flatMap((face) => SCRIPTS.map((script) => makeFile(face, script, letters)))
  const typed = SCRIPTS.map((script) => reading && makeTypedFile(reading, script, letters))
  const present = (await Promise.all(used)).filter((font) => font !== undefined)
  // Last, because of two faces that both claim a letter browsers take the later one.
  const later = (await Promise.all(typed)).filter((font) => font !== undefined)
  const fallbacks = FACES.map(fallbackCss)
  return {
    css: (base) => [...[...present, ...later].map(({ css }) => css(base)), ...fallbacks].join('\n'),
    files: [...present, ...later].map(({ file }) => file),
    preload: present.map(({ file }) => file.path),
  }
}

async function makeFile(face: Face, script: string, letters: string[]) {
  const { source, covered } = readSource(script)
  const used = letters.filter((letter) => covered.has(letter.codePointAt(0) ?? 0))
  // The second file repeats some signs of the first, such as the space.
  const own = script === 'latin' ? used : used.filter((letter) => letter > '\u00ff')
  if (own.length === 0) return undefined
  const file = await cutFile(face, source, `${face.name}-${script}`, own)
  return { file, css: faceCss(face, file.path, script === 'latin' ? undefined : own) }
}

async function makeTypedFile(face: Face, script: string, letters: string[]) {
  const { source, covered } = readSource(script)
  const range = Array.from({ length: TYPED.last - TYPED.first + 1 }, (_, i) => TYPED.first + i)
  const all = range.filter((code) => covered.has(code)).map((code) => String.fromCodePoint(code))
  // The first file has some letters of the second range, such as Œ.
  const own = all.filter((letter) => (script === 'latin') === letter <= '\u00ff')
  const rest = own.filter((letter) => !letters.includes(letter))
  if (rest.length === 0) return undefined
  const file = await cutFile(face, source, `${face.name}-typed-${script}`, rest)
  return { file, css: faceCss({ ...face, display: 'swap' }, file.path, rest) }
}

function readSource(script: string) {
  const file = `${FILES}-${script}-wdth-normal.woff2`
  return { source: readFontFile(file), covered: new Set(openFont(file).characterSet) }
}

async function cutFile({ weight, width }: Face, source: Buffer, name: string, letters: string[]) {
  const body = await cutWebFont(source, letters.join(''), { wght: weight, wdth: width })
  return { path: hashedPath(`${name}.woff2`, body), body }
}

function faceCss(face: Face, path: string, letters: string[] | undefined) {
  const range = letters && joinRanges(letters.map((letter) => letter.codePointAt(0) ?? 0))
  return (base: string) =>
    [
      `@font-face{font-family:"${face.family}";font-weight:${face.weight};font-display:${face.display}`,
      `src:url(${base}${path}) format("woff2")`,
      ...(range ? [`unicode-range:${range}}`] : ['}']),
    ].join(';')
}

/** Letters as `unicode-range` has them, neighbours as one span. */
function joinRanges(codes: number[]): string {
  const hex = (code: number) => code.toString(16)
  const sorted = codes.toSorted((one, other) => one - other)
  const starts = sorted.filter((code, place) => sorted[place - 1] !== code - 1)
  return starts
    .map((start) => {
      const end = sorted.find((code) => code >= start && !sorted.includes(code + 1)) ?? start
      return end === start ? `U+${hex(start)}` : `U+${hex(start)}-${hex(end)}`
    })
    .join(',')
}

/** Stands in until the font has come, in the same room, so that nothing moves when it does. */
function fallbackCss({ family, weight, fallback }: Face): string {
  const { ascent, descent, unitsPerEm } = openFont(`${FILES}-latin-wdth-normal.woff2`)
  const percent = (share: number) => `${(share * 100).toFixed(1)}%`
  return [
    `@font-face{font-family:"${family} Fallback";font-weight:${weight}`,
    `src:${fallback.local.map((local) => `local("${local}")`).join(',')}`,
    `size-adjust:${percent(fallback.scale)}`,
    `ascent-override:${percent(ascent / unitsPerEm / fallback.scale)}`,
    `descent-override:${percent(-descent / unitsPerEm / fallback.scale)}`,
    'line-gap-override:0%}',
  ].join(';')
}
