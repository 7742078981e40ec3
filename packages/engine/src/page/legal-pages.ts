import type { StatedSettings } from 'reward-codes-protocol/stated-settings'

/** The pages of their own, in the order of their links. */
export const LEGAL_PAGES = ['imprint', 'privacy'] as const

export type LegalPageName = (typeof LEGAL_PAGES)[number]

/** The name of the file, which is also the URL relative to the page. */
export function legalFile(page: LegalPageName): string {
  return `${page}.html`
}

/** What the privacy notice states and the content does not say. */
export type NoticeFacts = {
  /** The other hosts from which the page loads images. */
  imageHosts: string[]
  settings: StatedSettings | undefined
}
