import type { Portfolio } from '../content/schema.ts'

type Labelled = { menuLabel: string }

/** The part of a portfolio that the menu needs, with or without resolved image sources. */
type MenuSource = Pick<Portfolio, 'customSections' | 'sectionOrder'> &
  Partial<
    Record<
      'about' | 'services' | 'projects' | 'testimonials' | 'resume' | 'contact',
      Labelled | undefined
    >
  >

type PageSection = {
  /** The key in the content. */
  key: string
  /** The id of the element. */
  id: string
  /** The label in the menu. */
  name: string
}

/** The sections of this portfolio, in the order of the page and the menu. */
export function getSections(portfolio: MenuSource): PageSection[] {
  const { about, services, projects, testimonials, resume, contact, customSections, sectionOrder } =
    portfolio
  const custom = Object.fromEntries(customSections.map((section) => [section.id, section]))
  const all: Record<string, Labelled | undefined> = {
    ...custom,
    about,
    services,
    projects,
    testimonials,
    resume,
    contact,
  }
  return sectionOrder.flatMap(({ name: key, anchor }) => {
    const section = all[key]
    return section ? [{ key, id: anchor, name: section.menuLabel }] : []
  })
}
