import type { Look } from '../content/looks.ts'
import { openFont, readFontFile } from '../exports/font-files.ts'
import { LOOK_FONTS, type LookFace, type LookFonts } from '../exports/look-fonts.ts'
import { subsetWoff2 } from '../exports/subset-font.ts'
import { hashedPath, type SiteFile } from './output-file.ts'

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
export async function subsetFonts(text: string, look: Look): Promise<Fonts> {
  const letters = [...new Set(ALWAYS + text)]
  const fonts = LOOK_FONTS[look]
  const faces = [fonts.reading, fonts.display]
  const used = faces.flatMap((face) =>
    SCRIPTS.map((script) => makeFile({ fonts, face, script }, letters)),
  )
  const typed = SCRIPTS.map((script) =>
    makeTypedFile({ fonts, face: fonts.reading, script }, letters),
  )
  const present = (await Promise.all(used)).filter((font) => font !== undefined)
  // Last: if two faces cover a letter, browsers use the later one.
  const later = (await Promise.all(typed)).filter((font) => font !== undefined)
  return {
    css: (base) => [...present, ...later].map(({ css }) => css(base)).join('\n'),
    fallbackCss: faces.flatMap((face) => fallbackCss(fonts, face)).join('\n'),
    files: [...present, ...later].map(({ file }) => file),
    preload: present.map(({ file }) => file.path),
  }
}

type Part = { fonts: LookFonts; face: LookFace; script: string }

async function makeFile(part: Part, letters: string[]) {
  const { face, script } = part
  const { source, covered } = readSource(part)
  const used = letters.filter((letter) => covered.has(letter.codePointAt(0) ?? 0))
  // The second file repeats some characters of the first, such as the space.
  const own = script === 'latin' ? used : used.filter((letter) => letter > '\u00ff')
  if (own.length === 0) return undefined
  const file = await subsetFile(part, source, `${face.name}-${script}`, own)
  return { file, css: faceCss(part, file.path, script === 'latin' ? undefined : own) }
}

async function makeTypedFile(part: Part, letters: string[]) {
  const { face, script } = part
  const { source, covered } = readSource(part)
  const range = Array.from({ length: TYPED.last - TYPED.first + 1 }, (_, i) => TYPED.first + i)
  // The first file also has some letters of the second range, such as Œ.
  const own = range.filter((code) => (script === 'latin') === code <= 0xff)
  const rest = own.map((code) => String.fromCodePoint(code)).filter((it) => !letters.includes(it))
  const present = rest.filter((letter) => covered.has(letter.codePointAt(0) ?? 0))
  if (present.length === 0) return undefined
  const file = await subsetFile(part, source, `${face.name}-typed-${script}`, present)
  // Ranges include the few letters that the font lacks, which makes the list shorter.
  return { file, css: faceCss(part, file.path, rest) }
}

function readSource({ fonts, script }: Part) {
  const file = fonts.source(script)
  return { source: readFontFile(file), covered: new Set(openFont(file).characterSet) }
}

async function subsetFile({ face }: Part, source: Buffer, name: string, letters: string[]) {
  const { axes, hasAlternates = false } = face
  const body = await subsetWoff2(source, letters.join(''), axes, { hasAlternates })
  return { path: hashedPath(`${name}.woff2`, body), body }
}

function faceCss({ fonts, face }: Part, path: string, letters: string[] | undefined) {
  const range = letters && joinRanges(letters.map((letter) => letter.codePointAt(0) ?? 0))
  return (base: string) =>
    [
      `@font-face{font-family:"${face.family}";font-weight:${face.axes.wght};font-display:swap`,
      `src:url(${base}${path}) format("woff2")`,
      ...(fonts.metrics ? [overrides(fonts.metrics)] : []),
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
function fallbackCss(fonts: LookFonts, { family, axes, fallbacks }: LookFace): string[] {
  const font = openFont(fonts.source('latin'))
  const { ascent, descent } = fonts.metrics ?? {
    ascent: font.ascent / font.unitsPerEm,
    descent: -font.descent / font.unitsPerEm,
  }
  return fallbacks.map(({ name, local, scale }) =>
    [
      `@font-face{font-family:"${family} ${name}";font-weight:${axes.wght}`,
      `src:${local.map((font) => `local("${font}")`).join(',')}`,
      `size-adjust:${percent(scale)}`,
      overrides({ ascent: ascent / scale, descent: descent / scale }),
      'line-gap-override:0%}',
    ].join(';'),
  )
}

function overrides({ ascent, descent }: { ascent: number; descent: number }): string {
  return `ascent-override:${percent(ascent)};descent-override:${percent(descent)}`
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`
}
