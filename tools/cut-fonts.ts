import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

// Cuts the fonts of the looks: a file for each face and script, and the styles that name them. After a change of a
// table below, run `node tools/cut-fonts.ts` and commit what it writes.

const OUT = join(import.meta.dirname, '../packages/reward-codes/styles/fonts')

/** The code points that we cut from each source. */
const LETTERS = {
  latin:
    'U+20-7e, U+a0-ff, U+131, U+152-153, U+2bb-2bc, U+2c6, U+2da, U+2dc, U+2013-2014, U+2018-201a, U+201c-201e, U+2022, U+2026, U+2039-203a, U+2044, U+20ac, U+2122, U+2191, U+2193, U+2212, U+2215',
  'latin-ext': 'U+100-151, U+154-17f, U+218-21b, U+1e9e',
}

/** ASCII, the punctuation of texts, and the letters of Central Europe: what most pages need is one file a face. */
const BASIC = codesOf(
  'U+20-7e, U+a0, U+a9, U+ab, U+b7, U+bb, U+c1-c2, U+c4, U+c9, U+cd-ce, U+d3-d4, U+d6, U+da, U+dc-dd, U+df, U+e1-e2, U+e4, U+e9, U+ed-ee, U+f3-f4, U+f6, U+fa, U+fc-fd, U+102-107, U+10c-111, U+118-11b, U+139-13a, U+13d-13e, U+141-144, U+147-148, U+150-151, U+154-155, U+158-15b, U+160-161, U+164-165, U+16e-171, U+179-17e, U+218-21b, U+2013-2014, U+2018-201a, U+201c-201e, U+2026',
)

type Part = keyof typeof LETTERS

/** The files of a face: from which sources, and which code points. Browsers load one with its first letter. */
const CUTS: { name: string; parts: Part[]; codes: number[] }[] = [
  { name: 'basic', parts: ['latin', 'latin-ext'], codes: BASIC },
  { name: 'latin', parts: ['latin'], codes: withoutBasic('latin') },
  { name: 'latin-ext', parts: ['latin-ext'], codes: withoutBasic('latin-ext') },
]

function withoutBasic(part: Part): number[] {
  return codesOf(LETTERS[part]).filter((code) => !BASIC.includes(code))
}

type Face = {
  family: string
  file: string
  axes: { wght: number; wdth?: number; opsz?: number }
  /** Local fonts until the face has loaded, and the `size-adjust` that gives them its width. */
  fallbacks: { name: string; local: string[]; scale: number }[]
  /** Whether text in this face has tabular figures. Alternates take half of some fonts. */
  hasAlternates?: true
}

type Look = {
  /** The name that its files begin with, and their folder. */
  source: string
  folder: string
  axis: string
  faces: Face[]
  /** Ascent and descent in em. Where they are not the font's own, capitals are in the middle of their line. */
  metrics: { ascent: number; descent: number; isOwn?: true }
}

// A scale is the width of a paragraph in the face over its width in Liberation Sans, Serif or Mono, which are
// metric-compatible with Arial, Times New Roman and Courier New, or in Roboto, which is as wide as Arial but not
// in bold.
const SANS = ['Arial', 'Liberation Sans', 'Helvetica', 'Roboto']
const SANS_BOLD = ['Arial Bold', 'Liberation Sans Bold', 'Helvetica Bold']
const SERIF = ['Times New Roman', 'Liberation Serif', 'Times', 'Noto Serif']
const MONO = ['Courier New', 'Liberation Mono', 'Menlo', 'Roboto Mono', 'DejaVu Sans Mono']
const MONO_BOLD = ['Courier New Bold', 'Liberation Mono Bold', 'Menlo Bold', ...MONO]

const LOOKS: Record<string, Look> = {
  index: {
    source: 'instrument-sans',
    // Two files of ours: docs/dependencies.md says what differs.
    folder: join(import.meta.dirname, 'fonts'),
    axis: 'wdth',
    metrics: { ascent: 0.97, descent: 0.25, isOwn: true },
    faces: [
      {
        family: 'Instrument Sans',
        file: 'instrument-sans',
        axes: { wght: 400, wdth: 100 },
        hasAlternates: true,
        fallbacks: [{ name: 'Fallback', local: SANS, scale: 1.023 }],
      },
      {
        family: 'Instrument Sans Narrow',
        file: 'instrument-sans-narrow',
        axes: { wght: 600, wdth: 82 },
        fallbacks: [
          { name: 'Fallback', local: SANS_BOLD, scale: 0.798 },
          { name: 'Android', local: ['Roboto Bold', 'Roboto'], scale: 0.85 },
        ],
      },
    ],
  },
  editorial: {
    source: 'newsreader',
    folder: filesOf(import.meta.resolve('@fontsource-variable/newsreader/package.json')),
    axis: 'opsz',
    metrics: { ascent: 0.85, descent: 0.15 },
    faces: [
      {
        family: 'Newsreader',
        file: 'newsreader',
        axes: { wght: 400, opsz: 16 },
        fallbacks: [{ name: 'Fallback', local: SERIF, scale: 1.047 }],
      },
      {
        family: 'Newsreader Display',
        file: 'newsreader-display',
        axes: { wght: 500, opsz: 72 },
        fallbacks: [{ name: 'Fallback', local: SERIF, scale: 1.133 }],
      },
    ],
  },
  terminal: {
    source: 'jetbrains-mono',
    folder: filesOf(import.meta.resolve('@fontsource-variable/jetbrains-mono/package.json')),
    axis: 'wght',
    metrics: { ascent: 0.885, descent: 0.165 },
    faces: [
      {
        family: 'JetBrains Mono',
        file: 'jetbrains-mono',
        axes: { wght: 400 },
        fallbacks: [{ name: 'Fallback', local: MONO, scale: 1 }],
      },
      {
        family: 'JetBrains Mono Bold',
        file: 'jetbrains-mono-bold',
        axes: { wght: 700 },
        fallbacks: [{ name: 'Fallback', local: MONO_BOLD, scale: 1 }],
      },
    ],
  },
}

mkdirSync(OUT, { recursive: true })
for (const [name, look] of Object.entries(LOOKS)) {
  const faces = await Promise.all(look.faces.map((face) => cutFace(look, face)))
  writeStyles(name, [...faces, [tokensOf(look)]])
  const fallbacks = look.faces.map((face) => fallbacksOf(look, face))
  writeStyles(`fallback-${name}`, fallbacks)
}

/** The fonts are loaded after the page (boot.ts). Without scripts, they are loaded with it. */
function tokensOf({ faces: [body, display] }: Look): string {
  return [
    ':where(:root[data-loaded], :root:not([data-scripted])) {',
    `  --font-body: "${body?.family}", var(--font-fallback);`,
    `  --font-display: "${display?.family}", var(--font-display-fallback);`,
    '}',
  ].join('\n')
}

function writeStyles(name: string, rules: string[][]) {
  const css = rules.flat().join('\n\n')
  writeFileSync(join(OUT, `${name}.css`), `/* Written by tools/cut-fonts.ts. */\n\n${css}\n`)
}

/** Writes the files of a face, and returns their rules. */
async function cutFace(look: Look, face: Face): Promise<string[]> {
  const rules: string[] = []
  for (const { name, parts, codes } of CUTS) {
    const fonts: Buffer[] = []
    for (const part of parts) fonts.push(await instanceOf(look, face, part, codes))
    // The second pass drops lookups whose letters the first has dropped, and STAT, which describes the axes of a
    // variable font.
    const cut = await subsetFont(merge(fonts), textOf(codes), {
      noLayoutClosure: !face.hasAlternates,
      targetFormat: 'woff2',
      dropTables: ['STAT'],
    })
    writeFileSync(join(OUT, `${face.file}-${name}.woff2`), cut)
    rules.push(
      rule({
        'font-family': `"${face.family}"`,
        'font-weight': face.axes.wght,
        'font-display': 'swap',
        src: `url("./${face.file}-${name}.woff2") format("woff2")`,
        'unicode-range': rangeOf(codes),
        ...(look.metrics.isOwn ? {} : overrides(look.metrics)),
      }),
    )
  }
  return rules
}

function filesOf(manifest: string): string {
  return join(dirname(fileURLToPath(manifest)), 'files')
}

/** The letters of one source in the axes of a face. */
function instanceOf({ folder, source, axis }: Look, face: Face, part: Part, codes: number[]) {
  const body = readFileSync(join(folder, `${source}-${part}-${axis}-normal.woff2`))
  const available = codesOf(LETTERS[part])
  const letters = textOf(codes.filter((code) => available.includes(code)))
  return subsetFont(body, letters, {
    variationAxes: face.axes,
    noLayoutClosure: !face.hasAlternates,
    targetFormat: 'truetype',
  })
}

/** One font of several. Debian's package `fonttools` has the program. */
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
  execFileSync('pyftmerge', [`--output-file=${merged}`, '--drop-tables=STAT', ...files])
  const font = readFileSync(merged)
  rmSync(folder, { recursive: true })
  return font
}

/** Local fonts with the metrics of the face, so that nothing shifts when it has loaded. */
function fallbacksOf({ metrics: { ascent, descent } }: Look, { family, axes, fallbacks }: Face) {
  return fallbacks.map(({ name, local, scale }) =>
    rule({
      'font-family': `"${family} ${name}"`,
      'font-weight': axes.wght,
      src: local.map((font) => `local("${font}")`).join(', '),
      'size-adjust': percent(scale),
      ...overrides({ ascent: ascent / scale, descent: descent / scale }),
      'line-gap-override': '0%',
    }),
  )
}

function overrides({ ascent, descent }: { ascent: number; descent: number }) {
  return { 'ascent-override': percent(ascent), 'descent-override': percent(descent) }
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`
}

function rule(declarations: Record<string, string | number>): string {
  const lines = Object.entries(declarations).map(([name, value]) => `  ${name}: ${value};`)
  return `@font-face {\n${lines.join('\n')}\n}`
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

function rangeOf(codes: number[]): string {
  const hex = (code: number) => code.toString(16)
  const isInside = (code: number) => codes.includes(code - 1) && codes.includes(code + 1)
  const ends = codes.filter((code) => !isInside(code))
  const parts = ends.map((code, index) => {
    const isStart = !codes.includes(code - 1)
    if (!isStart) return ''
    const last = codes.includes(code + 1) ? ends[index + 1] : undefined
    return last === undefined ? `U+${hex(code)}` : `U+${hex(code)}-${hex(last)}`
  })
  return parts.filter(Boolean).join(', ')
}

function textOf(codes: number[]): string {
  return String.fromCodePoint(...codes)
}
