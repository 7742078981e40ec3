import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { unzipSync } from 'fflate'
import { type Draft, readJsonResume } from './json-resume.ts'

/** The tables of an export that are about the person. For the last ones, the portfolio has no field. */
const TABLES = [
  ...['Profile', 'Email Addresses', 'Positions', 'Education', 'Skills', 'Projects', 'Languages'],
  ...['Certifications', 'Honors', 'Publications', 'Volunteering', 'Recommendations Received'],
  ...['PhoneNumbers', 'Courses', 'Organizations', 'Patents', 'Test Scores'],
]

/** Columns that say nothing of the person. */
const BOOKKEEPING = ['Confirmed', 'Updated On', 'Creation Date']

type Row = Record<string, string | undefined>
/** The rows of each table, by its name. */
type Tables = Map<string, Row[]>

export function tablesOfFolder(folder: string): Tables {
  const names = readdirSync(folder).filter(isTable)
  return tablesOf(names.map((name) => [name, readFileSync(join(folder, name))]))
}

/** Writes nothing to the disk, so the paths in a zip have no effect. */
export function tablesOfZip(bytes: Uint8Array): Tables {
  return tablesOf(Object.entries(unzipSync(bytes, { filter: ({ name }) => isTable(name) })))
}

function isTable(file: string): boolean {
  return file.endsWith('.csv') && TABLES.includes(basename(file, '.csv'))
}

function tablesOf(files: [name: string, body: Uint8Array][]): Tables {
  return new Map(
    files.map(([name, body]) => [
      basename(name, '.csv'),
      (parse(body, CSV) as Row[]).map(withoutBookkeeping),
    ]),
  )
}

function withoutBookkeeping(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !BOOKKEEPING.includes(name)))
}

const CSV = {
  bom: true,
  columns: true,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  trim: true,
} as const

/** The portfolio of an export, whose tables are converted to a JSON Resume first. */
export function readLinkedIn(tables: Record<string, Row[]>): Draft {
  const rows = (table: string) => tables[table] ?? []
  const [profile = {}] = rows('Profile')
  const emails = rows('Email Addresses')
  const email = emails.find(({ Primary }) => Primary === 'Yes') ?? emails[0]
  const draft = readJsonResume({
    basics: {
      name: `${profile['First Name'] ?? ''} ${profile['Last Name'] ?? ''}`,
      label: profile.Headline,
      email: email?.['Email Address'],
      summary: profile.Summary,
      profiles: [
        ...listOf(profile.Websites).map((site) => ({ url: site.replace(/^[A-Z_]+:/, '') })),
        ...listOf(profile['Twitter Handles']).map((username) => ({
          network: 'X',
          username,
          url: `https://x.com/${username}`,
        })),
      ],
    },
    work: rows('Positions').map((row) => ({
      name: row['Company Name'],
      position: row.Title,
      location: row.Location,
      ...datesOf(row['Started On'], row['Finished On']),
      ...textsOf(row.Description),
    })),
    education: rows('Education').map((row) => ({
      institution: row['School Name'],
      studyType: row['Degree Name'] || 'Studies',
      ...datesOf(row['Start Date'], row['End Date']),
      summary: [row.Notes, row.Activities].filter(Boolean).join('\n'),
    })),
    volunteer: rows('Volunteering').map((row) => ({
      organization: row['Company Name'],
      position: row.Role || 'Volunteer',
      ...datesOf(row['Started On'], row['Finished On']),
      ...textsOf(row.Description),
    })),
    skills: rows('Skills').map((row) => ({ name: row.Name })),
    languages: rows('Languages').map((row) => ({ language: row.Name, fluency: row.Proficiency })),
    certificates: rows('Certifications').map((row) => ({
      name: row.Name,
      issuer: row.Authority,
      date: monthOf(row['Started On']),
      url: row.Url,
    })),
    awards: rows('Honors').map((row) => ({
      title: row.Title,
      date: monthOf(row['Issued On']),
      summary: row.Description,
    })),
    publications: rows('Publications').map((row) => ({
      name: row.Name,
      publisher: row.Publisher,
      releaseDate: monthOf(row['Published On']),
      url: row.Url,
      summary: row.Description,
    })),
    projects: rows('Projects').map((row) => ({
      name: row.Title,
      description: row.Description,
      url: row.Url,
      ...datesOf(row['Started On'], row['Finished On']),
    })),
    // LinkedIn exports recommendations that their owner hides as well.
    references: rows('Recommendations Received')
      .filter(({ Status = 'VISIBLE' }) => Status === 'VISIBLE')
      .map((row) => ({
        name: `${row['First Name']} ${row['Last Name']}`,
        role: [row['Job Title'], row.Company].filter(Boolean).join(', '),
        reference: row.Text,
      })),
  })
  const place = profile['Geo Location']
  return place ? { ...draft, hero: { place } } : draft
}

/** LinkedIn's lists, such as [one,other]. */
function listOf(text = ''): string[] {
  return text
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

function datesOf(start: string | undefined, end: string | undefined) {
  return { startDate: monthOf(start), endDate: monthOf(end) }
}

/** LinkedIn writes 2014, May 2014 and, for publications, May 5, 2014. */
function monthOf(date: string | undefined): string | undefined {
  return date?.replace(/ \d{1,2}, /, ' ')
}

const BULLET = /^\s*[•▪◦‣·*–-]\s+/

/** Lines with a bullet are highlights. */
function textsOf(description = '') {
  const lines = description.split('\n')
  return {
    summary: lines.filter((line) => !BULLET.test(line)).join('\n'),
    highlights: lines.filter((line) => BULLET.test(line)).map((line) => line.replace(BULLET, '')),
  }
}
