import { addressIn } from '../content/slug.ts'

/** The legal pages, in the order of their links. */
export const LEGAL_PAGES = ['imprint', 'privacy'] as const

export type LegalPageName = (typeof LEGAL_PAGES)[number]

/** The address of a legal page, relative to the page: its default title in the language. */
export function legalPath(page: LegalPageName, tag: string): string {
  return `${addressIn(tag, ({ legal }) => legal[page], page)}/`
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

/** The files that `files.ts` makes beside the page of each language. */
export const FILES = [
  '/contact.vcf',
  '/resume.json',
  '/social-card.png',
  '/[resume].pdf',
  '/[resume].docx',
  '/[resume].txt',
]

/** The icon on the home screen of a phone. */
export const TOUCH_ICON = '/apple-touch-icon.png'

/** The files that it makes for the whole site. */
export const SITE_FILES = [TOUCH_ICON, '/robots.txt']
