import { openFont, readFontFile } from '../content/resume-fonts.ts'
import { subsetWoff2 } from '../exports/subset-font.ts'
import { hashedPath, type SiteFile } from './output-file.ts'

const FILES = '@fontsource-variable/instrument-sans/files/instrument-sans'

type Face = {
  family: string
  name: string
  weight: number
  width: number
  /** Whether text in this face has tabular figures. Letter spacing disables ligatures anyway. */
  hasAlternates: boolean
  /** Local fonts, and the `size-adjust` that gives them the width of the web font. */
  fallbacks: { name: string; local: string[]; scale: number }[]
}

// The scale is the width of a paragraph in the face over its width in Liberation Sans, which is
// metric-compatible with Arial, or in Roboto, which is as wide as Arial but not in bold. One file
// with both axes is 41 kB for ASCII, these two are 23 kB.
const FACES: Face[] = [
  {
    family: 'Instrument Sans',
    name: 'reading',
    weight: 400,
    width: 100,
    hasAlternates: true,
    fallbacks: [
      {
        name: 'Fallback',
        local: ['Arial', 'Liberation Sans', 'Helvetica', 'Roboto'],
        scale: 1.023,
      },
    ],
  },
  {
    family: 'Instrument Sans Narrow',
    name: 'narrow',
    weight: 600,
    width: 82,
    hasAlternates: false,
    fallbacks: [
      {
        name: 'Fallback',
        local: ['Arial Bold', 'Liberation Sans Bold', 'Helvetica Bold'],
        scale: 0.798,
      },
      { name: 'Android', local: ['Roboto Bold', 'Roboto'], scale: 0.85 },
    ],
  },
]

const SCRIPTS = ['latin', 'latin-ext']

/** Printable ASCII: visitors may type it and browsers may show it, whatever the content is. */
const ALWAYS = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('')

/** Code points of other Latin letters that a visitor may type into the form. */
const TYPED = { first: 0xa1, last: 0x17f }

export type Fonts = {
  /** The @font-face rules, with URLs relative to `base`. */
  css: (base: string) => string
  /** The @font-face rules of the fallback fonts. */
  fallbackCss: string
  files: SiteFile[]
  /** Paths of the files to preload. */
  preload: string[]
}

/**
 * Subsets the two faces of the page to the letters that it uses. Letters that only a visitor may
 * type are separate files, which browsers load by `unicode-range` with the first such letter.
 */
export async function subsetFonts(text: string): Promise<Fonts> {
  const letters = [...new Set(ALWAYS + text)]
  const [reading] = FACES
  const used = FACES.flatMap((face) => SCRIPTS.map((script) => makeFile(face, script, letters)))
  const typed = SCRIPTS.map((script) => reading && makeTypedFile(reading, script, letters))
  const present = (await Promise.all(used)).filter((font) => font !== undefined)
  // Last: if two faces cover a letter, browsers use the later one.
  const later = (await Promise.all(typed)).filter((font) => font !== undefined)
  return {
    css: (base) => [...present, ...later].map(({ css }) => css(base)).join('\n'),
    fallbackCss: FACES.flatMap(fallbackCss).join('\n'),
    files: [...present, ...later].map(({ file }) => file),
    preload: present.map(({ file }) => file.path),
  }
}

async function makeFile(face: Face, script: string, letters: string[]) {
  const { source, covered } = readSource(script)
  const used = letters.filter((letter) => covered.has(letter.codePointAt(0) ?? 0))
  // The second file repeats some characters of the first, such as the space.
  const own = script === 'latin' ? used : used.filter((letter) => letter > '\u00ff')
  if (own.length === 0) return undefined
  const file = await subsetFile(face, source, `${face.name}-${script}`, own)
  return { file, css: faceCss(face, file.path, script === 'latin' ? undefined : own) }
}

async function makeTypedFile(face: Face, script: string, letters: string[]) {
  const { source, covered } = readSource(script)
  const range = Array.from({ length: TYPED.last - TYPED.first + 1 }, (_, i) => TYPED.first + i)
  // The first file also has some letters of the second range, such as Œ.
  const own = range.filter((code) => (script === 'latin') === code <= 0xff)
  const rest = own.map((code) => String.fromCodePoint(code)).filter((it) => !letters.includes(it))
  const present = rest.filter((letter) => covered.has(letter.codePointAt(0) ?? 0))
  if (present.length === 0) return undefined
  const file = await subsetFile(face, source, `${face.name}-typed-${script}`, present)
  // Ranges include the few letters that the font lacks, which makes the list shorter.
  return { file, css: faceCss(face, file.path, rest) }
}

function readSource(script: string) {
  const file = `${FILES}-${script}-wdth-normal.woff2`
  return { source: readFontFile(file), covered: new Set(openFont(file).characterSet) }
}

async function subsetFile(
  { weight, width, hasAlternates }: Face,
  source: Buffer,
  name: string,
  letters: string[],
) {
  const body = await subsetWoff2(
    source,
    letters.join(''),
    { wght: weight, wdth: width },
    { hasAlternates },
  )
  return { path: hashedPath(`${name}.woff2`, body), body }
}

function faceCss(face: Face, path: string, letters: string[] | undefined) {
  const range = letters && joinRanges(letters.map((letter) => letter.codePointAt(0) ?? 0))
  return (base: string) =>
    [
      `@font-face{font-family:"${face.family}";font-weight:${face.weight};font-display:swap`,
      `src:url(${base}${path}) format("woff2")`,
      ...(range ? [`unicode-range:${range}}`] : ['}']),
    ].join(';')
}

/** Formats code points for `unicode-range`, with consecutive ones merged. */
function joinRanges(codes: number[]): string {
  const hex = (code: number) => code.toString(16)
  const sorted = codes.toSorted((one, other) => one - other)
  const starts = sorted.filter((code, index) => sorted[index - 1] !== code - 1)
  return starts
    .map((start) => {
      const end = sorted.find((code) => code >= start && !sorted.includes(code + 1)) ?? start
      return end === start ? `U+${hex(start)}` : `U+${hex(start)}-${hex(end)}`
    })
    .join(',')
}

/** A fallback with the metrics of the web font, so loading the font causes no layout shift. */
function fallbackCss({ family, weight, fallbacks }: Face): string[] {
  const { ascent, descent, unitsPerEm } = openFont(`${FILES}-latin-wdth-normal.woff2`)
  const percent = (share: number) => `${(share * 100).toFixed(1)}%`
  return fallbacks.map(({ name, local, scale }) =>
    [
      `@font-face{font-family:"${family} ${name}";font-weight:${weight}`,
      `src:${local.map((font) => `local("${font}")`).join(',')}`,
      `size-adjust:${percent(scale)}`,
      `ascent-override:${percent(ascent / unitsPerEm / scale)}`,
      `descent-override:${percent(-descent / unitsPerEm / scale)}`,
      'line-gap-override:0%}',
    ].join(';'),
  )
}
