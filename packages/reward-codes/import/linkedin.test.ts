import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { LINKEDIN_EXPORT } from 'test-fixtures/imports/linkedin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readImport } from './read-import.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-linkedin-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function read(path: string) {
  const imported = readImport(path)
  if (!imported.ok) throw new Error(imported.error)
  return imported.draft
}

function readTables(tables: Record<string, string>) {
  for (const [name, text] of Object.entries(tables)) writeFileSync(join(folder, name), text)
  return read(folder)
}

test('the profile, the main e-mail address and the telephone become the person', () => {
  const { person, hero, about } = readTables(LINKEDIN_EXPORT)
  expect(person).toEqual({
    name: 'Bartłomiej Example',
    headline: 'Platform Engineer, "the one with the diagrams"',
    email: 'mail@bartek.example.org',
    phone: '+48 22 555 01 02',
    location: { city: 'Warsaw', region: 'Mazowieckie', country: 'PL' },
    profiles: [
      { name: 'bartek.example.org', icon: 'globe', url: 'https://bartek.example.org' },
      { name: 'github.com', icon: 'github', url: 'https://github.com/bartek-example' },
      { name: 'second.example.org', icon: 'globe', url: 'https://second.example.org' },
      { name: 'X', icon: 'x', url: 'https://x.com/bartek_example', username: 'bartek_example' },
    ],
  })
  expect(hero).toEqual({ place: 'Warsaw, Mazowieckie, Poland' })
  expect(about).toEqual({ bio: ['I keep servers boring.', 'I like runbooks that nobody needs.'] })
})

test('positions keep commas and lines, and bullets become highlights', () => {
  expect(readTables(LINKEDIN_EXPORT).resume?.experience?.entries).toEqual([
    {
      period: '2021-01 – present',
      course: 'Platform Engineer',
      school: 'Quiet Servers',
      place: 'Warsaw',
      description: 'Everything between a commit and a customer.',
      highlights: ['Deploys from 40 minutes to 6', 'On-call that lets people sleep'],
    },
    {
      period: '2016-05 – 2020-12',
      course: 'Systems Administrator',
      school: 'Example, Sons & Co.',
      highlights: ['Moved 300 mailboxes, and lost none'],
    },
    { period: '2014 – 2016', course: 'Apprentice', school: 'Old Mill' },
  ])
})

test('all other tables are imported', () => {
  const { resume, projects } = readTables(LINKEDIN_EXPORT)
  expect(resume).toMatchObject({
    education: {
      entries: [
        {
          period: '2010 – 2014',
          course: 'Inżynier',
          school: 'Politechnika Przykładowa',
          description: 'Thesis on queues\nChess club',
        },
        { period: '2007 – 2010', course: 'Szkoła Przykładowa' },
      ],
    },
    skills: { entries: [{ name: 'Linux' }, { name: 'Kubernetes' }, { name: 'Networks, mostly' }] },
    languages: {
      entries: [
        { name: 'Polish', fluency: 'Native or bilingual proficiency' },
        { name: 'English', fluency: 'Full professional proficiency' },
      ],
    },
    certificates: { entries: [{ by: 'Example Foundation', date: '2019-06' }] },
    awards: { entries: [{ title: 'Quietest Team', date: '2023-11' }] },
    publications: { entries: [{ by: 'Example Magazine', date: '2022-02-03' }] },
    volunteering: {
      entries: [{ period: '2018-09 – present', course: 'Repair Café' }],
    },
  })
  expect(projects?.cards).toEqual([
    {
      title: 'Boring Deploy',
      summary: 'A deploy script of 90 lines',
      githubUrl: 'https://github.com/bartek-example/boring',
      year: '2022',
    },
  ])
})

test('columns and tables without a field are named', () => {
  for (const [name, text] of Object.entries(LINKEDIN_EXPORT))
    writeFileSync(join(folder, name), text)
  const imported = readImport(folder)
  expect(imported.ok && imported.unread.toSorted()).toEqual([
    ...['Certifications.Finished On', 'Certifications.License Number', 'Connections.csv'],
    ...['PhoneNumbers.Type', 'Profile.Birth Date', 'Profile.Industry', 'Profile.Zip Code'],
    'Volunteering.Cause',
  ])
})

test('a zip is read like its folder, wherever the tables are in it', () => {
  const files = Object.entries(LINKEDIN_EXPORT).map(([name, text]) => [
    `Basic_LinkedInDataExport_11-21-2026/${name}`,
    strToU8(text),
  ])
  const zip = join(folder, 'export.zip')
  writeFileSync(zip, zipSync(Object.fromEntries(files)))
  const zipped = read(zip)
  expect(zipped).toEqual(readTables(LINKEDIN_EXPORT))
})

const RECOMMENDATIONS =
  'First Name,Last Name,Company,Job Title,Text,Creation Date,Status\n' +
  'Jan,Kowal,Port,Harbour master,"Quick, and calm.",1/2/20,VISIBLE\n' +
  'Ewa,Kowal,Port,Clerk,Slow.,1/2/20,HIDDEN\n'

test.each([
  ['Recommendations Received.csv', RECOMMENDATIONS],
  ['Recommendations_Received.csv', RECOMMENDATIONS],
  ['recommendations_received.CSV', RECOMMENDATIONS.replace('First Name', 'first_name')],
])('recommendations in %s become testimonials, and hidden ones are named', (name, text) => {
  writeFileSync(join(folder, name), text)
  const imported = readImport(folder)
  expect(imported).toMatchObject({
    draft: {
      testimonials: {
        entries: [{ quote: 'Quick, and calm.', by: 'Jan Kowal', role: 'Harbour master, Port' }],
      },
    },
    unread: [],
    lost: [expect.stringContaining('"Slow." by Ewa Kowal is hidden on LinkedIn')],
  })
})

test('a table is known by the name of its file, and older exports have other columns', () => {
  const positions = 'company_name,TITLE,Started On\nMill,Baker,May 2020\n'
  writeFileSync(join(folder, 'positions.CSV'), positions)
  writeFileSync(join(folder, 'Honors.csv'), 'Title,Issuer,Issue Date\nBread,Mill,May 2020\n')
  writeFileSync(join(folder, 'Recommendations_Given.csv'), RECOMMENDATIONS)
  const entry = { school: 'Mill', course: 'Baker', period: '2020-05 – present' }
  expect(readImport(folder)).toMatchObject({
    draft: {
      resume: {
        experience: { entries: [entry] },
        awards: { entries: [{ title: 'Bread', by: 'Mill', date: '2020-05' }] },
      },
    },
    unread: ['Recommendations_Given.csv'],
  })
})
