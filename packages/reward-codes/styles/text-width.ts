import type { Portfolio } from '../content/portfolio.ts'
import { UNSPACED } from '../content/rich-text.ts'

/** Letters as wide as they are high. */
export const FULL_WIDTH =
  /[\u{1100}-\u{11ff}\u{2e80}-\u{a4cf}\u{ac00}-\u{d7af}\u{ff00}-\u{ffef}\p{Emoji_Presentation}]/u

/** Average widths of letters in the display face of the index, in em, with its letter-spacing. */
const WIDTHS: [letters: RegExp, width: number][] = [
  [/[\p{M}\p{Cf}]/u, 0],
  // With its word-spacing.
  [/\s/u, 0.21],
  [/[ijlI.,:;!|'’‘]/u, 0.22],
  [/[frtJ1()[\]/-]/u, 0.31],
  [/[mwMW@—]/u, 0.73],
  [/[&\p{Lu}]/u, 0.53],
  [/[\p{Script=Arabic}\p{Script=Hebrew}]/u, 0.65],
  [FULL_WIDTH, 1],
]
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u')
const OTHER_WIDTH = 0.46
/** How much wider the display face of a look is, and the only width of a monospaced one. */
const SCALES = { editorial: 1.2 } as Record<string, number>
const MONOSPACED = { terminal: 0.55 } as Record<string, number>

/** The width of a text in em, estimated by its letters: styles fit it to its line. */
function widthOf(text: string, look: string): number {
  const scale = SCALES[look] ?? 1
  const width = (letter: string) =>
    MONOSPACED[look] ??
    scale * (WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? OTHER_WIDTH)
  return [...text].reduce((sum, letter) => sum + width(letter), 0)
}

/** What fits in a line: in scripts without spaces, a line breaks between words all the same. */
function wordsOf(text: string, language: string): string[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' })
  return text
    .split(' ')
    .flatMap((word) =>
      HAS_UNSPACED.test(word) ? [...segmenter.segment(word)].map(({ segment }) => segment) : [word],
    )
}

/** The widths of the large texts, for styles that fit them to their lines: heading and name. */
export function fittedStyles({ hero, person, site: { look, language } }: Portfolio): string {
  const texts = hero.claim ? [hero.claim] : hero.phrases
  const widest = (parts: string[]) => Math.max(...parts.map((part) => widthOf(part, look)))
  const widths = {
    // With the caret.
    '--heading-width': widest(texts) + 0.2,
    '--heading-word': widest(texts.flatMap((text) => wordsOf(text, language))) + 0.1,
    '--name-width': widthOf(person.name, look),
  }
  const declarations = Object.entries(widths).map(([name, width]) => `${name}:${width.toFixed(2)}`)
  return `:root{${declarations.join(';')}}`
}
