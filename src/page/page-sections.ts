import type { Portfolio } from '../content/schema.ts'

/** The sections that this portfolio has, in the order of the page and of its menu. */
export function listSections(portfolio: Portfolio): { id: string; name: string }[] {
  const { about, services, projects, resume, contact } = portfolio
  return [
    { id: 'about', section: about },
    { id: 'services', section: services },
    { id: 'portfolio', section: projects },
    { id: 'resume', section: resume },
    { id: 'contact', section: contact },
  ].flatMap(({ id, section }) => (section ? [{ id, name: section.menu }] : []))
}
