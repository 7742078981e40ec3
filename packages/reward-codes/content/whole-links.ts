import type { Portfolio } from './portfolio.ts'
import { isRichText, mapLinks } from './rich-text.ts'
import { isSitePath } from './schema/address.ts'
import { isFields } from './values.ts'

const LINKS = ['url', 'link', 'githubUrl', 'projectUrl']
const LISTS_OF_LINKS = ['profiles', 'links']

/**
 * The content for files that are read elsewhere: a path such as /blog/ is a whole address there. Without the address
 * of the site, there is no link.
 */
export function withWholeLinks(portfolio: Portfolio): Portfolio {
  const home = portfolio.site.url
  const whole = (link: string) => (isSitePath(link) ? home && new URL(`.${link}`, home).href : link)
  const map = (value: unknown, name = ''): unknown => {
    if (isRichText(value)) return mapLinks(value, whole)
    if (typeof value === 'string') return LINKS.includes(name) ? whole(value) : value
    if (Array.isArray(value)) {
      const items = value.map((item) => map(item)) as { url?: string }[]
      return LISTS_OF_LINKS.includes(name) ? items.filter(({ url }) => url) : items
    }
    if (!isFields(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, map(item, key)]))
  }
  return map(portfolio) as Portfolio
}
