import { join } from 'node:path'
import type { Look } from '../content/schema/looks.ts'
import { PACKAGE_FOLDER } from '../folders.ts'

export type Face = {
  family: string
  file: string
  axes: { wght: number; wdth?: number; opsz?: number }
  /** Local fonts until the face has loaded, and the `size-adjust` that gives them its width. */
  fallbacks: { name: string; local: string[]; scale: number }[]
  /** Whether text in this face has tabular figures. Alternates take half of some fonts. */
  hasAlternates?: true
}

export type LookFonts = {
  /** The variable font of which tools/cut-fonts.ts makes them, and its axis beside the weight. */
  source: string
  axis: string
  /** The face of texts and the face of headings. */
  faces: [Face, Face]
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

/** The fonts of each look. After a change, run `node tools/cut-fonts.ts` and commit the fonts that it writes. */
export const FONTS: Record<Look, LookFonts> = {
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

/**
 * The files of a face, and their letters: ASCII, the punctuation of texts and the letters of Central Europe, which is what
 * most pages need, the rest of Latin, and the rest of extended Latin. Browsers load a file with its first letter.
 */
export const CUTS = {
  basic:
    'U+20-7e, U+a0, U+a9, U+ab, U+b7, U+bb, U+c1-c2, U+c4, U+c9, U+cd-ce, U+d3-d4, U+d6, U+da, U+dc-dd, U+df, U+e1-e2, U+e4, U+e9, U+ed-ee, U+f3-f4, U+f6, U+fa, U+fc-fd, U+102-107, U+10c-111, U+118-11b, U+139-13a, U+13d-13e, U+141-144, U+147-148, U+150-151, U+154-155, U+158-15b, U+160-161, U+164-165, U+16e-171, U+179-17e, U+218-21b, U+2013-2014, U+2018-201a, U+201c-201e, U+2026',
  latin:
    'U+a1-a8, U+aa, U+ac-b6, U+b8-ba, U+bc-c0, U+c3, U+c5-c8, U+ca-cc, U+cf-d2, U+d5, U+d7-d9, U+db, U+de, U+e0, U+e3, U+e5-e8, U+ea-ec, U+ef-f2, U+f5, U+f7-f9, U+fb, U+fe-ff, U+131, U+152-153, U+2bb-2bc, U+2c6, U+2da, U+2dc, U+2022, U+2039-203a, U+2044, U+20ac, U+2122, U+2191, U+2193, U+2212, U+2215',
  'latin-ext':
    'U+100-101, U+108-10b, U+112-117, U+11c-138, U+13b-13c, U+13f-140, U+145-146, U+149-14f, U+156-157, U+15c-15f, U+162-163, U+166-16d, U+172-178, U+17f, U+1e9e',
}

/** The fonts of a look, loaded after the page (boot.ts). Without scripts, they are loaded with it. */
export function fontStyles(look: Look): string {
  const { faces, metrics } = FONTS[look]
  const rules = faces.flatMap(({ family, file, axes }) =>
    Object.entries(CUTS).map(([cut, letters]) =>
      rule({
        'font-family': `"${family}"`,
        'font-weight': axes.wght,
        'font-display': 'swap',
        src: `url(${JSON.stringify(join(PACKAGE_FOLDER, `styles/fonts/${file}-${cut}.woff2`))}) format("woff2")`,
        'unicode-range': letters,
        ...(metrics.isOwn ? {} : overrides(metrics)),
      }),
    ),
  )
  const [body, display] = faces
  return `@layer late;
${rules.join('\n')}
:where(:root[data-loaded], :root:not([data-scripted])) {
  --font-body: "${body.family}", var(--font-fallback);
  --font-display: "${display.family}", var(--font-display-fallback);
}`
}

/** Local fonts with the metrics of the faces of a look, so that nothing shifts when these have loaded. */
export function fallbackStyles(look: Look): string {
  const { faces, metrics } = FONTS[look]
  const rules = faces.flatMap(({ family, axes, fallbacks }) =>
    fallbacks.map(({ name, local, scale }) =>
      rule({
        'font-family': `"${family} ${name}"`,
        'font-weight': axes.wght,
        src: local.map((font) => `local("${font}")`).join(', '),
        'size-adjust': percent(scale),
        ...overrides({ ascent: metrics.ascent / scale, descent: metrics.descent / scale }),
        'line-gap-override': '0%',
      }),
    ),
  )
  return rules.join('\n')
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
