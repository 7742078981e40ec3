import { Fields, type Notes } from './fields.ts'
import { type Draft, readJsonResume } from './json-resume.ts'
import type { Export, TableName } from './linkedin-tables.ts'

/** The portfolio of an export, whose tables are converted to a JSON Resume first. */
export function readLinkedIn({ tables }: Export, notes: Notes): Draft {
  const rows = (name: TableName) =>
    tables
      .filter((table) => table.name === name)
      .flatMap(({ file, rows }) => rows.map((row) => new Fields(row, file, notes)))
  const [profile = new Fields({}, '', notes)] = rows('profile')
  const emails = rows('emailaddresses').map((row) => ({
    email: row.line('Email Address'),
    isPrimary: row.line('Primary')?.toLowerCase() === 'yes',
  }))
  const { email } = emails.find(({ isPrimary }) => isPrimary) ?? emails[0] ?? {}
  const resume = {
    basics: {
      name: nameIn(profile),
      label: profile.line('Headline'),
      email,
      phone: rows('phonenumbers')
        .find((row) => row.has('Number'))
        ?.line('Number'),
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
    },
    work: rows('positions').map(readPosition),
    education: rows('education').map((row) => ({
      institution: row.line('School Name'),
      studyType: row.line('Degree Name'),
      startDate: row.line('Start Date', 'Started On'),
      endDate: row.line('End Date', 'Finished On'),
      summary: [row.text('Notes'), row.text('Activities')].filter(Boolean).join('\n'),
    })),
    volunteer: rows('volunteering').map(readPosition),
    skills: rows('skills').map((row) => row.line('Name')),
    languages: rows('languages').map((row) => ({
      language: row.line('Name'),
      fluency: row.line('Proficiency'),
    })),
    certificates: rows('certifications').map((row) => ({
      name: row.line('Name'),
      issuer: row.line('Authority'),
      date: row.line('Started On'),
      url: row.line('Url'),
    })),
    awards: rows('honors').map((row) => ({
      title: row.line('Title'),
      awarder: row.line('Issuer'),
      date: row.line('Issued On', 'Issue Date'),
      summary: row.text('Description'),
    })),
    publications: rows('publications').map((row) => ({
      name: row.line('Name'),
      publisher: row.line('Publisher'),
      releaseDate: row.line('Published On'),
      url: row.line('Url'),
      summary: row.text('Description'),
    })),
    projects: rows('projects').map((row) => ({
      name: row.line('Title'),
      description: row.text('Description'),
      url: row.line('Url'),
      startDate: row.line('Started On', 'Start Date'),
      endDate: row.line('Finished On', 'End Date'),
    })),
    references: rows('recommendationsreceived').flatMap(readRecommendation),
  }
  return readJsonResume(new Fields(resume, '', notes))
}

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

function readPosition(row: Fields) {
  return {
    name: row.line('Company Name'),
    position: row.line('Title', 'Role'),
    location: row.line('Location'),
    startDate: row.line('Started On'),
    endDate: row.line('Finished On'),
    summary: row.text('Description'),
  }
}

/** LinkedIn's lists, such as [one,other]. */
function listOf(text = ''): string[] {
  return text
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}
