import type { Look } from '../content/looks.ts'
import type { FaceName } from './font-files.ts'

/** One face of a look: an instance of a variable font, and local fonts until it has loaded. */
export type LookFace = {
  /** The face in drawings (font-faces.ts). */
  face: FaceName
  /** The family in the styles of the look. */
  family: string
  /** The prefix of the names of its files on the page. */
  name: string
  axes: Axes
  /** Whether text in this face has tabular figures. Alternates take half of some fonts. */
  hasAlternates?: true
  /** Local fonts, and the `size-adjust` that gives them the width of the web font. */
  fallbacks: { name: string; local: string[]; scale: number }[]
}

export type Axes = { wght: number; wdth?: number; opsz?: number }

export type LookFonts = {
  /** The name of the font file for a script such as latin-ext. */
  source: (script: string) => string
  reading: LookFace
  display: LookFace
  /** The letter spacing of the display face, in em, as in the look's styles. */
  tracking: number
  /** The width of the caret with its distance, in em, as in the look's styles. */
  caret: number
  /** The smallest `--text-hero` of the look, in rem. */
  smallestHero: number
  /** Ascent and descent over the font's own: capitals in the middle of their line, which they do not leave. */
  metrics?: { ascent: number; descent: number }
}

// A scale is the width of a paragraph in the face over its width in Liberation Sans, Serif or Mono, which are
// metric-compatible with Arial, Times New Roman and Courier New, or in Roboto, which is as wide as Arial but not
// in bold. One file of Instrument Sans with both axes is 41 kB for ASCII, its two instances are 23 kB.
const SANS = ['Arial', 'Liberation Sans', 'Helvetica', 'Roboto']
const SANS_BOLD = ['Arial Bold', 'Liberation Sans Bold', 'Helvetica Bold']
const SERIF = ['Times New Roman', 'Liberation Serif', 'Times', 'Noto Serif']
const MONO = ['Courier New', 'Liberation Mono', 'Menlo', 'Roboto Mono', 'DejaVu Sans Mono']
const MONO_BOLD = ['Courier New Bold', 'Liberation Mono Bold', 'Menlo Bold', ...MONO]

const variable = (font: string, axis: string) => (script: string) =>
  `${font}-${script}-${axis}-normal.woff2`

export const LOOK_FONTS: Record<Look, LookFonts> = {
  index: {
    source: variable('instrument-sans', 'wdth'),
    reading: {
      face: 'reading',
      family: 'Instrument Sans',
      name: 'reading',
      axes: { wght: 400, wdth: 100 },
      hasAlternates: true,
      fallbacks: [{ name: 'Fallback', local: SANS, scale: 1.023 }],
    },
    display: {
      face: 'narrow',
      family: 'Instrument Sans Narrow',
      name: 'narrow',
      axes: { wght: 600, wdth: 82 },
      fallbacks: [
        { name: 'Fallback', local: SANS_BOLD, scale: 0.798 },
        { name: 'Android', local: ['Roboto Bold', 'Roboto'], scale: 0.85 },
      ],
    },
    tracking: -0.022,
    caret: 0.16,
    smallestHero: 2.625,
  },
  editorial: {
    source: variable('newsreader', 'opsz'),
    reading: {
      face: 'serif',
      family: 'Newsreader',
      name: 'reading',
      axes: { wght: 400, opsz: 16 },
      fallbacks: [{ name: 'Fallback', local: SERIF, scale: 1.047 }],
    },
    display: {
      face: 'serifDisplay',
      family: 'Newsreader Display',
      name: 'display',
      axes: { wght: 500, opsz: 72 },
      fallbacks: [{ name: 'Fallback', local: SERIF, scale: 1.133 }],
    },
    tracking: -0.03,
    caret: 0.16,
    smallestHero: 2.125,
    metrics: { ascent: 0.85, descent: 0.15 },
  },
  terminal: {
    source: variable('jetbrains-mono', 'wght'),
    reading: {
      face: 'mono',
      family: 'JetBrains Mono',
      name: 'reading',
      axes: { wght: 400 },
      fallbacks: [{ name: 'Fallback', local: MONO, scale: 1 }],
    },
    display: {
      face: 'monoBold',
      family: 'JetBrains Mono Bold',
      name: 'display',
      axes: { wght: 700 },
      fallbacks: [{ name: 'Fallback', local: MONO_BOLD, scale: 1 }],
    },
    tracking: -0.06,
    caret: 0.56,
    smallestHero: 1.625,
    metrics: { ascent: 0.885, descent: 0.165 },
  },
}
