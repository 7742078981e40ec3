import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'

// Cuts the fonts of the looks: a file for each face and script, and the styles that name them. After a change of a
// table below, run `node tools/cut-fonts.ts` and commit what it writes.

const SOURCES = join(import.meta.dirname, 'fonts')
const OUT = join(import.meta.dirname, '../packages/reward-codes/styles/fonts')

/** The files of a face: from which source, and which code points. Browsers load one with its first letter. */
const CUTS = [
  {
    name: 'basic',
    source: 'latin',
    // ASCII and the punctuation of texts, which are on every page.
    range: 'U+20-7e, U+a0, U+ab, U+b7, U+bb, U+2013-2014, U+2018-201a, U+201c-201e, U+2026',
  },
  {
    name: 'latin',
    source: 'latin',
    range:
      'U+a1-aa, U+ac-b6, U+b8-ba, U+bc-ff, U+131, U+152-153, U+2bb-2bc, U+2c6, U+2da, U+2dc, U+2022, U+2039-203a, U+2044, U+20ac, U+2122, U+2191, U+2193, U+2212, U+2215',
  },
  {
    name: 'latin-ext',
    source: 'latin-ext',
    range: 'U+100-130, U+132-151, U+154-17f, U+218-21b, U+1e9e',
  },
]

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
  source: string
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
  const rules = look.faces.map(async (face) => [
    ...(await cutFace(look, face)),
    ...fallbacksOf(look, face),
  ])
  const css = (await Promise.all(rules)).flat().join('\n\n')
  writeFileSync(join(OUT, `${name}.css`), `/* Written by tools/cut-fonts.ts. */\n\n${css}\n`)
}

/** Writes the files of a face, and returns their rules. */
function cutFace({ source, axis, metrics }: Look, { family, file, axes, hasAlternates }: Face) {
  return Promise.all(
    CUTS.map(async ({ name, source: part, range }) => {
      const body = readFileSync(join(SOURCES, `${source}-${part}-${axis}-normal.woff2`))
      const letters = String.fromCodePoint(...codesOf(range))
      const options = { variationAxes: axes, noLayoutClosure: !hasAlternates }
      // The first pass keeps lookups whose letters it drops. The second drops them too, and STAT, which
      // describes the axes of a variable font.
      const instance = await subsetFont(body, letters, { ...options, targetFormat: 'truetype' })
      const cut = await subsetFont(instance, letters, {
        noLayoutClosure: !hasAlternates,
        targetFormat: 'woff2',
        dropTables: ['STAT'],
      })
      writeFileSync(join(OUT, `${file}-${name}.woff2`), cut)
      return rule({
        'font-family': `"${family}"`,
        'font-weight': axes.wght,
        'font-display': 'swap',
        src: `url("./${file}-${name}.woff2") format("woff2")`,
        'unicode-range': range,
        ...(metrics.isOwn ? {} : overrides(metrics)),
      })
    }),
  )
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
