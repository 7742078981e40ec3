import { countryCode } from '../content/locale.ts'
import { withoutCityRegion } from '../content/resolve.ts'
import { omitEmpty } from '../content/values.ts'
import {
  type Draft,
  type DraftPerson,
  type DraftProject,
  distinctProfiles,
  type Imported,
  isSourceAddress,
  makeProfile,
} from './draft.ts'
import { cleanLine, cleanParagraph, Fields, paragraphsOf } from './fields.ts'

type Resume = NonNullable<Draft['resume']>
type EntryOf<List> = List extends { entries?: (infer Entry)[] } ? Entry : never
type Entry = EntryOf<NonNullable<Resume['experience']>>
type Credit = EntryOf<NonNullable<Resume['awards']>>
type Skill = EntryOf<NonNullable<Resume['skills']>>
type Language = EntryOf<NonNullable<Resume['languages']>>

const BULLET = /^\s*[•▪◦‣·*–-]\s+/

/** Sections that identify a JSON Resume. */
export const JSON_RESUME_SECTIONS = ['basics', 'work', 'education', 'skills', 'volunteer']

/** Reads a JSON Resume; older names of version 0 and the few that our own export adds count too. */
export function readJsonResume(values: Record<string, unknown>): Imported {
  const fields = new Fields(values)
  // About the file, not about the person.
  fields.ignore('$schema', 'meta')
  const basics = fields.within('basics')
  const url = basics.address('url', 'website')
  const bio = paragraphsOf(basics.text('summary'))
  const draft = {
    ...(url && { site: { url } }),
    person: readPerson(basics),
    ...(bio && { about: { bio } }),
    ...readLists(fields),
  }
  return { kind: 'a JSON Resume', draft, skipped: fields.skipped() }
}

function readPerson(basics: Fields): DraftPerson {
  const location = basics.within('location')
  const country = location.line('countryCode')
  const profiles = basics.each('profiles', (fields) => {
    const [network, username] = [fields.line('network'), fields.line('username')]
    const profile = makeProfile({ network, username, url: fields.address('url') })
    if (!profile) fields.skip('url', 'it is missing, so the profile has no link')
    return profile
  })
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
    profiles: distinctProfiles(profiles.filter((profile) => profile !== undefined)),
  })
}

/**
 * Reads the projects and the lists of the resume from a JSON Resume or the tables of a LinkedIn
 * export. Each list and field has its names in JSON Resume first, then those of LinkedIn.
 */
export function readLists(fields: Fields): Pick<Draft, 'projects' | 'resume' | 'testimonials'> {
  const each = <Item>(names: string[], read: (entry: Fields) => Item) =>
    names.flatMap((name) => fields.each(name, read))
  const cards = each(['projects', 'Projects'], readProject)
  const voices = [
    ...fields.each('references', readReference),
    ...fields.each('Recommendations Received', readRecommendation),
  ].filter((entry) => entry !== undefined)
  const lists = {
    experience: each(['work', 'Positions'], (entry) => readPosition(entry)),
    education: each(['education', 'Education'], readEducation),
    volunteering: each(['volunteer', 'Volunteering'], readVolunteering),
    skills: each(['skills', 'Skills'], readSkill),
    languages: each(['languages', 'Languages'], readLanguage),
    certificates: each(['certificates', 'Certifications'], readCredit),
    awards: each(['awards', 'Honors'], readCredit),
    publications: each(['publications', 'Publications'], readCredit),
  }
  const filled = Object.entries(lists).filter(([, entries]) => entries.length > 0)
  return {
    ...(cards.length > 0 && { projects: { cards } }),
    ...(voices.length > 0 && { testimonials: { entries: voices } }),
    resume: Object.fromEntries(filled.map(([name, entries]) => [name, { entries }])),
  }
}

function readPosition(entry: Fields, course = entry.line('position', 'Title')): Entry {
  return omitEmpty<Entry>({
    period: entry.period(['startDate', 'endDate'], ['Started On', 'Finished On']),
    course,
    school: entry.line('name', 'company', 'organization', 'Company Name'),
    place: entry.line('location', 'Location'),
    url: entry.address('url', 'website'),
    ...details(entry, 'highlights', 'Description'),
  })
}

function readVolunteering(entry: Fields): Entry {
  return readPosition(entry, entry.lineOr('Volunteer', 'position', 'Role'))
}

function readEducation(entry: Fields): Entry {
  const area = entry.line('area')
  const degree = entry.line('studyType', 'Degree Name')
  return omitEmpty<Entry>({
    period: entry.period(['startDate', 'endDate'], ['Start Date', 'End Date']),
    course: degree ?? area ?? entry.lineOr('Studies', 'studyType', 'Degree Name'),
    area: degree && area,
    school: entry.line('institution', 'School Name'),
    place: entry.line('location'),
    url: entry.address('url'),
    ...details(entry, 'courses', 'Notes', 'Activities'),
  })
}

/** The description and the highlights: in LinkedIn's texts, lines with a bullet are highlights. */
function details(entry: Fields, highlights: string, ...columns: string[]) {
  const lines = columns.flatMap((name) => entry.text(name)?.split('\n') ?? [])
  const isBullet = (line: string) => BULLET.test(line)
  const bullets = lines.filter(isBullet).map((line) => cleanParagraph(line.replace(BULLET, '')))
  return {
    description:
      entry.text('summary') ?? cleanParagraph(lines.filter((line) => !isBullet(line)).join('\n')),
    highlights: [...entry.texts(highlights), ...bullets.filter((text) => text !== undefined)],
  }
}

function readSkill(skill: Fields): Skill {
  return omitEmpty<Skill>({
    name: skill.line('name', 'Name'),
    description: skill.line('level'),
    keywords: skill.texts('keywords', cleanLine),
  })
}

function readLanguage(language: Fields): Language {
  return omitEmpty<Language>({
    name: language.line('language', 'name', 'Name'),
    fluency: language.line('fluency', 'Proficiency'),
  })
}

/** A certificate, an award or a publication: each has its own names for the same. */
function readCredit(credit: Fields): Credit {
  return omitEmpty<Credit>({
    title: credit.line('title', 'name', 'Title', 'Name'),
    by: credit.line('awarder', 'issuer', 'publisher', 'Authority', 'Publisher'),
    date: credit.date('date', 'releaseDate', 'Started On', 'Issued On', 'Published On'),
    url: credit.address('url', 'website', 'Url'),
    description: credit.text('summary', 'Description'),
  })
}

type Voice = EntryOf<NonNullable<Draft['testimonials']>>

function readReference(entry: Fields): Voice {
  return omitEmpty<Voice>({
    quote: entry.text('reference'),
    who: entry.line('name'),
    role: entry.line('role'),
    link: entry.address('url'),
  })
}

/** LinkedIn exports recommendations that the owner hides from the profile as well. */
function readRecommendation(entry: Fields): Voice | undefined {
  entry.ignore('Creation Date')
  const quote = entry.text('Text')
  const who = [entry.line('First Name'), entry.line('Last Name')].filter(Boolean).join(' ')
  const role = [entry.line('Job Title'), entry.line('Company')].filter(Boolean).join(', ')
  const status = entry.line('Status') ?? 'VISIBLE'
  if (status !== 'VISIBLE') {
    entry.skip(`by ${who}`, `it is not visible on your profile (${status})`)
    return undefined
  }
  return omitEmpty<Voice>({ quote, who, role })
}

/** A project. No import contains images, and the page works without. */
function readProject(project: Fields): DraftProject {
  const url = project.address('url', 'website', 'Url')
  const repository = project.address('repository')
  const isSource = url !== undefined && !repository && isSourceAddress(url)
  return omitEmpty<DraftProject>({
    title: project.line('name', 'Title'),
    summary: project.text('description', 'summary', 'Description'),
    githubUrl: isSource ? url : repository,
    projectUrl: isSource ? undefined : url,
    technologies: project.texts('keywords', cleanLine),
    kind: project.line('type'),
    client: project.line('entity'),
    role: project.texts('roles', cleanLine).join(', '),
    result: project.texts('highlights', (value) => cleanParagraph(value, cleanLine)).join('\n'),
  })
}
