import { Fields, type Notes } from './fields.ts'
import { type Draft, readJsonResume } from './json-resume.ts'
import type { Export } from './linkedin-tables.ts'

/** The portfolio of an export. Its tables are the lists of a JSON Resume with other names. */
export function readLinkedIn({ tables }: Export, notes: Notes): Draft {
  const rows = (name: string) =>
    tables
      .filter((table) => table.name === name)
      .flatMap(({ file, rows }) => rows.map((row) => new Fields(row, file, notes)))
  const [profile = new Fields({}, '', notes)] = rows('profile')
  const emails = rows('emailaddresses').map((row) => ({
    email: row.line('Email Address'),
    isPrimary: row.line('Primary')?.toLowerCase() === 'yes',
  }))
  const [phone] = rows('phonenumbers').flatMap((row) => row.line('Number') ?? [])
  const basics = {
    name: nameIn(profile),
    label: profile.line('Headline'),
    email: (emails.find(({ isPrimary }) => isPrimary) ?? emails[0])?.email,
    phone,
    summary: profile.text('Summary'),
    location: profile.line('Geo Location'),
    profiles: [
      ...listOf(profile.line('Websites')).map((site) => ({ url: site.replace(/^[A-Z_]+:/, '') })),
      ...listOf(profile.line('Twitter Handles')).map((username) => ({
        network: 'X',
        username,
        url: `https://x.com/${username}`,
      })),
    ],
  }
  const references = rows('recommendationsreceived').flatMap(readRecommendation)
  const lists = tables.filter(({ name }) => !OF_PERSON.includes(name))
  // An export may have Positions.csv twice, in two of its folders.
  const byName = [...Map.groupBy(lists, ({ name }) => name).values()].map((same) => [
    same[0]?.file,
    same.flatMap(({ rows }) => rows),
  ])
  return readJsonResume(
    new Fields({ basics, references, ...Object.fromEntries(byName) }, '', notes),
  )
}

/** The tables that are no lists of a resume. */
const OF_PERSON = ['profile', 'emailaddresses', 'phonenumbers', 'recommendationsreceived']

function nameIn(row: Fields): string {
  return [row.line('First Name'), row.line('Last Name')].filter(Boolean).join(' ')
}

/** An export has the recommendations that its owner hides as well. */
function readRecommendation(row: Fields) {
  const status = row.line('Status')
  const recommendation = {
    name: nameIn(row),
    role: [row.line('Job Title'), row.line('Company')].filter(Boolean).join(', '),
    reference: row.text('Text'),
  }
  if (!status || status.toUpperCase() === 'VISIBLE') return [recommendation]
  row.lose('Text', recommendation.reference, `by ${recommendation.name} is hidden on LinkedIn`)
  return []
}

/** LinkedIn's lists, such as [one,other]. */
function listOf(text = ''): string[] {
  return text
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}
