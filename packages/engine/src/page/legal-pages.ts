/** The pages of their own, in the order of their links. */
export const LEGAL_PAGES = ['imprint', 'privacy'] as const

export type LegalPageName = (typeof LEGAL_PAGES)[number]

/** The name of the file, which is also the URL relative to the page. */
export function legalFile(page: LegalPageName): string {
  return `${page}.html`
}
