import type { Credit, CreditList, Entry, Period, Portfolio, Project } from '../content/schema.ts'
import { withoutEmpty } from '../content/without-empty.ts'

const SCHEMA = 'https://raw.githubusercontent.com/jsonresume/resume-schema/v1.2.1/schema.json'
const VERSION = 'v1.2.1'

/**
 * The portfolio as JSON Resume 1.2.1. That format allows further names, and a few of ours are
 * added where it has none: where a study was and what came of it, the address of an award, and the
 * source code of a project that also runs somewhere. The numbers of the skill bars stay at home.
 */
export function makeJsonResume(portfolio: Portfolio): Record<string, unknown> {
  const { resume, projects, site } = portfolio
  return withoutEmpty({
    $schema: SCHEMA,
    basics: basics(portfolio),
    work: resume?.experience?.entries.map(work),
    volunteer: resume?.volunteering?.entries.map(volunteer),
    education: resume?.education?.entries.map(education),
    awards: credits(resume?.awards, 'title', 'awarder', 'date'),
    certificates: credits(resume?.certificates, 'name', 'issuer', 'date'),
    publications: credits(resume?.publications, 'name', 'publisher', 'releaseDate'),
    skills: resume?.skills?.entries.map(({ name, meaning, keywords }) =>
      withoutEmpty({ name, level: meaning, keywords }),
    ),
    languages: resume?.languages?.entries.map(({ name, fluency }) =>
      withoutEmpty({ language: name, fluency }),
    ),
    projects: projects?.cards.map(project),
    meta: withoutEmpty({
      canonical: site.url && new URL('resume.json', site.url).href,
      version: VERSION,
    }),
  })
}

function basics({ person, site, about }: Portfolio) {
  const { name, headline, email, phone, location, profiles } = person
  return withoutEmpty({
    name,
    label: headline,
    email,
    phone,
    url: site.url,
    summary: about?.bio.join('\n\n'),
    location:
      location &&
      withoutEmpty({
        city: location.city,
        region: location.region,
        countryCode: location.country,
      }),
    profiles: profiles.map(({ name: network, username, url }) =>
      withoutEmpty({ network, username, url }),
    ),
  })
}

function work({ school, course, place, url, period, description, highlights }: Entry) {
  return withoutEmpty({
    name: school,
    position: course,
    location: place,
    url,
    ...dates(period),
    summary: description,
    highlights,
  })
}

function volunteer({ school, ...entry }: Entry) {
  const { name, ...others } = work({ school, ...entry })
  return { organization: name, ...others }
}

function education({ school, course, area, ...entry }: Entry) {
  const { place, url, period, description, highlights } = entry
  return withoutEmpty({
    institution: school,
    studyType: course,
    area,
    location: place,
    url,
    ...dates(period),
    summary: description,
    courses: highlights,
  })
}

/** What goes on has no end date: the format knows no word for it. */
function dates(period: Period | undefined) {
  if (!period) return {}
  const { from, to, isOneDate } = period
  return withoutEmpty({ startDate: isOneDate ? undefined : from, endDate: to })
}

function credits(list: CreditList | undefined, title: string, by: string, date: string) {
  return list?.entries.map((credit: Credit) =>
    withoutEmpty({
      [title]: credit.title,
      [date]: credit.date?.iso,
      [by]: credit.by,
      url: credit.url,
      summary: credit.description,
    }),
  )
}

function project({ title, summary, githubUrl, projectUrl, technologies }: Project) {
  return withoutEmpty({
    name: title,
    description: summary,
    url: projectUrl ?? githubUrl,
    repository: projectUrl && githubUrl,
    keywords: technologies,
  })
}
