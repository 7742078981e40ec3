import type { Portfolio } from './schema.ts'

/** Average widths of letters in em, in the display faces. A monospaced face has one. */
const WIDTHS: [letters: RegExp, width: number][] = [
  [/[\p{M}\p{Cf}]/u, 0],
  [/[ijlrtf.,:;!|'’‘()[\] ]/u, 0.25],
  [/[mwMW@—]/u, 0.72],
  [/[A-Z&\p{Lu}]/u, 0.54],
  [/[\p{Script=Arabic}\p{Script=Hebrew}]/u, 0.65],
  [
    /[\u{1100}-\u{11ff}\u{2e80}-\u{a4cf}\u{ac00}-\u{d7af}\u{ff00}-\u{ffef}\p{Emoji_Presentation}]/u,
    1,
  ],
]
const OTHER_WIDTH = 0.46
const MONOSPACED = { terminal: 0.56 } as Record<string, number>

/** The width of a text in em, estimated by its letters: styles fit it to its line. */
function widthOf(text: string, look: string): number {
  const width = (letter: string) =>
    WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? MONOSPACED[look] ?? OTHER_WIDTH
  return [...text].reduce((sum, letter) => sum + (MONOSPACED[look] ?? width(letter)), 0)
}

/** The widths of the large texts, for styles that fit them to their lines: heading and name. */
export function fittedStyles({ hero, person, site: { look } }: Portfolio): string {
  const texts = hero.claim ? [hero.claim] : hero.phrases
  const widest = (parts: string[]) => Math.max(...parts.map((part) => widthOf(part, look)))
  const widths = {
    // With the caret.
    '--heading-width': widest(texts) + 0.2,
    '--heading-word': widest(texts.flatMap((text) => text.split(' '))) + 0.1,
    '--name-width': widthOf(person.name, look),
  }
  const declarations = Object.entries(widths).map(([name, width]) => `${name}:${width.toFixed(2)}`)
  return `:root{${declarations.join(';')}}`
}
