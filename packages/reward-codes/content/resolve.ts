import { isDeepStrictEqual } from 'node:util'
import { formatMonth, readPeriod } from './dates.ts'
import { countryName, timeZoneOf } from './locale.ts'
import type { Entry, Portfolio } from './portfolio.ts'
import type { Parsed as Content } from './portfolio-schema.ts'
import { commaIn } from './punctuation.ts'
import { isRichText, mapText, RichText } from './rich-text.ts'
import { resolveProjects } from './schema/projects.ts'
import { anchorOf, BUILT_IN } from './schema/sections.ts'
import { en } from './strings/en.ts'
import { stringsIn } from './strings/languages.ts'
import { tenuresOf } from './tenures.ts'
import { getIn, isFields, type Path } from './values.ts'

/**
 * Resolves validated content for every consumer: formats periods and locations, omits empty sections
 * and determines the order of the others.
 */
export function resolvePortfolio(file: Content, stories: { address: string }[] = []): Portfolio {
  const {
    about,
    services,
    projects,
    testimonials,
    resume,
    resumes: _,
    sectionOrder,
    customSections = [],
    ...others
  } = file
  const person = resolvePerson(file)
  const hasPhrases = file.hero.phrases.length > 0
  const portfolio = {
    ...others,
    site: resolveSite(file, person.place),
    person,
    hero: {
      ...file.hero,
      ...(!hasPhrases && { claim: file.hero.claim ?? person.name }),
      place: file.hero.place ?? (person.place || undefined),
      button: file.hero.button ?? buttonLabel(file),
    },
    ...(about && about.bio.length + about.figures.length > 0 && { about }),
    ...(services?.cards.length && { services }),
    ...(projects?.cards.length && {
      projects: {
        ...projects,
        cards: resolveProjects(projects.cards, file.strings.present, stories),
      },
    }),
    ...(testimonials?.entries.length && { testimonials }),
    ...(resume && { resume: resolveResume(resume, file) }),
    customSections,
    strings: {
      ...file.strings,
      comma: commaIn(file.site.language),
      language: languageOfLabels(file),
    },
  }
  const order = resolveOrder(portfolio, sectionOrder)
  return { ...portfolio, sectionOrder: order } as Portfolio
}

/** "Leave a message" where there is a form. */
function buttonLabel({ contact, site }: Content): string {
  const { button } = (stringsIn(site.language) ?? en).content
  return contact && !contact.form ? contact.menuLabel : button
}

/** English, where this package has no labels in the language of the page, and the owner has written none. */
function languageOfLabels({ strings, site }: Content): 'en' | undefined {
  const { content: _, draft: __, ...labels } = en
  return !stringsIn(site.language) && isDeepStrictEqual(strings, labels) ? 'en' : undefined
}

/** Completes the metadata with the person: "Anna Nowak, Baker, Gdynia". */
function resolveSite({ site, person }: Content, place: string): Portfolio['site'] {
  const parts = [person.name, person.headline].filter(Boolean)
  const comma = commaIn(site.language)
  return {
    ...site,
    title: site.title ?? parts.join(comma),
    description: site.description ?? [...parts, place].filter(Boolean).join(comma),
  }
}

/** Completes the person with mail address, time zone and place from other parts of the content. */
function resolvePerson({ person, contact, hero, site }: Content): Portfolio['person'] {
  const email = person.email ?? contact?.email
  const timeZone = person.timeZone ?? timeZoneOf(person.location)
  const { city, region, country } = person.location ?? {}
  const label = country && countryName(country, site.language)
  // Hamburg is a region too, and Luxembourg a country.
  const names = new Set([city, region, label].filter(Boolean))
  const place = [...names].join(commaIn(site.language))
  return {
    ...person,
    ...(email && { email }),
    ...(timeZone && { timeZone }),
    place: place || (hero.place ?? ''),
  }
}

type Labelled = { menuLabel: string }

/** The sections with content, in order. By default, custom sections come before the resume. */
function resolveOrder(
  portfolio: { [Name in (typeof BUILT_IN)[number]]?: Labelled | undefined } & {
    customSections: (Labelled & { id: string })[]
  },
  order: string[] | undefined,
): Portfolio['sectionOrder'] {
  const { customSections } = portfolio
  const builtIn = BUILT_IN.map((name) => [name, portfolio[name]] as const)
  const custom = customSections.map((section) => [section.id, section] as const)
  const sections = new Map<string, Labelled | undefined>([...builtIn, ...custom])
  const names = customSections.map(({ id }) => id)
  const defaultOrder = BUILT_IN.flatMap((name) => (name === 'resume' ? [...names, name] : [name]))
  return (order ?? defaultOrder).flatMap((name) => {
    const section = sections.get(name)
    if (!section) return []
    return [{ name, anchor: anchorOf(name), menuLabel: section.menuLabel }]
  })
}

type Dated = { period?: string | undefined; date?: string | undefined }

/** Lists whose neighbours may be at one employer. Two degrees of one university stay two entries. */
const WORK = ['experience', 'volunteering']

/** Formats the periods and dates of all lists, joins positions, and omits lists without entries. */
function resolveResume(
  resume: NonNullable<Content['resume']>,
  { site: { language }, strings: { present } }: Content,
): NonNullable<Portfolio['resume']> {
  const words = { language, present }
  const formatDates = ({ period, date, ...entry }: Dated) => ({
    ...entry,
    ...(period && { period: readPeriod(period, language, present) }),
    ...(date && { date: { label: formatMonth(date, language), iso: date } }),
  })
  const fields = Object.entries(resume).flatMap(([name, value]): [string, unknown][] => {
    if (typeof value !== 'object' || Array.isArray(value)) return [[name, value]]
    const formatted = (value.entries as Dated[]).map(formatDates)
    if (formatted.length === 0) return []
    const entries = WORK.includes(name) ? tenuresOf(formatted as Entry[], words) : formatted
    return [[name, { ...value, entries }]]
  })
  return Object.fromEntries(fields) as NonNullable<Portfolio['resume']>
}

/** The tag of the page, of the resume that it links, and of all that is made from it. */
export const PAGE_TAG = 'page'

/** The sections with entries and texts that name their readers. */
const SECTIONS = ['about', 'projects', 'resume']

/**
 * The content for the readers with one of these tags: what is for others is left out, and each text has the owner's
 * name in place of {name}.
 */
export function contentFor(content: Content, written: unknown, tags: string[]): Content {
  const { name: owner } = content.person
  const named = (text: string) => text.replaceAll('{name}', owner)

  function pick(value: unknown, path: Path): unknown {
    if (typeof value === 'string') return named(value)
    if (isRichText(value)) return new RichText(named(value.source), mapText(value, named).nodes)
    if (Array.isArray(value)) {
      return value.flatMap((item, index) => {
        const at = [...path, index]
        return !isInSection(at) || isFor(getIn(written, at), tags) ? [pick(item, at)] : []
      })
    }
    if (!isFields(value)) return value
    const fields = Object.entries(value).filter(([name]) => name !== 'for' || !isInSection(path))
    return Object.fromEntries(fields.map(([name, item]) => [name, pick(item, [...path, name])]))
  }

  return pick(content, []) as Content
}

/** Whether a value is in a section with readers. */
export function isInSection([section]: Path): boolean {
  return SECTIONS.includes(String(section))
}

function isFor(written: unknown, tags: string[]): boolean {
  const readers = getIn(written, ['for'])
  return !Array.isArray(readers) || readers.some((tag) => tags.includes(tag))
}

/** Whether the page shows an entry. */
export function isForPage(written: unknown): boolean {
  return isFor(written, [PAGE_TAG])
}
