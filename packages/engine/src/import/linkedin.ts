import { withoutEmpty } from '../content/without-empty.ts'
import { cleanText, paragraphsOf } from './clean-text.ts'
import { countryOfPlace } from './countries.ts'
import type { Draft, DraftCredit, DraftEntry, DraftPerson, Imported, Left } from './draft.ts'
import { type Fields, openFields } from './fields.ts'
import { listed, standIn } from './parts-of-draft.ts'
import { distinctProfiles, isProfileAddress, makeProfile } from './profiles.ts'
import { makeProject } from './projects.ts'
import { readTable } from './tables.ts'

/** The tables of an export that say something a portfolio has, and a name of a column of each. */
export const LINKEDIN_TABLES: Record<string, string> = {
  Profile: 'First Name',
  Positions: 'Company Name',
  Education: 'School Name',
  Skills: 'Name',
  Projects: 'Title',
  Languages: 'Name',
  Certifications: 'Name',
  Honors: 'Title',
  Publications: 'Name',
  Volunteering: 'Company Name',
  'Email Addresses': 'Email Address',
  PhoneNumbers: 'Number',
}

const BULLET = /^\s*[•▪◦‣·*–-]\s+/

/** Reads the tables of a LinkedIn export, by their names. */
export function readLinkedIn(files: Map<string, Uint8Array>): Imported & { damaged: Left[] } {
  const tables = Object.entries(LINKEDIN_TABLES).map(([name, column]) => {
    const bytes = files.get(name)
    return { name, ...(bytes ? readTable(bytes, [column]) : { rows: [] }) }
  })
  const damaged = tables.flatMap(({ name, fault }) =>
    fault ? [{ what: `the table ${name}.csv`, why: `${fault}; save it anew and import it` }] : [],
  )
  const rows = tables.map(({ name, rows }) => [name, rows])
  const { fields, whatIsLeft } = openFields(Object.fromEntries(rows))
  const [profile] = fields.each('Profile', (entry) => readProfile(entry))
  const cards = fields.each('Projects', readProject)
  const draft: Draft = {
    ...(profile?.url && { site: { url: profile.url } }),
    person: withoutEmpty<DraftPerson>({
      ...profile?.person,
      email: mainAddress(fields),
      phone: fields.each('PhoneNumbers', readPhone).find(Boolean),
    }),
    ...(profile?.bio && { about: { bio: profile.bio } }),
    ...(cards.length > 0 && { projects: { cards } }),
    resume: {
      ...listed('experience', fields.each('Positions', readPosition)),
      ...listed('education', fields.each('Education', readEducation)),
      ...listed('volunteering', fields.each('Volunteering', readVolunteering)),
      ...listed(
        'skills',
        fields.each('Skills', (skill) => withoutEmpty({ name: skill.line('Name') })),
      ),
      ...listed('languages', fields.each('Languages', readLanguage)),
      ...listed('certificates', fields.each('Certifications', readCredit)),
      ...listed('awards', fields.each('Honors', readCredit)),
      ...listed('publications', fields.each('Publications', readCredit)),
    },
  }
  return {
    kind: 'a LinkedIn export',
    draft,
    left: [...damaged, ...whatIsLeft()],
    damaged,
  }
}

function readProfile(fields: Fields) {
  const first = fields.line('First Name')
  const last = fields.line('Last Name')
  const place = fields.line('Geo Location')?.split(', ') ?? []
  const country = countryOfPlace(place.at(-1) ?? '')
  const addresses = listOf(fields.line('Websites')).map((site) => site.replace(/^[A-Z_]+:/, ''))
  const handles = listOf(fields.line('Twitter Handles'))
  const profiles = [
    ...addresses.filter(isProfileAddress).map((url) => makeProfile({ url })),
    ...handles.map((username) => makeProfile({ network: 'X', username })),
  ].filter((profile) => profile !== undefined)
  const person: DraftPerson = withoutEmpty({
    name: [first, last].filter(Boolean).join(' ') || undefined,
    headline: fields.line('Headline'),
    location: withoutEmpty({
      city: place.length > 1 || !country ? place[0] : undefined,
      region: place.length > 2 || !country ? place[1] : undefined,
      country,
    }),
    profiles: distinctProfiles(profiles),
  })
  const url = addresses.find((address) => !isProfileAddress(address))
  for (const other of addresses) {
    if (other !== url && !isProfileAddress(other))
      fields.leave('Websites', `${other} is a second address`)
  }
  return { person, url, bio: paragraphsOf(fields.any('Summary')) }
}

/** LinkedIn writes lists as [one,other]. */
function listOf(text = ''): string[] {
  return text
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

function mainAddress(fields: Fields): string | undefined {
  const addresses = fields.each('Email Addresses', (entry) => {
    entry.any('Confirmed')
    entry.any('Updated On')
    return { address: entry.line('Email Address'), isMain: entry.line('Primary') === 'Yes' }
  })
  return (addresses.find(({ isMain }) => isMain) ?? addresses[0])?.address
}

function readPhone(entry: Fields): string | undefined {
  entry.any('Type')
  return entry.line('Number')
}

function readPosition(entry: Fields): DraftEntry {
  return withoutEmpty<DraftEntry>({
    period: entry.period('Started On', 'Finished On'),
    course: entry.line('Title'),
    school: entry.line('Company Name'),
    place: entry.line('Location'),
    ...partBullets(entry.text('Description')),
  })
}

function readEducation(entry: Fields): DraftEntry {
  const notes = [entry.text('Notes'), entry.text('Activities')].filter(Boolean)
  return withoutEmpty<DraftEntry>({
    period: entry.period('Start Date', 'End Date'),
    course: entry.line('Degree Name') ?? standIn(entry, 'Degree Name', 'Studies'),
    school: entry.line('School Name'),
    ...partBullets(notes.join('\n')),
  })
}

function readVolunteering(entry: Fields): DraftEntry {
  return withoutEmpty<DraftEntry>({
    period: entry.period('Started On', 'Finished On'),
    course: entry.line('Role') ?? standIn(entry, 'Role', 'Volunteer'),
    school: entry.line('Company Name'),
    ...partBullets(entry.text('Description')),
  })
}

/** Lines that begin with a bullet are results; the others describe. */
function partBullets(text = ''): { description: string | undefined; highlights: string[] } {
  const lines = text.split('\n')
  const isBullet = (line: string) => BULLET.test(line)
  return {
    description: cleanText(lines.filter((line) => !isBullet(line)).join('\n')),
    highlights: lines.filter(isBullet).flatMap((line) => cleanText(line.replace(BULLET, '')) ?? []),
  }
}

function readLanguage(entry: Fields) {
  return withoutEmpty<{ name?: string; fluency?: string }>({
    name: entry.line('Name'),
    fluency: entry.line('Proficiency'),
  })
}

function readCredit(entry: Fields): DraftCredit {
  return withoutEmpty<DraftCredit>({
    title: entry.line('Name', 'Title'),
    by: entry.line('Authority', 'Publisher'),
    date: entry.date('Started On', 'Issued On', 'Published On'),
    url: entry.address('Url'),
    description: entry.text('Description'),
  })
}

function readProject(entry: Fields) {
  return makeProject({
    title: entry.line('Title'),
    summary: entry.text('Description'),
    url: entry.address('Url'),
  })
}
