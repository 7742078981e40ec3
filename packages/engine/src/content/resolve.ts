import { anchorOf } from './addresses.ts'
import { countryName } from './country.ts'
import { BUILT_IN } from './own-section.ts'
import type { CreditFile, EntryFile } from './resume.ts'
import type { Column, CreditList, Period, Portfolio, PortfolioFile } from './schema.ts'

type Present = { language: string; present: string }
type ListFile<Item> = { heading: string; entries: Item[] } | undefined

/**
 * Puts periods and places into words, leaves out sections without entries and settles their order, once, so
 * that no reader has to.
 */
export function resolvePortfolio(file: PortfolioFile): Portfolio {
  const { services, projects, resume, order, sections = [], ...others } = file
  const portfolio = {
    ...others,
    person: resolvePerson(file),
    ...(services?.cards.length && { services }),
    ...(projects?.cards.length && { projects }),
    ...(resume && { resume: resolveResume(resume, wordsOf(file)) }),
    sections,
  }
  return { ...portfolio, order: listOrder(portfolio, order) }
}

/** Who it is about, with what other parts of the content say of the person. */
function resolvePerson({ person, contact, hero, site }: PortfolioFile): Portfolio['person'] {
  const email = person.email ?? contact?.email
  const { city, region, country } = person.location ?? {}
  const place = [city, region, country && countryName(country, site.language)]
    .filter(Boolean)
    .join(', ')
  return {
    ...person,
    ...(email && { email }),
    place: place || hero.place.charAt(0).toLocaleUpperCase(site.language) + hero.place.slice(1),
  }
}

/** The sections that are there; the owner's own stand before the resume unless told otherwise. */
function listOrder(portfolio: Omit<Portfolio, 'order'>, order: string[] | undefined) {
  const own = portfolio.sections.map(({ id }) => id)
  const usual = BUILT_IN.flatMap((name) => (name === 'resume' ? [...own, name] : [name]))
  const present: string[] = [...BUILT_IN.filter((name) => portfolio[name]), ...own]
  return (order ?? usual)
    .filter((name) => present.includes(name))
    .map((name) => ({ name, anchor: anchorOf(name) }))
}

function wordsOf({ site, words }: PortfolioFile): Present {
  return { language: site.language, present: words.present }
}

function resolveResume(
  resume: NonNullable<PortfolioFile['resume']>,
  words: Present,
): NonNullable<Portfolio['resume']> {
  const { education, experience, volunteering, skills, languages, ...others } = resume
  const { certificates, awards, publications, ...rest } = others
  return {
    ...rest,
    ...(skills?.entries.length && { skills }),
    ...(languages?.entries.length && { languages }),
    ...column('education', education, words),
    ...column('experience', experience, words),
    ...column('volunteering', volunteering, words),
    ...credits('certificates', certificates, words),
    ...credits('awards', awards, words),
    ...credits('publications', publications, words),
  }
}

function column<Name extends string>(
  name: Name,
  list: ListFile<EntryFile>,
  { language, present }: Present,
) {
  if (!list?.entries.length) return {}
  const entries = list.entries.map(({ period, ...entry }) => ({
    ...entry,
    ...(period && { period: readPeriod(period, language, present) }),
  }))
  return { [name]: { ...list, entries } } as Record<Name, Column>
}

function credits<Name extends string>(
  name: Name,
  list: ListFile<CreditFile>,
  { language }: Present,
) {
  if (!list?.entries.length) return {}
  const entries = list.entries.map(({ date, ...credit }) => ({
    ...credit,
    ...(date && { date: { label: formatMonth(date, language), iso: date } }),
  }))
  return { [name]: { ...list, entries } } as Record<Name, CreditList>
}

/** "2023-02 – present" becomes "Feb 2023 – present" with its ends as dates. */
export function readPeriod(period: string, language: string, present: string): Period {
  const [from = period, to] = period.split(' – ')
  const ends = [from, to].filter((end) => end !== undefined)
  const words = ends.map((end) => (end === 'present' ? present : formatMonth(end, language)))
  return {
    label: [...new Set(words)].join(' – '),
    from,
    to: to === 'present' ? undefined : (to ?? from),
    ...(to === undefined && { isOneDate: true }),
  }
}

function formatMonth(date: string, language: string): string {
  const [year = date, month] = date.split('-')
  if (!month) return year
  const format = new Intl.DateTimeFormat(language, {
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return format.format(Date.UTC(Number(year), Number(month) - 1))
}

/** The content with the owner's name in every text that asks for it. */
export function fillName(file: PortfolioFile): PortfolioFile {
  return withName(file, file.person.name)
}

function withName<T>(value: T, name: string): T
function withName(value: unknown, name: string): unknown {
  if (typeof value === 'string') return value.replaceAll('{name}', name)
  if (Array.isArray(value)) return value.map((item) => withName(item, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withName(item, name)]))
}
