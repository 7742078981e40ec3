import type { PortfolioFile } from '../schema.ts'
import type { Remark } from './remark.ts'

const LONGEST_TITLE = 60
const SHORTEST_DESCRIPTION = 50
const LONGEST_DESCRIPTION = 160

/** What search engines and link previews make of the title, the description and the address. */
export function remarksOnSite({ site }: PortfolioFile): Remark[] {
  return [
    ...remarksOnTitle(site.title),
    ...remarksOnDescription(site.description),
    ...(site.url ? [] : [ADDRESS_MISSING]),
  ]
}

/** Advice for a draft; what goes to the public must have one. */
export const ADDRESS_MISSING: Remark = {
  path: ['site', 'url'],
  found: 'nothing',
  meaning: 'Search engines and link previews cannot point to a site without an address.',
  action: 'Write where it will be, such as https://name.github.io/portfolio/.',
}

function remarksOnTitle({ length }: string): Remark[] {
  if (length <= LONGEST_TITLE) return []
  return [
    {
      path: ['site', 'title'],
      found: `${length} letters`,
      meaning: `Search results and browser tabs cut a title after about ${LONGEST_TITLE} letters.`,
      action: 'Keep the name and the trade, and leave the rest to the description.',
    },
  ]
}

function remarksOnDescription({ length }: string): Remark[] {
  const path = ['site', 'description']
  const found = `${length} letters`
  const action = 'Say in one or two sentences what you do and for whom.'
  if (length < SHORTEST_DESCRIPTION) {
    const meaning = `Under ${SHORTEST_DESCRIPTION} letters it says so little that search engines choose words of their own.`
    return [{ path, found, meaning, action }]
  }
  if (length > LONGEST_DESCRIPTION) {
    const meaning = `Search results and link previews cut a description after about ${LONGEST_DESCRIPTION} letters.`
    return [{ path, found, meaning, action }]
  }
  return []
}
