import type { Portfolio } from './portfolio.ts'
import { isRichText, mapLinks } from './rich-text.ts'
import { isSitePath } from './schema/address.ts'
import { mapLeaves } from './values.ts'

type Link = string | undefined

/**
 * The content for files that are read elsewhere: a path such as /blog/ is a whole address there. Without the address
 * of the site, there is no link.
 */
export function withWholeLinks(portfolio: Portfolio): Portfolio {
  const home = portfolio.site.url
  const whole = <Found extends Link>(link: Found): Found => {
    if (link === undefined || !isSitePath(link)) return link
    return (home && new URL(`.${link}`, home).href) as Found
  }
  const { person, projects, testimonials, resume, customSections } = portfolio
  const withUrl = <Item extends { url?: Link }>(item: Item) => ({ ...item, url: whole(item.url) })
  const withUrls = <Item extends { url?: Link; positions?: { url?: Link }[] }>(item: Item) =>
    item.positions ? { ...item, positions: item.positions.map(withUrl) } : withUrl(item)
  const lists = Object.fromEntries(
    Object.entries(resume ?? {}).map(([name, list]) => [
      name,
      typeof list === 'object' ? { ...list, entries: list.entries.map(withUrls) } : list,
    ]),
  )
  const content = {
    ...portfolio,
    person: { ...person, profiles: person.profiles.map(withUrl).filter(({ url }) => url) },
    projects: projects && {
      ...projects,
      cards: projects.cards.map((card) => ({
        ...card,
        githubUrl: whole(card.githubUrl),
        projectUrl: whole(card.projectUrl),
        links: card.links?.map(withUrl).filter(({ url }) => url),
      })),
    },
    testimonials: testimonials && {
      ...testimonials,
      entries: testimonials.entries.map((entry) => ({ ...entry, link: whole(entry.link) })),
    },
    resume: resume && lists,
    customSections: customSections.map((section) => ({
      ...section,
      entries: section.entries?.map(withUrl),
    })),
  }
  return mapLeaves(content, (leaf) =>
    isRichText(leaf) ? mapLinks(leaf, whole) : leaf,
  ) as Portfolio
}
