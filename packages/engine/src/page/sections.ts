import type { Portfolio } from '../content/schema.ts'

type Menu = { menu: string }

/** What the menu takes from a portfolio, whether or not its pictures have their places. */
type Menus = Pick<Portfolio, 'sections' | 'order'> &
  Partial<Record<'about' | 'services' | 'projects' | 'resume' | 'contact', Menu | undefined>>

export type PageSection = {
  /** Its name in the content. */
  key: string
  /** Its anchor on the page. */
  id: string
  /** Its word in the menu. */
  name: string
}

/** The sections that this portfolio has, in the order of the page and of its menu. */
export function listSections(portfolio: Menus): PageSection[] {
  const { about, services, projects, resume, contact, sections, order } = portfolio
  const own = Object.fromEntries(sections.map((section) => [section.id, section]))
  const all: Record<string, Menu | undefined> = {
    ...own,
    about,
    services,
    projects,
    resume,
    contact,
  }
  return order.flatMap(({ name: key, anchor }) => {
    const section = all[key]
    return section ? [{ key, id: anchor, name: section.menu }] : []
  })
}
