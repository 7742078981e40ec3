import type { Portfolio } from './portfolio.ts'
import { isRichText, mapLinks } from './rich-text.ts'
import { isSitePath } from './schema/address.ts'
import { getIn, isFields } from './values.ts'

/** The fields of the content that are links. */
const LINKS = ['url', 'githubUrl', 'projectUrl', 'link']

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
    if (isFields(value)) {
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, map(item, key)]))
    }
    if (!Array.isArray(value)) return value
    const items = value.map((item) => map(item))
    // These lists are links, and nothing else.
    return ['profiles', 'links'].includes(name)
      ? items.filter((item) => getIn(item, ['url']))
      : items
  }
  return map(portfolio) as Portfolio
}
