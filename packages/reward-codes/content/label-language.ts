/** Begins a text in another language than the page: Unicode's isolate in the direction of the text. */
const ISOLATES = { ltr: '\u2066', rtl: '\u2067' } as const
const END = '\u2069'

/** The tag characters of Unicode follow ASCII. Browsers draw nothing for them. */
const TAG_CHARACTERS = 0xe0000
const MARK = /^([\u2066\u2067])([\u{e0020}-\u{e007e}]+)/u

type Direction = keyof typeof ISOLATES

/** The text with its language, which `languageOf` reads. */
export function inLanguage(text: string, language: string, direction: Direction): string {
  const tag = shift(language, TAG_CHARACTERS)
  return ISOLATES[direction] + tag + text + END
}

/**
 * The attributes of an element with a text, if that is in another language than the page. A control with an icon has the
 * language only: `dir` would place the control itself by that language, and the isolate sets the direction of its tooltip.
 */
export function languageOf(text: string | undefined): { lang?: string; dir?: Direction } {
  const [, isolate, tag] = MARK.exec(text ?? '') ?? []
  if (!tag) return {}
  return { lang: shift(tag, -TAG_CHARACTERS), dir: isolate === ISOLATES.ltr ? 'ltr' : 'rtl' }
}

/** The text alone, for what counts its characters. */
export function withoutLanguage(text: string): string {
  return text.replace(MARK, '').replace(END, '')
}

function shift(text: string, by: number): string {
  return Array.from(text, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + by)).join(
    '',
  )
}
