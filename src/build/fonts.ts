import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as fontkit from 'fontkit'
import subsetFont from 'subset-font'
import { hashedPath, type SiteFile } from './pictures.ts'

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

export type Fonts = { css: string; files: SiteFile[] }

/** The two faces of the page, holding just the letters that it uses. */
export async function makeFonts(text: string): Promise<Fonts> {
  const letters = new Set(ALWAYS + text)
  const made = await Promise.all(
    FACES.flatMap((face) => SCRIPTS.map((script) => makeFile(face, script, letters))),
  )
  const present = made.filter((font) => font !== undefined)
  return {
    css: [...present.map(({ css }) => css), ...FACES.map(fallbackCss)].join('\n'),
    files: present.map(({ file }) => file),
  }
}

async function makeFile(face: Face, script: string, letters: Set<string>) {
  const source = readFileSync(resolve(`${FILES}-${script}-wdth-normal.woff2`))
  const covered = new Set(openFont(source).characterSet)
  const used = [...letters].filter((letter) => covered.has(letter.codePointAt(0) ?? 0))
  // The second file repeats some signs of the first, such as the space.
  const own = script === 'latin' ? used : used.filter((letter) => letter > '\u00ff')
  if (own.length === 0) return undefined
  const body = await subsetFont(source, own.join(''), {
    targetFormat: 'woff2',
    variationAxes: { wght: face.weight, wdth: face.width },
  })
  const path = hashedPath(`${face.name}-${script}.woff2`, body)
  return { file: { path, body }, css: faceCss(face, path, script === 'latin' ? undefined : own) }
}

function faceCss(face: Face, path: string, letters: string[] | undefined): string {
  const range = letters?.map((letter) => `U+${letter.codePointAt(0)?.toString(16)}`).join(',')
  return [
    `@font-face{font-family:"${face.family}";font-weight:${face.weight};font-display:${face.display}`,
    `src:url(${path}) format("woff2")`,
    ...(range ? [`unicode-range:${range}}`] : ['}']),
  ].join(';')
}

/** Stands in until the font has come, in the same room, so that nothing moves when it does. */
function fallbackCss({ family, weight, fallback }: Face): string {
  const { ascent, descent, unitsPerEm } = openFont(
    readFileSync(resolve(`${FILES}-latin-wdth-normal.woff2`)),
  )
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

export function openFont(source: Buffer): fontkit.Font {
  const font = fontkit.create(source)
  if (!('characterSet' in font)) throw new Error('Expected one font in the file, not a collection.')
  return font
}

function resolve(file: string): string {
  return createRequire(import.meta.url).resolve(file)
}
