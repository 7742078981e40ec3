import { withoutEmpty } from '../content/without-empty.ts'
import { paragraphsOf } from './clean-text.ts'
import { countryCode } from './countries.ts'
import type {
  Draft,
  DraftCredit,
  DraftEntry,
  DraftPerson,
  DraftProfile,
  DraftSkill,
  Imported,
} from './draft.ts'
import { type Fields, openFields } from './fields.ts'
import { listed, standIn } from './parts-of-draft.ts'
import { distinctProfiles, makeProfile } from './profiles.ts'
import { makeProject } from './projects.ts'

/** The names by which a JSON Resume is known. */
export const JSON_RESUME_SECTIONS = ['basics', 'work', 'education', 'skills', 'volunteer']

/** Reads a JSON Resume; older names of version 0 and the few that our own export adds count too. */
export function readJsonResume(values: Record<string, unknown>): Imported {
  const { fields, whatIsLeft } = openFields(values)
  // About the file, not about the person.
  fields.any('$schema')
  fields.any('meta')
  const basics = fields.within('basics')
  const url = basics.address('url', 'website')
  const bio = paragraphsOf(basics.any('summary'))
  const cards = fields.each('projects', readProject)
  const draft: Draft = {
    ...(url && { site: { url } }),
    person: readPerson(basics),
    ...(bio && { about: { bio } }),
    ...(cards.length > 0 && { projects: { cards } }),
    resume: {
      ...listed('experience', fields.each('work', readWork)),
      ...listed('education', fields.each('education', readEducation)),
      ...listed('volunteering', fields.each('volunteer', readVolunteer)),
      ...listed('skills', fields.each('skills', readSkill)),
      ...listed('languages', fields.each('languages', readLanguage)),
      ...listed('certificates', fields.each('certificates', readCredit)),
      ...listed('awards', fields.each('awards', readCredit)),
      ...listed('publications', fields.each('publications', readCredit)),
    },
  }
  return { kind: 'a JSON Resume', draft, left: whatIsLeft() }
}

function readPerson(basics: Fields): DraftPerson {
  const location = basics.within('location')
  const country = location.line('countryCode')
  return withoutEmpty<DraftPerson>({
    name: basics.line('name'),
    headline: basics.line('label'),
    email: basics.line('email'),
    phone: basics.line('phone'),
    location: withoutEmpty({
      city: location.line('city'),
      region: location.line('region'),
      country: country && (countryCode(country) ?? country),
    }),
    profiles: distinctProfiles(basics.each('profiles', readProfile).flat()),
  })
}

function readProfile(fields: Fields): DraftProfile[] {
  const network = fields.line('network')
  const username = fields.line('username')
  const profile = makeProfile({ network, username, url: fields.address('url') })
  if (!profile) fields.leave('url', 'it is missing, so the profile leads nowhere')
  return profile ? [profile] : []
}

function readWork(entry: Fields): DraftEntry {
  return withoutEmpty<DraftEntry>({
    period: entry.period('startDate', 'endDate'),
    course: entry.line('position'),
    school: entry.line('name', 'company'),
    place: entry.line('location'),
    url: entry.address('url', 'website'),
    description: entry.text('summary'),
    highlights: entry.texts('highlights'),
  })
}

function readVolunteer(entry: Fields): DraftEntry {
  return withoutEmpty<DraftEntry>({
    period: entry.period('startDate', 'endDate'),
    course: entry.line('position') ?? standIn(entry, 'position', 'Volunteer'),
    school: entry.line('organization'),
    place: entry.line('location'),
    url: entry.address('url', 'website'),
    description: entry.text('summary'),
    highlights: entry.texts('highlights'),
  })
}

function readEducation(entry: Fields): DraftEntry {
  const area = entry.line('area')
  const degree = entry.line('studyType')
  return withoutEmpty<DraftEntry>({
    period: entry.period('startDate', 'endDate'),
    course: degree ?? area ?? standIn(entry, 'studyType', 'Studies'),
    area: degree && area,
    school: entry.line('institution'),
    place: entry.line('location'),
    url: entry.address('url'),
    description: entry.text('summary'),
    highlights: entry.texts('courses'),
  })
}

function readSkill(skill: Fields): DraftSkill {
  return withoutEmpty<DraftSkill>({
    name: skill.line('name'),
    meaning: skill.line('level'),
    keywords: skill.lines('keywords'),
  })
}

function readLanguage(language: Fields) {
  return withoutEmpty<{ name?: string; fluency?: string }>({
    name: language.line('language', 'name'),
    fluency: language.line('fluency'),
  })
}

/** A certificate, an award or a publication: each has its own names for the same. */
function readCredit(credit: Fields): DraftCredit {
  return withoutEmpty<DraftCredit>({
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
