import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { IMPORTS } from 'test-fixtures/folders.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tablesOfZip } from './linkedin.ts'
import { readImport } from './read-import.ts'

const EXPORT = join(IMPORTS, 'linkedin')
/** The offset of the unpacked size in the central directory of a zip. */
const UNPACKED_SIZE = 24

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

type Tables = Record<string, Uint8Array>

/** The same tables imported as a folder and as a zip. */
function bothWays(tables: Tables) {
  for (const [name, bytes] of Object.entries(tables)) writeFileSync(join(folder, name), bytes)
  return [readImport(folder), readImport(zip(tables))]
}

const UNCLOSED = Buffer.from('Name\n"Linux\nGo\n')
const GOOD = Buffer.from('Name,Proficiency\nPolish,Native\n')

test.each(['latin1', 'utf8', 'utf16le'] as const)(
  'a table in %s is read everywhere',
  (encoding) => {
    const mark = encoding === 'utf16le' ? '\ufeff' : ''
    const table = Buffer.from(`${mark}Title,Company Name\nBaker,Café\n`, encoding)
    for (const imported of bothWays({ 'Positions.csv': table })) {
      expect(imported).toMatchObject({
        draft: { resume: { experience: { entries: [{ course: 'Baker', school: 'Café' }] } } },
      })
    }
  },
)

test('a damaged table is reported, and the others are imported', () => {
  const tables = { 'Skills.csv': UNCLOSED, 'Languages.csv': GOOD }
  for (const imported of bothWays(tables)) {
    expect(imported).toMatchObject({
      ok: true,
      draft: { resume: { languages: { entries: [{ name: 'Polish' }] } } },
      skipped: [
        { what: 'the table Skills.csv', why: expect.stringMatching(/damaged.*export it again/) },
      ],
    })
  }
})

test.each([
  ['an unclosed quote', UNCLOSED, /Skills\.csv: it is damaged/],
  ['no text', Buffer.from([0x4e, 0, 0, 1]), /Skills\.csv: it holds no text/],
])('an export whose only table has %s is rejected', (_, bytes, message) => {
  for (const imported of bothWays({ 'Skills.csv': bytes })) {
    expect(imported).toMatchObject({ ok: false, error: expect.stringMatching(message) })
  }
})

test('a byte order mark before quoted column names is ignored', () => {
  writeFileSync(join(folder, 'Skills.csv'), '\ufeff"Name","Other, name"\nLinux,x\n')
  expect(read(folder).draft.resume?.skills?.entries).toEqual([{ name: 'Linux' }])
})

test('notes above a table are not its column names', () => {
  const notes = 'Notes:\n"Some of these, as you see, are notes."\n\nName\nLinux\n'
  writeFileSync(join(folder, 'Skills.csv'), notes)
  expect(read(folder).draft.resume?.skills?.entries).toEqual([{ name: 'Linux' }])
})

test.each([
  ['in another language', 'Vorname,Nachname\r\nAnna,Nowak\r\n'],
  ['separated by semicolons', 'First Name;Last Name\r\nAnna;Nowak\r\n'],
])('a table whose column names are %s is reported', (_, profile) => {
  const { draft, skipped } = read(
    zip({ 'Profile.csv': strToU8(profile), 'Skills.csv': strToU8('Name\r\nCSS\r\n') }),
  )
  expect(draft.person).toEqual({})
  expect(draft.resume?.skills?.entries).toEqual([{ name: 'CSS' }])
  expect(skipped).toEqual([
    { what: 'the table Profile.csv', why: expect.stringContaining('no column First Name') },
  ])
})

test('rows without a value are no entries', () => {
  const positions = 'Company Name,Title,Started On\r\n,,\r\nExample,Engineer,Mar 2021\r\n,,\r\n'
  const { draft } = read(zip({ 'Positions.csv': strToU8(positions) }))
  expect(draft.resume?.experience?.entries).toHaveLength(1)
})

test('paths in zips and symbolic links lead to no other folder', () => {
  const outside = join(folder, '../../Skills.csv')
  const file = zip({ '../../Skills.csv': strToU8('Name\nLinux\n') })
  expect(read(file).draft.resume?.skills?.entries).toEqual([{ name: 'Linux' }])
  expect(() => readFileSync(outside)).toThrow()
  symlinkSync(join(EXPORT, 'Profile.csv'), join(folder, 'Profile.csv'))
  writeFileSync(join(folder, 'Skills.csv'), 'Name\nLinux\n')
  expect(read(folder).draft.person).toEqual({})
})

test('a zip bomb is not unpacked, even if it announces a small size', () => {
  const bomb = zipSync({
    'Profile.csv': new Uint8Array(6_000_000),
    'Skills.csv': strToU8('Name\nGo\n'),
  })
  expect([...tablesOfZip(bomb).tables.keys()]).toEqual(['Skills'])
  const liar = Buffer.from(bomb)
  liar.writeUInt32LE(1000, liar.indexOf('PK\u0001\u0002') + UNPACKED_SIZE)
  expect(tablesOfZip(liar).tables.get('Profile')).toHaveLength(1000)
})

test('a table may have Windows line ends', () => {
  const table = readFileSync(join(EXPORT, 'Positions.csv'), 'utf8').replaceAll('\n', '\r\n')
  writeFileSync(join(folder, 'Positions.csv'), table)
  const { experience } = read(EXPORT).draft.resume ?? {}
  expect(read(folder).draft.resume).toEqual({ experience })
})

test('of tables of the same name in a zip, only the first is read', () => {
  const table = strToU8(`Name\n${'Linux\n'.repeat(1000)}`)
  const files = Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [`${index}/Skills.csv`, table]),
  )
  expect(read(zip(files)).draft.resume?.skills?.entries).toHaveLength(1000)
})

test('tables without a place in the portfolio are reported', () => {
  const files = {
    'Skills.csv': Buffer.from('Name\nLinux\n'),
    'Connections.csv': Buffer.from('First Name\nBerta\n'),
    'photo.jpg': Buffer.from('x'),
  }
  for (const imported of bothWays(files)) {
    if (!imported.ok) throw new Error(imported.error)
    const skipped = imported.skipped.map(({ what, why }) => `${what}: ${why}`)
    expect(skipped).toEqual(['Connections.csv: the portfolio has no field for it'])
  }
})

test('visible recommendations become testimonials', () => {
  const table = [
    'First Name,Last Name,Company,Job Title,Text,Creation Date,Status',
    'Berta,Nowak,Port Gdynia,Harbour master,"Quick, and calm.\n\nA joy.","03/04/26, 10:00 AM",VISIBLE',
    'Carl,Kowal,,Baker,Good.,"03/04/26, 10:00 AM",HIDDEN',
  ].join('\n')
  const files = {
    'Skills.csv': Buffer.from('Name\nLinux\n'),
    'Recommendations_Received.csv': Buffer.from(table),
  }
  for (const imported of bothWays(files)) {
    if (!imported.ok) throw new Error(imported.error)
    expect(imported.draft.testimonials?.entries).toEqual([
      {
        quote: 'Quick, and calm.\n\nA joy.',
        who: 'Berta Nowak',
        role: 'Harbour master, Port Gdynia',
      },
    ])
    expect(imported.skipped.map(({ what, why }) => `${what}: ${why}`)).toEqual([
      expect.stringMatching(/by Carl Kowal: it is not visible on your profile/),
    ])
  }
})

test('a table that is too large is reported', () => {
  writeFileSync(join(folder, 'Skills.csv'), 'Name\nLinux\n')
  writeFileSync(join(folder, 'Positions.csv'), Buffer.alloc(6_000_000, 'x'))
  const skipped = read(folder).skipped.map(({ what, why }) => `${what}: ${why}`)
  expect(skipped).toEqual([expect.stringMatching(/^Positions\.csv: .*6 MB/)])
})
