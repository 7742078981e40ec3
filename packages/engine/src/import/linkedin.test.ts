import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { IMPORTS } from 'test-fixtures/folders.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readImport } from './read-import.ts'

const EXPORT = join(IMPORTS, 'linkedin')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-linkedin-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function read(place: string) {
  const imported = readImport(place)
  if (!imported.ok) throw new Error(imported.error)
  return imported
}

function zip(files: Record<string, Uint8Array>, name = 'export.zip'): string {
  const file = join(folder, name)
  writeFileSync(file, zipSync(files))
  return file
}

function filesOfExport(prefix: string): Record<string, Uint8Array> {
  const names = readdirSync(EXPORT)
  return Object.fromEntries(names.map((name) => [prefix + name, readFileSync(join(EXPORT, name))]))
}

test('the profile, e-mail and telephone become the person', () => {
  const { draft, kind } = read(EXPORT)
  expect(kind).toBe('a LinkedIn export')
  expect(draft.site).toEqual({ url: 'https://bartek.example.org' })
  expect(draft.person).toEqual({
    name: 'Bartłomiej Example',
    headline: 'Platform Engineer, "the one with the diagrams"',
    email: 'mail@bartek.example.org',
    phone: '+48 22 555 01 02',
    location: { city: 'Warsaw', region: 'Mazowieckie', country: 'PL' },
    profiles: [
      { name: 'GitHub', icon: 'github', url: 'https://github.com/bartek-example' },
      { name: 'X', icon: 'x', url: 'https://x.com/bartek_example', username: 'bartek_example' },
    ],
  })
  expect(draft.about?.bio).toEqual(['I keep servers boring.', 'I like runbooks that nobody needs.'])
})

test('positions keep commas and lines, and bullets become highlights', () => {
  const { draft } = read(EXPORT)
  expect(draft.resume?.experience?.entries).toEqual([
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
  const { resume, projects } = read(EXPORT).draft
  expect(resume?.education?.entries).toEqual([
    {
      period: '2010 – 2014',
      course: 'Inżynier',
      school: 'Politechnika Przykładowa',
      description: 'Thesis on queues\nChess club',
    },
    { period: '2007 – 2010', course: 'Studies', school: 'Szkoła Przykładowa' },
  ])
  expect(resume?.skills?.entries?.map(({ name }) => name)).toEqual([
    'Linux',
    'Kubernetes',
    'Networks, mostly',
  ])
  expect(resume?.languages?.entries?.[0]).toEqual({
    name: 'Polish',
    fluency: 'Native or bilingual proficiency',
  })
  expect(resume?.certificates?.entries?.[0]).toMatchObject({
    by: 'Example Foundation',
    date: '2019-06',
  })
  expect(resume?.awards?.entries?.[0]).toMatchObject({ title: 'Quietest Team', date: '2023-11' })
  expect(resume?.publications?.entries?.[0]).toMatchObject({
    by: 'Example Magazine',
    date: '2022-02-03',
  })
  expect(resume?.volunteering?.entries?.[0]).toEqual({
    period: '2018-09 – present',
    course: 'Volunteer',
    school: 'Repair Café',
  })
  expect(projects?.cards?.[0]).toEqual({
    title: 'Boring Deploy',
    summary: 'A deploy script of 90 lines',
    githubUrl: 'https://github.com/bartek-example/boring',
  })
})

test('a skill gets no level', () => {
  expect(read(EXPORT).draft.resume?.skills?.entries?.[0]).toEqual({ name: 'Linux' })
})

test('columns without a field and filled-in words are reported', () => {
  const skipped = read(EXPORT).skipped.map(({ what, why }) => `${what}: ${why}`)
  expect(skipped).toContain('Profile[0].Birth Date: the portfolio has no field for it')
  expect(skipped).toContain('Certifications[0].License Number: the portfolio has no field for it')
  expect(skipped).toContain('Education[1].Degree Name: it is empty, so "Studies" stands there now')
  expect(skipped.join('\n')).toContain('https://second.example.org is a second address')
})

test('a zip is imported like its folder, wherever the tables are in it', () => {
  const file = zip(filesOfExport('Basic_LinkedInDataExport_11-21-2026/'), 'resume.json')
  expect(read(file)).toEqual(read(EXPORT))
})

test('a single table is imported', () => {
  expect(read(join(EXPORT, 'Skills.csv')).draft.resume?.skills?.entries).toHaveLength(3)
})

test.each([
  ['Atlanta, Georgia', { city: 'Atlanta', region: 'Georgia' }],
  ['San Francisco, CA', { city: 'San Francisco', region: 'CA' }],
  ['Paris, France', { city: 'Paris', country: 'FR' }],
  ['Hamburg, Hamburg, Germany', { city: 'Hamburg', country: 'DE' }],
  ['Wien, Wien, Österreich', { city: 'Wien', country: 'AT' }],
  [
    'Kraków, Woj. Małopolskie, Polska',
    { city: 'Kraków', region: 'Woj. Małopolskie', country: 'PL' },
  ],
  ['Luxembourg, Luxembourg', { city: 'Luxembourg', country: 'LU' }],
])('the location %s is split into city, region and country', (place, location) => {
  writeFileSync(join(folder, 'Profile.csv'), `First Name,Geo Location\nAnna,"${place}"\n`)
  expect(read(folder).draft.person?.location).toEqual(location)
})
