import { countryOfPlace } from '../content/locale.ts'
import { withoutCityRegion } from '../content/resolve.ts'
import { omitEmpty } from '../content/values.ts'
import { shortHeadline } from './derived-texts.ts'
import {
  type Draft,
  type DraftCredit,
  type DraftEntry,
  type DraftLanguage,
  type DraftPerson,
  type Imported,
  listed,
  type Skipped,
} from './draft.ts'
import { cleanText, Fields } from './fields.ts'
import { MAX_ROWS, readTable } from './linkedin-files.ts'
import { distinctProfiles, isProfileAddress, makeProfile, makeProject } from './profiles.ts'

const SECOND = 'it is a second one'
const BULLET = /^\s*[•▪◦‣·*–-]\s+/

/** Reads the tables of a LinkedIn export, by their names. */
export function readLinkedIn(files: Map<string, Uint8Array>): Imported & { damaged: Skipped[] } {
  const tables = [...files].map(([name, bytes]) => ({ name, ...readTable(name, bytes) }))
  const damaged = tables.flatMap(({ name, error }) =>
    error ? [{ what: `the table ${name}.csv`, why: `${error}; export it again` }] : [],
  )
  const cut = tables.flatMap(({ name, isCut }) =>
    isCut ? [{ what: `${name}.csv`, why: `only its first ${MAX_ROWS} rows count` }] : [],
  )
  const fields = new Fields(Object.fromEntries(tables.map(({ name, rows }) => [name, rows])))
  const [profile, ...surplus] = fields.each('Profile', readProfile)
  for (const { person } of surplus) fields.skip(`the profile of ${person.name}`, SECOND)
  const cards = fields.each('Projects', readProject)
  const draft: Draft = {
    ...(profile?.url && { site: { url: profile.url } }),
    person: omitEmpty<DraftPerson>({
      ...profile?.person,
      email: mainAddress(fields),
      phone: onlyFirst(fields.each('PhoneNumbers', readPhone), fields),
    }),
    ...(profile?.bio && { about: { bio: profile.bio } }),
    ...(cards.length > 0 && { projects: { cards } }),
    resume: {
      ...listed('experience', fields.each('Positions', readPosition)),
      ...listed('education', fields.each('Education', readEducation)),
      ...listed('volunteering', fields.each('Volunteering', readVolunteering)),
      ...listed(
        'skills',
        fields.each('Skills', (skill) => omitEmpty({ name: skill.line('Name') })),
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
    skipped: [...damaged, ...cut, ...fields.skipped()],
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
  const person: DraftPerson = omitEmpty({
    name: [first, last].filter(Boolean).join(' ') || undefined,
    headline: readHeadline(fields),
    location: withoutCityRegion(
      omitEmpty({
        city: place.length > 1 || !country ? place[0] : undefined,
        region: place.slice(1, country ? -1 : undefined).join(', '),
        country,
      }),
    ),
    profiles: distinctProfiles(profiles),
  })
  const url = addresses.find((address) => !isProfileAddress(address))
  for (const other of addresses) {
    if (other !== url && !isProfileAddress(other))
      fields.skip('Websites', `${other} is a second address`)
  }
  return { person, url, bio: fields.paragraphs('Summary') }
}

/** Many people put several headlines into one line, with separators between. */
function readHeadline(fields: Fields): string | undefined {
  const whole = fields.line('Headline')
  const headline = whole && shortHeadline(whole)
  if (headline && headline !== whole) {
    const rest = whole.slice(headline.length).replace(/^\s*[|·•]\s*/, '')
    fields.skip('Headline', `only the part before the first separator is imported, not: ${rest}`)
  }
  return headline
}

/** Parses LinkedIn's lists, such as [one,other]. */
function listOf(text = ''): string[] {
  return text
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

function mainAddress(fields: Fields): string | undefined {
  const addresses = fields.each('Email Addresses', (entry) => {
    entry.ignore('Confirmed', 'Updated On')
    return { address: entry.line('Email Address'), isMain: entry.line('Primary') === 'Yes' }
  })
  const main = addresses.find(({ isMain }) => isMain)
  return onlyFirst(
    [main, ...addresses].map((entry) => entry?.address),
    fields,
  )
}

/** The first value, because the portfolio has one field; the others are reported. */
function onlyFirst(values: (string | undefined)[], fields: Fields): string | undefined {
  const [first, ...others] = new Set(values.filter((value) => value !== undefined))
  for (const other of others) fields.skip(other, SECOND)
  return first
}

function readPhone(entry: Fields): string | undefined {
  entry.ignore('Type')
  return entry.line('Number')
}

function readPosition(entry: Fields): DraftEntry {
  return omitEmpty<DraftEntry>({
    period: entry.period('Started On', 'Finished On'),
    course: entry.line('Title'),
    school: entry.line('Company Name'),
    place: entry.line('Location'),
    ...partBullets(entry.text('Description')),
  })
}

function readEducation(entry: Fields): DraftEntry {
  const notes = [entry.text('Notes'), entry.text('Activities')].filter(Boolean)
  return omitEmpty<DraftEntry>({
    period: entry.period('Start Date', 'End Date'),
    course: entry.lineOr('Degree Name', 'Studies'),
    school: entry.line('School Name'),
    ...partBullets(notes.join('\n')),
  })
}

function readVolunteering(entry: Fields): DraftEntry {
  return omitEmpty<DraftEntry>({
    period: entry.period('Started On', 'Finished On'),
    course: entry.lineOr('Role', 'Volunteer'),
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

function readLanguage(entry: Fields): DraftLanguage {
  return omitEmpty<DraftLanguage>({
    name: entry.line('Name'),
    fluency: entry.line('Proficiency'),
  })
}

function readCredit(entry: Fields): DraftCredit {
  return omitEmpty<DraftCredit>({
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
