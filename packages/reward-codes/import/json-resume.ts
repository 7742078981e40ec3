import { findIcon } from '../content/icons.ts'
import { countryName, countryNamed, timeZonesOf } from '../content/locale.ts'
import type { PortfolioInput } from '../content/portfolio-schema.ts'
import { shortUrl } from '../content/schema/address.ts'
import { isFields, omitEmpty } from '../content/values.ts'
import { readDate } from './dates.ts'
import { BULLET, type Fields } from './fields.ts'
import { addressOf, locationOf, withSafeLinks } from './texts.ts'

type DeepPartial<Value> = Value extends (infer Item)[]
  ? DeepPartial<Item>[]
  : Value extends object
    ? { [Name in keyof Value]?: DeepPartial<Value[Name]> }
    : Value

/** The part of a portfolio that an import has. It is not validated. */
export type Draft = DeepPartial<PortfolioInput>

type Profile = NonNullable<NonNullable<Draft['person']>['profiles']>[number]
type Project = NonNullable<NonNullable<Draft['projects']>['cards']>[number]

/** A project has one URL there. On these hosts, it leads to the source code. */
const SOURCE_HOSTS = ['github.com', 'gitlab.com', 'codeberg.org', 'bitbucket.org']
const PLAIN_ICON = 'globe'

/** Whether a value has `basics`, or entries of work. */
export function isJsonResume(value: unknown): value is Record<string, unknown> {
  if (!isFields(value)) return false
  return isFields(value.basics) || (Array.isArray(value.work) && value.work.some(isFields))
}

/** The portfolio of a JSON Resume of any version. The names of LinkedIn's tables and columns are others for the same. */
export function readJsonResume(resume: Fields): Draft {
  const basics = resume.fields('basics', 'summary')
  const location = basics.fields('location', 'place')
  const place = location.line('place')
  const city = location.line('city')
  const region = location.line('region', 'state')
  const country = location.find(['countryCode', 'country'], 'is no country', readCountry)
  const lists = {
    education: resume.entries('studyType', 'education').map(readEducation),
    experience: resume.entries('position', 'work', 'positions').map(readWork),
    volunteering: resume.entries('position', 'volunteer', 'volunteering').map(readWork),
    skills: resume.entries('name', 'skills').map((skill) =>
      omitEmpty({
        name: skill.line('name'),
        description: skill.line('level'),
        keywords: skill.lines('keywords'),
      }),
    ),
    languages: resume.entries('language', 'languages').map((language) =>
      omitEmpty({
        name: language.line('language', 'name'),
        fluency: language.line('fluency', 'level', 'proficiency'),
      }),
    ),
    certificates: resume.entries('name', 'certificates', 'certifications').map(readCredit),
    awards: resume.entries('title', 'awards', 'honors').map(readCredit),
    publications: resume.entries('name', 'publications').map(readCredit),
  }
  return omitEmpty<Draft>({
    person: omitEmpty({
      portrait: readAddress(basics, 'image', 'picture', 'photo'),
      name: basics.line('name'),
      headline: basics.line('label', 'title', 'headline'),
      email: basics.line('email'),
      phone: basics.line('phone'),
      location: place
        ? locationOf(place)
        : omitEmpty({ city, region: region === city ? undefined : region, country }),
      profiles: readProfiles(basics),
    }),
    hero: omitEmpty({
      place: place ?? [city, country && countryName(country, 'en')].filter(Boolean).join(', '),
    }),
    about: omitEmpty({ bio: basics.paragraphs('summary')?.split(/\n\s*\n/) }),
    projects: omitEmpty({ cards: resume.entries('name', 'projects').map(readProject) }),
    testimonials: omitEmpty({
      entries: resume.entries('reference', 'references').map((reference) =>
        omitEmpty({
          quote: reference.paragraphs('reference'),
          by: reference.line('name'),
          role: reference.line('role', 'position'),
          link: readAddress(reference, 'url', 'website'),
        }),
      ),
    }),
    resume: omitEmpty(
      Object.fromEntries(
        Object.entries(lists).map(([name, entries]) => [
          name,
          omitEmpty({ entries: entries.filter((entry) => Object.keys(entry).length > 0) }),
        ]),
      ),
    ),
  })
}

/** The code of a country by its code or its English name. */
function readCountry(text: string): string | undefined {
  const code = text.toUpperCase()
  return /^[A-Z]{2}$/.test(code) && timeZonesOf(code).length > 0 ? code : countryNamed(text)
}

/** The profiles, and the website. */
function readProfiles(basics: Fields): Profile[] {
  const profiles = basics.entries('url', 'profiles').map(readProfile)
  const url = readAddress(basics, 'url', 'website')
  const isListed = profiles.some((profile) => isSame(profile.url ?? '', url ?? ''))
  const website = url && !isListed ? [{ ...profileOf(url), icon: PLAIN_ICON }] : []
  return [...profiles, ...website].filter((profile) => Object.keys(profile).length > 1)
}

function isSame(one: string, other: string): boolean {
  return shortUrl(one).toLowerCase() === shortUrl(other).toLowerCase()
}

function readProfile(profile: Fields): Profile {
  const network = profile.line('network', 'name')
  const username = profile.line('username')
  const url = readAddress(profile, 'url', 'website')
  return omitEmpty<Profile>({ ...profileOf(url, network), url, username })
}

/** The profile with the icon of its network, or else of the host of its URL. */
function profileOf(url: string | undefined, network?: string): Profile {
  const host = (url && URL.parse(url)?.hostname.replace(/^www\./, '')) ?? ''
  const brands = [network?.toLowerCase().replace(/[^a-z0-9]/g, ''), host.split('.').at(-2)]
  const icon = brands.find((brand) => brand && findIcon(brand)) ?? PLAIN_ICON
  return omitEmpty<Profile>({ name: network ?? host, icon, url })
}

function readAddress(fields: Fields, ...names: string[]): string | undefined {
  const why = 'is a page of another site; write its whole address'
  return fields.find(names, why, (text) => (text.startsWith('/') ? undefined : addressOf(text)))
}

function readWork(entry: Fields) {
  const employer = entry.line('name', 'organization', 'company', 'companyName', 'employer')
  return omitEmpty({
    period: readPeriod(entry),
    ...titled(entry.line('position', 'title', 'role'), employer),
    place: readPlace(entry),
    url: readAddress(entry, 'url', 'website'),
    ...readTexts(entry, 'highlights', 'highlight'),
  })
}

function readEducation(entry: Fields) {
  const area = entry.line('area')
  const degree = entry.line('studyType', 'degree', 'degreeName')
  return omitEmpty({
    period: readPeriod(entry),
    ...titled(degree ?? area, entry.line('institution', 'school', 'schoolName')),
    area: degree && area,
    place: readPlace(entry),
    url: readAddress(entry, 'url', 'website'),
    ...readTexts(entry, 'courses', 'highlights'),
  })
}

/** An entry without a title has the name of the employer or the school as its title. */
function titled(title: string | undefined, by: string | undefined) {
  return title ? { course: title, school: by } : { course: by, school: undefined }
}

/** The description and the highlights, of which some are lines with a bullet in the description. */
function readTexts(entry: Fields, ...names: string[]) {
  const lines = entry.paragraphs('description', 'summary', 'notes', 'activities')?.split('\n') ?? []
  const items = lines.filter((line) => BULLET.test(line)).map((line) => line.replace(BULLET, ''))
  return {
    description: lines
      .filter((line) => !BULLET.test(line))
      .join('\n')
      .trim(),
    highlights: [...items, ...entry.lines(...names).map(withSafeLinks)],
  }
}

/** A location as text, or by city, region and country. */
function readPlace(entry: Fields): string | undefined {
  const location = entry.fields('location', 'place')
  const parts = ['place', 'city', 'region', 'countryCode'].map((name) => location.line(name))
  return parts.filter(Boolean).join(', ')
}

/** A certificate, an award or a publication: each has other names for the same. */
function readCredit(credit: Fields) {
  return omitEmpty({
    title: credit.line('title', 'name'),
    by: credit.line('issuer', 'awarder', 'publisher', 'authority'),
    date: findDate(
      credit,
      'date',
      'releaseDate',
      'issuedOn',
      'issueDate',
      'publishedOn',
      'startedOn',
    ),
    url: readAddress(credit, 'url', 'website'),
    description: credit.paragraphs('summary', 'description'),
  })
}

function readProject(project: Fields): Project {
  const url = readAddress(project, 'url', 'website')
  const repository = readAddress(project, 'repository', 'githubUrl')
  const host = url && URL.parse(url)?.hostname.replace(/^www\./, '')
  const isSource = !repository && host !== undefined && SOURCE_HOSTS.includes(host)
  const highlights = project.lines('highlights').map(withSafeLinks)
  const text = project.paragraphs('summary', 'description')
  return omitEmpty<Project>({
    title: project.line('name', 'title'),
    summary: text ?? highlights[0],
    githubUrl: isSource ? url : repository,
    projectUrl: isSource ? undefined : url,
    technologies: project.lines('keywords', 'technologies'),
    kind: project.line('type'),
    year: readYears(project),
    client: project.line('entity'),
    role: project.lines('roles').join(', '),
    result: highlights.slice(text ? 0 : 1).join('\n'),
  })
}

/** The names of the first and of the last date. */
const STARTS = ['startDate', 'startYear', 'start', 'startedOn']
const ENDS = ['endDate', 'endYear', 'end', 'finishedOn']

/** The first and the last year: a project has no months. */
function readYears(project: Fields): string | undefined {
  const from = findDate(project, ...STARTS)?.slice(0, 4)
  if (project.isPresent(...ENDS)) return from && `${from} – present`
  const to = findDate(project, ...ENDS)?.slice(0, 4)
  return from && to && from !== to ? `${from} – ${to}` : (to ?? from)
}

/** A period without an end is current. */
function readPeriod(entry: Fields): string | undefined {
  const start = findDate(entry, ...STARTS)
  const isOpen = entry.isPresent(...ENDS) || !entry.has(...ENDS)
  const end = isOpen ? 'present' : findDate(entry, ...ENDS)
  if (!start) return isOpen ? undefined : end
  return end ? `${start} – ${end}` : start
}

function findDate(fields: Fields, ...names: string[]): string | undefined {
  const date = fields.find(names, 'is no date', (text) => readDate(text)?.date)
  const text = fields.line(...names)
  if (text && date && !readDate(text)?.isWhole)
    fields.lose(names[0] ?? '', text, `is taken as ${date}`)
  return date
}
