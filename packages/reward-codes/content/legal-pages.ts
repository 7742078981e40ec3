/** The legal pages, in the order of their links. */
export const LEGAL_PAGES = ['imprint', 'privacy'] as const

export type LegalPageName = (typeof LEGAL_PAGES)[number]

/** The address of a legal page, relative to the page. */
export function legalPath(page: LegalPageName): string {
  return `${page}/`
}
