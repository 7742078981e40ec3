import { countryCode } from '../content/locale.ts'
import { withoutCityRegion } from '../content/resolve.ts'
import { omitEmpty } from '../content/values.ts'
import {
  type Draft,
  type DraftCredit,
  type DraftEntry,
  type DraftLanguage,
  type DraftPerson,
  type DraftProfile,
  type DraftSkill,
  distinctProfiles,
  type Imported,
  makeProfile,
  makeProject,
  resumeOf,
} from './draft.ts'
import { Fields } from './fields.ts'

/** Sections that identify a JSON Resume. */
export const JSON_RESUME_SECTIONS = ['basics', 'work', 'education', 'skills', 'volunteer']

/** Reads a JSON Resume; older names of version 0 and the few that our own export adds count too. */
export function readJsonResume(values: Record<string, unknown>): Imported {
  const fields = new Fields(values)
  // About the file, not about the person.
  fields.ignore('$schema', 'meta')
  const basics = fields.within('basics')
  const url = basics.address('url', 'website')
  const bio = basics.paragraphs('summary')
  const cards = fields.each('projects', readProject)
  const draft: Draft = {
    ...(url && { site: { url } }),
    person: readPerson(basics),
    ...(bio && { about: { bio } }),
    ...(cards.length > 0 && { projects: { cards } }),
    resume: resumeOf({
      experience: fields.each('work', (entry) => readPosition(entry)),
      education: fields.each('education', readEducation),
      volunteering: fields.each('volunteer', readVolunteering),
      skills: fields.each('skills', readSkill),
      languages: fields.each('languages', readLanguage),
      certificates: fields.each('certificates', readCredit),
      awards: fields.each('awards', readCredit),
      publications: fields.each('publications', readCredit),
    }),
  }
  return { kind: 'a JSON Resume', draft, skipped: fields.skipped() }
}

function readPerson(basics: Fields): DraftPerson {
  const location = basics.within('location')
  const country = location.line('countryCode')
  return omitEmpty<DraftPerson>({
    name: basics.line('name'),
    headline: basics.line('label'),
    email: basics.line('email'),
    phone: basics.line('phone'),
    location: withoutCityRegion(
      omitEmpty({
        city: location.line('city'),
        region: location.line('region'),
        country: country && (countryCode(country) ?? country),
      }),
    ),
    profiles: distinctProfiles(basics.each('profiles', readProfile).flat()),
  })
}

function readProfile(fields: Fields): DraftProfile[] {
  const network = fields.line('network')
  const username = fields.line('username')
  const profile = makeProfile({ network, username, url: fields.address('url') })
  if (!profile) fields.skip('url', 'it is missing, so the profile has no link')
  return profile ? [profile] : []
}

function readPosition(entry: Fields, course = entry.line('position')): DraftEntry {
  return omitEmpty<DraftEntry>({
    period: entry.period('startDate', 'endDate'),
    course,
    school: entry.line('name', 'company', 'organization'),
    place: entry.line('location'),
    url: entry.address('url', 'website'),
    description: entry.text('summary'),
    highlights: entry.texts('highlights'),
  })
}

function readVolunteering(entry: Fields): DraftEntry {
  return readPosition(entry, entry.lineOr('position', 'Volunteer'))
}

function readEducation(entry: Fields): DraftEntry {
  const area = entry.line('area')
  const degree = entry.line('studyType')
  return omitEmpty<DraftEntry>({
    period: entry.period('startDate', 'endDate'),
    course: degree ?? area ?? entry.lineOr('studyType', 'Studies'),
    area: degree && area,
    school: entry.line('institution'),
    place: entry.line('location'),
    url: entry.address('url'),
    description: entry.text('summary'),
    highlights: entry.texts('courses'),
  })
}

function readSkill(skill: Fields): DraftSkill {
  return omitEmpty<DraftSkill>({
    name: skill.line('name'),
    description: skill.line('level'),
    keywords: skill.lines('keywords'),
  })
}

function readLanguage(language: Fields): DraftLanguage {
  return omitEmpty<DraftLanguage>({
    name: language.line('language', 'name'),
    fluency: language.line('fluency'),
  })
}

/** A certificate, an award or a publication: each has its own names for the same. */
function readCredit(credit: Fields): DraftCredit {
  return omitEmpty<DraftCredit>({
    title: credit.line('title', 'name'),
    by: credit.line('awarder', 'issuer', 'publisher'),
    date: credit.date('date', 'releaseDate'),
    url: credit.address('url', 'website'),
    description: credit.text('summary'),
  })
}

function readProject(project: Fields) {
  return makeProject({
    title: project.line('name'),
    summary: project.text('description', 'summary'),
    url: project.address('url', 'website'),
    repository: project.address('repository'),
    technologies: project.lines('keywords'),
  })
}
