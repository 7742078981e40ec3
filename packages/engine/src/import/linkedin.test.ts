import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tablesOfZip } from './linkedin-files.ts'
import { readImport } from './read-import.ts'

const EXPORT = join(import.meta.dirname, '../../tests/fixtures/imports/linkedin')

/** Where a zip's directory says how large a file is unpacked. */
const UNPACKED_SIZE = 24

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-linkedin-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function read(place: string) {
  const imported = readImport(place)
  if (!imported.ok) throw new Error(imported.fault)
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

test('an export says who somebody is', () => {
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

test('positions keep commas, lines and bullets where they belong', () => {
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

test('every other table comes along too', () => {
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
  expect(resume?.skills?.entries.map(({ name }) => name)).toEqual([
    'Linux',
    'Kubernetes',
    'Networks, mostly',
  ])
  expect(resume?.languages?.entries[0]).toEqual({
    name: 'Polish',
    fluency: 'Native or bilingual proficiency',
  })
  expect(resume?.certificates?.entries[0]).toMatchObject({
    by: 'Example Foundation',
    date: '2019-06',
  })
  expect(resume?.awards?.entries[0]).toMatchObject({ title: 'Quietest Team', date: '2023-11' })
  expect(resume?.publications?.entries[0]).toMatchObject({
    by: 'Example Magazine',
    date: '2022-02-03',
  })
  expect(resume?.volunteering?.entries[0]).toEqual({
    period: '2018-09 – present',
    course: 'Volunteer',
    school: 'Repair Café',
  })
  expect(projects?.cards?.[0]).toEqual({
    title: 'Boring Deploy',
    summary: 'A deploy script of 90 lines',
    imgSrc: '/placeholder/640x400.svg?text=Boring+Deploy',
    imgAlt: 'Placeholder for a picture of Boring Deploy',
    githubUrl: 'https://github.com/bartek-example/boring',
  })
})

test('nothing is invented: a skill has no number and no words for one', () => {
  expect(read(EXPORT).draft.resume?.skills?.entries[0]).toEqual({ name: 'Linux' })
})

test('what has no place is told, and so is each word put in for a missing one', () => {
  const told = read(EXPORT).left.map(({ what, why }) => `${what}: ${why}`)
  expect(told).toContain('Profile[0].Birth Date: the portfolio has no place for it')
  expect(told).toContain('Certifications[0].License Number: the portfolio has no place for it')
  expect(told).toContain('Education[1].Degree Name: it is empty, so "Studies" stands there now')
  expect(told.join('\n')).toContain('https://second.example.org is a second address')
})

test('the zip says what the folder says, wherever in it the tables lie', () => {
  const file = zip(filesOfExport('Basic_LinkedInDataExport_11-21-2026/'), 'resume.json')
  expect(read(file)).toEqual(read(EXPORT))
})

test('a single table is read as well', () => {
  expect(read(join(EXPORT, 'Skills.csv')).draft.resume?.skills?.entries).toHaveLength(3)
})

test('a mark before names in quotes belongs to neither', () => {
  writeFileSync(join(folder, 'Skills.csv'), '\ufeff"Name","Other, name"\nLinux,x\n')
  expect(read(folder).draft.resume?.skills?.entries).toEqual([{ name: 'Linux' }])
})

test('notes above a table are not its names', () => {
  const notes = 'Notes:\n"Some of these, as you see, are notes."\n\nName\nLinux\n'
  writeFileSync(join(folder, 'Skills.csv'), notes)
  expect(read(folder).draft.resume?.skills?.entries).toEqual([{ name: 'Linux' }])
})

test('a table of another folder is not reached by a name or a link', () => {
  const outside = join(folder, '../../Skills.csv')
  const file = zip({ '../../Skills.csv': strToU8('Name\nLinux\n') })
  expect(read(file).draft.resume?.skills?.entries).toEqual([{ name: 'Linux' }])
  expect(() => readFileSync(outside)).toThrow()
  symlinkSync(join(EXPORT, 'Profile.csv'), join(folder, 'Profile.csv'))
  writeFileSync(join(folder, 'Skills.csv'), 'Name\nLinux\n')
  expect(read(folder).draft.person).toEqual({})
})

test('a bomb is not unpacked, and one that lies about its size is not believed', () => {
  const bomb = zipSync({
    'Profile.csv': new Uint8Array(50_000_000),
    'Skills.csv': strToU8('Name\nGo\n'),
  })
  expect([...tablesOfZip(bomb).keys()]).toEqual(['Skills'])
  const liar = Buffer.from(bomb)
  liar.writeUInt32LE(1000, liar.indexOf('PK\u0001\u0002') + UNPACKED_SIZE)
  expect(tablesOfZip(liar).get('Profile')).toHaveLength(1000)
})

test('lines end as they do on Windows', () => {
  const table = readFileSync(join(EXPORT, 'Positions.csv'), 'utf8').replaceAll('\n', '\r\n')
  writeFileSync(join(folder, 'Positions.csv'), table)
  const { experience } = read(EXPORT).draft.resume ?? {}
  expect(read(folder).draft.resume).toEqual({ experience })
})

test('ten thousand tables of the same name are one', () => {
  const table = strToU8(`Name\n${'Linux\n'.repeat(1000)}`)
  const files = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, index) => [`${index}/Skills.csv`, table]),
  )
  expect(read(zip(files)).draft.resume?.skills?.entries).toHaveLength(1000)
})

test('an endless table ends', () => {
  writeFileSync(join(folder, 'Skills.csv'), `Name\n${'Linux\n'.repeat(100_000)}`)
  expect(read(folder).draft.resume?.skills?.entries.length).toBeLessThan(2001)
})

test.each([
  ['Atlanta, Georgia', { city: 'Atlanta', region: 'Georgia' }],
  ['San Francisco, CA', { city: 'San Francisco', region: 'CA' }],
  ['Paris, France', { city: 'Paris', country: 'FR' }],
])('the place %s is put nowhere else', (place, location) => {
  writeFileSync(join(folder, 'Profile.csv'), `First Name,Geo Location\nAnna,"${place}"\n`)
  expect(read(folder).draft.person?.location).toEqual(location)
})
