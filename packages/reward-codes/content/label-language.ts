/** Begins and ends a label in English on a page in another language: Unicode's isolate from left to right. */
export const BEGIN = '\u2066'
export const END = '\u2069'

/**
 * The attributes of an element with a label, if that is in English and the page is not. A control with an icon has the
 * language only: `dir` would place the control itself by English, and the isolate sets the direction of its tooltip.
 */
export function languageOf(label: string | undefined): { lang?: string; dir?: 'ltr' } {
  return label?.startsWith(BEGIN) ? { lang: 'en', dir: 'ltr' } : {}
}
