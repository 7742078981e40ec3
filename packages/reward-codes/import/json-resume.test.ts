import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changedSample } from 'test-fixtures/change-content.ts'
import { IMPORTS } from 'test-fixtures/folders.ts'
import { expect, test } from 'vitest'
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

function read(resume: Record<string, unknown>) {
  const notes = new Notes()
  const draft = readJsonResume(new Fields(resume, '', notes))
  return { draft, unread: notes.unread(), lost: notes.lost }
}

const basics = (fields: object) => ({ basics: fields })
const work = (fields: object) => ({ work: [fields] })
const onlyEntry = (fields: object) => ({ resume: { experience: { entries: [fields] } } })

test.each<[string, Record<string, unknown>, object]>([
  ['a telephone', basics({ phone: '+48 601 555 017' }), { person: { phone: '+48 601 555 017' } }],
  [
    'a telephone in words',
    basics({ phone: 'Mobile: (+44) 20\u00a07946‑0018 (evenings)' }),
    { person: { phone: '+44 20 7946-0018' } },
  ],
  [
    'an email address in words',
    basics({ email: 'Ada <ada [at] example [dot] org>' }),
    { person: { email: 'ada@example.org' } },
  ],
  [
    'a country by its name',
    basics({ location: { countryCode: 'ISRAEL' } }),
    { person: { location: { country: 'IL' } } },
  ],
  [
    'a country by three letters',
    basics({ location: { countryCode: 'USA' } }),
    { hero: { place: 'United States' } },
  ],
  [
    'a country in another language',
    basics({ location: { city: 'Leipzig', country: 'Deutschland' } }),
    { person: { location: { city: 'Leipzig', country: 'DE' } } },
  ],
  [
    'a location as text',
    basics({ location: 'San Francisco, CA' }),
    { hero: { place: 'San Francisco, CA' } },
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
    'a profile by its user',
    basics({ profiles: [{ network: 'GitHub', username: '@ada' }] }),
    { person: { profiles: [{ name: 'GitHub', url: 'https://github.com/ada' }] } },
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
    'the description of an employer',
    work({ name: 'Mill', description: 'A mill', summary: 'I bake.' }),
    onlyEntry({ school: 'Mill', description: 'A mill\n\nI bake.' }),
  ],
  [
    'texts in place of lists',
    work({ name: 'Mill', highlights: '• Bread\n• Cake', summary: ['I bake.', 'I sell.'] }),
    onlyEntry({ highlights: ['Bread', 'Cake'], description: 'I bake.\nI sell.' }),
  ],
  [
    'HTML',
    work({
      name: 'Mill &amp; Sons',
      summary:
        '<p>I <b>bake</b> List&lt;String&gt;.</p><ul><li>Bread<li>Cake</ul><a href="https://a.example">more</a>',
    }),
    onlyEntry({
      school: 'Mill & Sons',
      description: 'I bake List<String>.\n\n• Bread\n• Cake\n[more](https://a.example)',
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
    'an entry without a list',
    { languages: { language: 'Polish', fluency: 'native' } },
    { resume: { languages: { entries: [{ name: 'Polish', fluency: 'native' }] } } },
  ],
  [
    'the years of a project',
    { projects: [{ name: 'Oven', startDate: '2020-01', endDate: '2023-05' }] },
    { projects: { cards: [{ year: '2020 – 2023' }] } },
  ],
  [
    'a project with a month',
    { projects: [{ name: 'Oven', startDate: 'Mar 2022' }] },
    { projects: { cards: [{ year: '2022' }] } },
  ],
  [
    'the text of a project by its summary',
    { projects: [{ name: 'Oven', summary: 'An oven', highlights: ['Hot'] }] },
    { projects: { cards: [{ summary: 'An oven', result: 'Hot' }] } },
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
    'a telephone',
    basics({ phone: 'Upon request' }),
    'basics.phone: "Upon request" has no telephone number',
  ],
  [
    'a country',
    basics({ location: { countryCode: 'Narnia' } }),
    'basics.location.countryCode: "Narnia" is no country',
  ],
  ['a picture in a file', basics({ picture: 'me.jpg' }), 'basics.picture: "me.jpg" is no address'],
  ['a date', work({ name: 'Mill', endDate: 'soon' }), 'work.endDate: "soon" is no date'],
  [
    'a part of a date',
    work({ startDate: 'Summer 2019' }),
    'work.startDate: "Summer 2019" is taken as 2019',
  ],
  [
    'fields in place of a text',
    work({ name: { first: 'a', last: 'b' } }),
    'work.name: fields is no text',
  ],
  [
    'lists in lists',
    { work: [[{ a: 1, b: 2 }]] },
    'work: a list of length 1 is no text and has no fields',
  ],
])('%s that cannot be taken is named', (_, resume, named) => {
  expect(read(resume).lost).toEqual([expect.stringContaining(named)])
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
