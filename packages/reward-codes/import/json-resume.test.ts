import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changedSample } from 'test-fixtures/change-content.ts'
import { IMPORTS } from 'test-fixtures/folders.ts'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { knownAnswers, makePortfolio } from '../cli/import.ts'
import { formatDiagnostics } from '../content/diagnostic.ts'
import { load } from '../content/load.ts'
import { makeJsonResume } from '../files/json-resume.ts'
import { Fields, Notes } from './fields.ts'
import { readJsonResume } from './json-resume.ts'
import { readImport } from './read-import.ts'

const RESUME = JSON.parse(readFileSync(join(IMPORTS, 'resume.json'), 'utf8'))

/** What the portfolio has no field for. */
const LEFT_OUT = [
  '$schema',
  'meta',
  'interests',
  'basics.image',
  'basics.url',
  'basics.location.address',
  'basics.location.postalCode',
  'work[].description',
  'education[].score',
  'projects[].startDate',
  'projects[].endDate',
]

function withoutLeftOut(value: unknown, parent = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutLeftOut(item, `${parent}[]`))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, inner]) => {
    const path = parent ? `${parent}.${name}` : name
    return [name, withoutLeftOut(inner, path), path] as const
  })
  return Object.fromEntries(entries.filter(([, , path]) => !LEFT_OUT.includes(path)))
}

/** As the page shows it: with the description of the employer before what was done there. */
const EXPECTED = {
  ...RESUME,
  work: RESUME.work.map(({ description, ...entry }: Record<string, string>) =>
    description ? { ...entry, summary: `${description}\n\n${entry.summary}` } : entry,
  ),
}

test('a JSON Resume of realistic size survives import and export', async () => {
  const imported = readImport(join(IMPORTS, 'resume.json'))
  if (!imported.ok) throw new Error(imported.error)
  const made = await makePortfolio(imported, knownAnswers(imported))
  if (!made.ok) throw new Error(formatDiagnostics(made.diagnostics))
  // The header has room for four profiles.
  expect(made.lost).toEqual([expect.stringContaining('https://ola.example.net/')])
  const folder = changedSample()
  writeFileSync(join(folder, 'portfolio.yaml'), made.text)
  const loaded = await load(folder)
  if (!loaded.ok) throw new Error(formatDiagnostics(loaded.diagnostics))
  expect(withoutLeftOut(makeJsonResume(loaded.portfolio))).toEqual(withoutLeftOut(EXPECTED))
})

test('an entry with two errors is left out alone', async () => {
  const certificates = [{ name: 'A' }, { url: 'http://localhost/x' }, { name: 'B' }]
  const { draft } = read({ ...basics({ name: 'Anna Nowak' }), certificates })
  const imported = { ok: true as const, draft, unread: [], lost: [] }
  const made = await makePortfolio(imported, knownAnswers(imported))
  if (!made.ok) throw new Error(formatDiagnostics(made.diagnostics))
  expect(parse(made.text).resume.certificates.entries).toMatchObject([
    { title: 'A' },
    { title: 'B' },
  ])
  expect(made.lost).toEqual([
    expect.stringContaining('resume.certificates.entries.1'),
    expect.stringContaining('resume.certificates.entries.1'),
  ])
})

function read(resume: Record<string, unknown>) {
  const notes = new Notes()
  const draft = readJsonResume(new Fields(resume, '', notes))
  return { draft, unread: notes.unread(), lost: notes.lost }
}

const basics = (fields: object) => ({ basics: fields })
const work = (fields: object) => ({ work: [fields] })
const onlyEntry = (fields: object) => ({ resume: { experience: { entries: [fields] } } })

test.each<[string, Record<string, unknown>, object]>([
  [
    'a country by its name',
    basics({ location: { countryCode: 'ISRAEL' } }),
    { person: { location: { country: 'IL' } } },
  ],
  [
    'the brand of a profile',
    basics({ profiles: [{ network: 'Stack Overflow', url: 'stackoverflow.com/u/1' }] }),
    {
      person: {
        profiles: [
          { name: 'Stack Overflow', icon: 'stackoverflow', url: 'https://stackoverflow.com/u/1' },
        ],
      },
    },
  ],
  [
    'website and picture of the first version',
    basics({ website: 'ada.github.io', picture: 'https://ada.example/me.jpg' }),
    {
      person: {
        portrait: 'https://ada.example/me.jpg',
        profiles: [{ name: 'ada.github.io', icon: 'globe', url: 'https://ada.github.io' }],
      },
    },
  ],
  [
    'a website that is a profile as well',
    basics({
      url: 'https://www.github.com/ada/',
      profiles: [{ network: 'GitHub', url: 'https://github.com/ada' }],
    }),
    { person: { profiles: { length: 1 } } },
  ],
  [
    'the fields of the first version',
    work({ company: 'Mill', position: 'Baker', website: 'mill.example', highlights: ['Bread'] }),
    onlyEntry({
      school: 'Mill',
      course: 'Baker',
      url: 'https://mill.example',
      highlights: ['Bread'],
    }),
  ],
  [
    'fields with other letters',
    work({ Company_Name: 'x', Name: 'Mill', Position: 'Baker', start_date: '2020' }),
    onlyEntry({ school: 'Mill', course: 'Baker', period: '2020 – present' }),
  ],
  [
    'texts in place of lists',
    work({ highlights: '• Bread\n• Cake', summary: ['I bake.', 'I sell.'] }),
    onlyEntry({ highlights: ['Bread', 'Cake'], description: 'I bake.\nI sell.' }),
  ],
  [
    'HTML, of which lists are highlights',
    work({
      name: 'Mill &amp; S&ouml;ns',
      position: 'Baker &ndash; &#8217;s',
      summary:
        '<style>p{}</style><p>I <b>bake</b> List&lt;String&gt;.</p><ul><li>Bread<li>Cake</ul><script>alert(1)</script><a href="https://a.example">more</a>',
    }),
    onlyEntry({
      school: 'Mill & Söns',
      course: 'Baker – ’s',
      description: 'I bake List<String>.\n\n[more](https://a.example)',
      highlights: ['Bread', 'Cake'],
    }),
  ],
  [
    'a link that leads nowhere from the page',
    work({ name: 'Mill', summary: 'See [the plan](/plan.pdf)' }),
    onlyEntry({ description: 'See \\[the plan](/plan.pdf)' }),
  ],
  [
    'keywords that have fields',
    { skills: ['CSS', { name: 'JS', keywords: [{ name: 'React' }, 'Vue'] }] },
    {
      resume: {
        skills: { entries: [{ name: 'CSS' }, { name: 'JS', keywords: ['React', 'Vue'] }] },
      },
    },
  ],
  [
    'the text of a project by its first highlight',
    { projects: [{ name: 'Oven', highlights: ['An oven', 'Hot'] }] },
    { projects: { cards: [{ summary: 'An oven', result: 'Hot' }] } },
  ],
])('%s is taken', (_, resume, draft) => {
  expect(read(resume)).toMatchObject({ draft, lost: [] })
})

test.each<[string, Record<string, unknown>, string]>([
  [
    'a country',
    basics({ location: { countryCode: 'Narnia' } }),
    'basics.location.countryCode: "Narnia" is no country',
  ],
  ['a picture in a file', basics({ picture: 'me.jpg' }), 'basics.picture: "me.jpg" is no address'],
  ['an end that is no date', work({ endDate: 'soon' }), 'work.endDate: "soon" is no date'],
  ['an end in other words', work({ endDate: 'Still' }), 'work.endDate: "Still" is no date'],
  [
    'a day that the calendar does not have',
    work({ startDate: '2019-09-31' }),
    'work.startDate: "2019-09-31" is taken as 2019-09',
  ],
  [
    'a month that the calendar does not have',
    work({ startDate: '2019-13' }),
    'work.startDate: "2019-13" is taken as 2019',
  ],
  [
    'a part of a date',
    work({ startDate: 'Summer 2019' }),
    'work.startDate: "Summer 2019" is taken as 2019',
  ],
])('%s that cannot be taken is named', (_, resume, named) => {
  expect(read(resume).lost).toEqual([expect.stringContaining(named)])
})

test('fields and lists in place of a text are named as what the page has no field for', () => {
  const resume = { ...basics({ name: { first: 'a', last: 'b' } }), work: [[{ a: 1, b: 2 }]] }
  expect(read(resume)).toMatchObject({ unread: ['work', 'basics.name'], lost: [] })
})

test.each([
  ['2023', '2023'],
  ['2023-9-28', '2023-09-28'],
  ['2023/09', '2023-09'],
  ['2013-01-01T00:00:00Z', '2013-01-01'],
  ['09/2023', '2023-09'],
  ['28.9.2023', '2023-09-28'],
  ['9/28/2023', '2023-09-28'],
  ['September 28th, 2023', '2023-09-28'],
  ['Sept. 2023', '2023-09'],
  ['März 2016', '2016-03'],
  ['28 de septiembre de 2014', '2014-09-28'],
  ['28 września 2014', '2014-09-28'],
  ['wrzesień 2014', '2014-09'],
  ['вересень 2014', '2014-09'],
  ['سبتمبر 2014', '2014-09'],
  ['2023年9月28日', '2023-09-28'],
])('the date %s is %s', (written, date) => {
  expect(read({ awards: [{ title: 'A', date: written }] })).toMatchObject({
    draft: { resume: { awards: { entries: [{ date }] } } },
    lost: [],
  })
})

test('a day and a month that may be each other are neither', () => {
  expect(read({ awards: [{ title: 'A', date: '03/04/2019' }] })).toMatchObject({
    draft: { resume: { awards: { entries: [{ date: '2019' }] } } },
    lost: ['awards.date: "03/04/2019" is taken as 2019'],
  })
})

test('numbers beside a date are no part of it', () => {
  expect(
    read(work({ startDate: '2015-03（1年6个月）', endDate: 'May 2016, 14 months' })),
  ).toMatchObject({
    draft: onlyEntry({ period: '2015-03 – 2016-05' }),
    lost: { length: 2 },
  })
})

test.each(['present', 'Present', 'heute', '現在'])('an end in %s goes on', (endDate) => {
  expect(read(work({ startDate: '2020', endDate }))).toMatchObject({
    draft: onlyEntry({ period: '2020 – present' }),
    lost: [],
  })
})

test('an entry without a title has the name of its employer or school as its title', () => {
  const resume = {
    work: [{ name: 'Mill' }, { position: 'Baker' }],
    education: [{ institution: 'School' }],
  }
  expect(read(resume).draft.resume).toEqual({
    experience: { entries: [{ course: 'Mill' }, { course: 'Baker' }] },
    education: { entries: [{ course: 'School' }] },
  })
})

test.each(['__proto__', 'constructor', 'toString'])('%s is a text like any other', (text) => {
  const resume = JSON.parse(
    `{"basics": {"name": "${text}", "location": {"country": "${text}"}, "profiles": [{"network": "${text}", "username": "a"}]}, "skills": [{"name": "${text}", "${text}": 1}], "${text}": 1}`,
  )
  const { draft, unread, lost } = read(resume)
  expect(draft.person).toMatchObject({ name: text, profiles: [{ name: text, username: 'a' }] })
  expect(unread).toEqual([text, `skills.${text}`])
  expect(lost).toEqual([expect.stringContaining('is no country')])
})

test('values without content are nothing', () => {
  const resume = {
    basics: null,
    work: [null, {}, { name: '' }],
    skills: [''],
    awards: 'none',
    hobbies: [],
  }
  expect(read(resume)).toEqual({
    draft: { resume: { awards: { entries: [{ title: 'none' }] } } },
    unread: [],
    lost: [],
  })
})
