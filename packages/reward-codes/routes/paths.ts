/** The legal pages, in the order of their links. */
export const LEGAL_PAGES = ['imprint', 'privacy'] as const

export type LegalPageName = (typeof LEGAL_PAGES)[number]

/** The address of a legal page, relative to the page. */
export function legalPath(page: LegalPageName): string {
  return `${page}/`
}

/** The pages after a form that the browser has sent itself. */
export const RESULT_PAGES = ['received', 'failed'] as const

type ResultPageName = (typeof RESULT_PAGES)[number]

/** The address of such a page, relative to the page. */
export function resultPath(page: ResultPageName): string {
  return `message/${page}/`
}

/** The id of the first screen, to which the brand links. */
export const HERO_ID = 'hero'

/** The files that `files.ts` makes. */
export const FILES = [
  '/apple-touch-icon.png',
  '/contact.vcf',
  '/favicon.ico',
  '/favicon.svg',
  '/icon-192.png',
  '/icon-512.png',
  '/manifest.webmanifest',
  '/resume.json',
  '/robots.txt',
  '/sitemap.xml',
  '/social-card.png',
  '/[resume].pdf',
]
