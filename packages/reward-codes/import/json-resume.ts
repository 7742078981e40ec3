import { findIcon } from '../content/icons.ts'
import { countryName } from '../content/locale.ts'
import type { PortfolioInput } from '../content/schema.ts'
import { omitEmpty } from '../content/values.ts'

type DeepPartial<Value> = Value extends (infer Item)[]
  ? DeepPartial<Item>[]
  : Value extends object
    ? { [Name in keyof Value]?: DeepPartial<Value[Name]> }
    : Value

/** The part of a portfolio that an import has. It is not validated. */
export type Draft = DeepPartial<PortfolioInput>

type Fields = Record<string, unknown>
type Profile = NonNullable<NonNullable<Draft['person']>['profiles']>[number]
type Project = NonNullable<NonNullable<Draft['projects']>['cards']>[number]

const SECTIONS = ['basics', 'work', 'education', 'skills', 'projects']
/** A project has one URL there. On these hosts, it leads to the source code. */
const SOURCE_HOSTS = ['github.com', 'gitlab.com', 'codeberg.org', 'bitbucket.org']
const PLAIN_ICON = 'globe'

/** Whether a value has a section of a JSON Resume. */
export function isJsonResume(value: unknown): value is Fields {
  return value instanceof Object && SECTIONS.some((name) => Object.hasOwn(value, name))
}

/** The portfolio of a JSON Resume, without what the portfolio has no field for. */
export function readJsonResume(resume: Fields): Draft {
  const [basics = {}] = fieldsOf([resume.basics])
  const [location = {}] = fieldsOf([basics.location])
  const city = line(location.city)
  const country = line(location.countryCode)?.toUpperCase()
  const land = country && /^[A-Z]{2}$/.test(country) ? countryName(country, 'en') : undefined
  const lists = {
    education: fieldsOf(resume.education).map(readEducation),
    experience: fieldsOf(resume.work).map(readWork),
    volunteering: fieldsOf(resume.volunteer).map(readWork),
    skills: fieldsOf(resume.skills).map((skill) =>
      omitEmpty({
        name: line(skill.name),
        description: line(skill.level),
        keywords: lines(skill.keywords),
      }),
    ),
    languages: fieldsOf(resume.languages).map((language) =>
      omitEmpty({ name: line(language.language), fluency: line(language.fluency) }),
    ),
    certificates: fieldsOf(resume.certificates).map(readCredit),
    awards: fieldsOf(resume.awards).map(readCredit),
    publications: fieldsOf(resume.publications).map(readCredit),
  }
  return omitEmpty<Draft>({
    person: omitEmpty({
      name: line(basics.name),
      headline: line(basics.label),
      email: line(basics.email),
      phone: line(basics.phone),
      location: omitEmpty({ city, region: line(location.region), country }),
      profiles: fieldsOf(basics.profiles).map(readProfile),
    }),
    hero: omitEmpty({ place: [city, land].filter(Boolean).join(', ') }),
    about: omitEmpty({ bio: text(basics.summary)?.split(/\n\s*\n/) }),
    projects: omitEmpty({ cards: fieldsOf(resume.projects).map(readProject) }),
    testimonials: omitEmpty({
      entries: fieldsOf(resume.references).map((reference) =>
        omitEmpty({
          quote: text(reference.reference),
          by: line(reference.name),
          role: line(reference.role),
          link: address(reference.url),
        }),
      ),
    }),
    resume: omitEmpty(
      Object.fromEntries(
        Object.entries(lists).map(([name, entries]) => [name, omitEmpty({ entries })]),
      ),
    ),
  })
}

/** The profile with the icon of its network, or else of the host of its URL. */
function readProfile(profile: Fields): Profile {
  const url = address(profile.url)
  const host = (url && URL.parse(url)?.hostname.replace(/^www\./, '')) ?? ''
  const network = line(profile.network)
  const brands = [network?.toLowerCase().replace(/[^a-z0-9]/g, ''), host.split('.').at(-2)]
  return omitEmpty<Profile>({
    name: network ?? host,
    icon: brands.find((brand) => brand && findIcon(brand)) ?? PLAIN_ICON,
    url,
    username: line(profile.username),
  })
}

function readWork(entry: Fields) {
  return omitEmpty({
    period: readPeriod(entry),
    course: line(entry.position),
    school: line(entry.name ?? entry.organization ?? entry.company),
    place: line(entry.location),
    url: address(entry.url ?? entry.website),
    description: text(entry.summary),
    highlights: lines(entry.highlights),
  })
}

function readEducation(entry: Fields) {
  const area = line(entry.area)
  const degree = line(entry.studyType)
  return omitEmpty({
    period: readPeriod(entry),
    course: degree ?? area,
    area: degree && area,
    school: line(entry.institution),
    place: line(entry.location),
    url: address(entry.url),
    description: text(entry.summary),
    highlights: lines(entry.courses),
  })
}

/** A certificate, an award or a publication: each has other names for the same. */
function readCredit(credit: Fields) {
  return omitEmpty({
    title: line(credit.title ?? credit.name),
    by: line(credit.issuer ?? credit.awarder ?? credit.publisher),
    date: line(credit.date ?? credit.releaseDate),
    url: address(credit.url ?? credit.website),
    description: text(credit.summary),
  })
}

function readProject(project: Fields): Project {
  const url = address(project.url)
  const repository = address(project.repository)
  const host = url && URL.parse(url)?.hostname.replace(/^www\./, '')
  const isSource = !repository && host !== undefined && SOURCE_HOSTS.includes(host)
  return omitEmpty<Project>({
    title: line(project.name),
    summary: text(project.description),
    githubUrl: isSource ? url : repository,
    projectUrl: isSource ? undefined : url,
    technologies: lines(project.keywords),
    kind: line(project.type),
    year: yearOf(project.endDate) ?? yearOf(project.startDate),
    client: line(project.entity),
    role: lines(project.roles).join(', '),
    result: lines(project.highlights).join('\n'),
  })
}

function yearOf(date: unknown): string | undefined {
  return /\d{4}/.exec(line(date) ?? '')?.[0]
}

/** A period without an end is current. */
function readPeriod({ startDate, endDate }: Fields): string | undefined {
  const start = line(startDate)
  const end = line(endDate)
  return start ? `${start} – ${end ?? 'present'}` : end
}

/** The objects of a list. Anything else is left out. */
function fieldsOf(list: unknown): Fields[] {
  return (Array.isArray(list) ? list : []).filter(
    (item): item is Fields => typeof item === 'object' && item !== null,
  )
}

function lines(list: unknown): string[] {
  return (Array.isArray(list) ? list : []).flatMap((item) => line(item) ?? [])
}

function line(value: unknown): string | undefined {
  return text(value)?.replace(/\s+/g, ' ')
}

function text(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return String(value).replace(/\r\n?/g, '\n').trim() || undefined
}

/** A URL. Many resumes leave the scheme out. */
function address(value: unknown): string | undefined {
  const url = line(value)
  return url && !/^[a-z][a-z0-9+.-]*:/i.test(url) ? `https://${url}` : url
}
