import type { Period } from '../content/dates.ts'
import type {
  Credit,
  CreditList,
  Entry,
  Portfolio,
  Project,
  Testimonial,
} from '../content/portfolio.ts'
import { plainText, type RichText } from '../content/rich-text.ts'
import { webProfiles } from '../content/schema/fields.ts'
import { positionsIn } from '../content/tenures.ts'
import { omitEmpty } from '../content/values.ts'
import { withWholeLinks } from '../content/whole-links.ts'

const SCHEMA = 'https://raw.githubusercontent.com/jsonresume/resume-schema/v1.2.1/schema.json'
const VERSION = 'v1.2.1'

/**
 * The portfolio as JSON Resume 1.2.1. The format allows additional properties, which hold what it
 * has no name for: location and summary of education, the URL of an award, the repository of a project that
 * also has a demo, and the role and URL of a reference. The numeric levels of skills are omitted.
 */
export function makeJsonResume(portfolio: Portfolio): Record<string, unknown> {
  const { resume, projects, testimonials, site } = withWholeLinks(portfolio)
  return omitEmpty({
    $schema: SCHEMA,
    basics: basics(portfolio),
    work: positionsIn(resume?.experience)?.map(work),
    volunteer: positionsIn(resume?.volunteering)?.map(volunteer),
    education: resume?.education?.entries.map(education),
    awards: credits(resume?.awards, 'title', 'awarder', 'date'),
    certificates: credits(resume?.certificates, 'name', 'issuer', 'date'),
    publications: credits(resume?.publications, 'name', 'publisher', 'releaseDate'),
    skills: resume?.skills?.entries.map(({ name, description, keywords }) =>
      omitEmpty({ name, level: description, keywords }),
    ),
    languages: resume?.languages?.entries.map(({ name, fluency }) =>
      omitEmpty({ language: name, fluency }),
    ),
    projects: projects?.cards.map(project),
    references: testimonials?.entries.map(reference),
    meta: omitEmpty({
      canonical: site.url && new URL('resume.json', site.url).href,
      version: VERSION,
    }),
  })
}

function basics({ person, site, about }: Portfolio) {
  const { name, headline, email, phone, location, profiles } = person
  return omitEmpty({
    name,
    label: headline,
    email,
    phone,
    url: site.url,
    summary: about?.bio.map(plainText).join('\n\n'),
    location:
      location &&
      omitEmpty({
        city: location.city,
        region: location.region,
        countryCode: location.country,
      }),
    profiles: webProfiles(profiles).map(({ name: network, username, url }) =>
      omitEmpty({ network, username, url }),
    ),
  })
}

function work({ school, course, place, url, period, description, highlights }: Entry) {
  return omitEmpty({
    name: school,
    position: course,
    location: place,
    url,
    ...dates(period),
    summary: plain(description),
    highlights: highlights?.map(plainText),
  })
}

function volunteer({ school, ...entry }: Entry) {
  const { name, ...others } = work({ school, ...entry })
  return { organization: name, ...others }
}

function education({ school, course, area, ...entry }: Entry) {
  const { place, url, period, description, highlights } = entry
  return omitEmpty({
    institution: school,
    studyType: course,
    area,
    location: place,
    url,
    ...dates(period),
    summary: plain(description),
    courses: highlights?.map(plainText),
  })
}

/** An ongoing entry has no end date: the format has no value for "present". */
function dates(period: Period | undefined) {
  if (!period) return {}
  const { from, to, isOneDate } = period
  return omitEmpty({ startDate: isOneDate ? undefined : from, endDate: to })
}

function credits(list: CreditList | undefined, title: string, by: string, date: string) {
  return list?.entries.map((credit: Credit) =>
    omitEmpty({
      [title]: credit.title,
      [date]: credit.date?.iso,
      [by]: credit.by,
      url: credit.url,
      summary: plain(credit.description),
    }),
  )
}

function project({ title, summary, githubUrl, projectUrl, technologies, ...card }: Project) {
  return omitEmpty({
    name: title,
    description: plain(summary),
    url: projectUrl ?? githubUrl,
    repository: projectUrl && githubUrl,
    keywords: technologies,
    type: card.kind,
    entity: card.client,
    roles: card.role ? [card.role] : undefined,
    highlights: [card.outcome, ...(plain(card.result)?.split('\n') ?? [])].filter(Boolean),
  })
}

function reference({ by, role, link, quote }: Testimonial) {
  return omitEmpty({ name: by, reference: plainText(quote), role, url: link })
}

function plain(text: RichText | undefined): string | undefined {
  return text && plainText(text)
}
