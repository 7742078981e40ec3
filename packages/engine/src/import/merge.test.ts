import { importResume, ownText, SAMPLE } from 'test-fixtures/import-resume.ts'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readJsonResume } from './json-resume.ts'
import { mergeImport } from './merge.ts'

test('an invalid value is removed alone, and its entry is imported without it', () => {
  const { content, skipped } = importResume({
    basics: {
      name: 'Anna Nowak',
      email: 'anna at example.com',
      phone: 'call me',
      url: 'ftp://anna.example.com',
      label: 'x'.repeat(300),
      location: { city: 'Gdynia', countryCode: 'Narnia' },
    },
    work: [
      {
        name: 'Mill',
        position: 'Miller',
        url: 'not an address',
        startDate: 'long ago',
        summary: 'y'.repeat(3000),
      },
      { name: 'Nobody' },
      { name: 'Shop', position: 'Clerk', startDate: '2020', endDate: '2021-13' },
    ],
  })
  expect(content.person).toMatchObject({ name: 'Anna Nowak', location: { city: 'Gdynia' } })
  expect(content.person).not.toHaveProperty('email')
  expect(content.person).not.toHaveProperty('phone')
  expect(content.site).not.toHaveProperty('url')
  expect(content.resume.experience.entries).toEqual([
    { course: 'Miller', school: 'Mill' },
    { course: 'Clerk', school: 'Shop' },
  ])
  expect(skipped).toContain('work[0].startDate, endDate: "long ago" is no date')
  expect(skipped).toContain('work[2].startDate, endDate: "2021-13" is no date')
  expect(skipped.join('\n')).toMatch(
    /resume\.experience\.entries\.1 of "Nobody": it has no "course"/,
  )
  expect(skipped.join('\n')).toMatch(
    /description of "Miller": it has 3000 characters; at most 2600/,
  )
  expect(skipped.join('\n')).toMatch(/person\.email: "anna at example.com" is not/)
})

test('a list that is too long is truncated, and the rest is reported', () => {
  const profiles = ['GitHub', 'GitLab', 'X', 'LinkedIn', 'Mastodon', 'Medium'].map((network) => ({
    network,
    url: `https://${network.toLowerCase()}.example.com/anna`,
  }))
  const { content, skipped } = importResume({ basics: { name: 'Anna', profiles } })
  expect(content.person.profiles).toHaveLength(4)
  expect(skipped).toEqual([
    'person.profiles: at most 4 entries fit; these are left out: Mastodon, Medium',
  ])
})

test('a section without a valid entry is not created', () => {
  const own = ownText((content) => {
    delete content.resume
  })
  const { content, skipped } = importResume(
    { basics: { name: 'Anna' }, work: [{ name: 'Nobody' }] },
    own,
  )
  expect(content).not.toHaveProperty('resume')
  expect(skipped.join()).toContain('"course"')
})

test('thousands of invalid entries are removed', () => {
  const work = Array.from({ length: 5000 }, (_, index) => ({ name: `Firm ${index}`, url: 'x y' }))
  expect(
    importResume({ basics: { name: 'Anna' }, work }).taken.map(({ path }) => path.join('.')),
  ).toContain('person.name')
})

test('a value that the whole file is rejected for is removed, or loses its emoji', () => {
  const resume = {
    basics: { name: 'Anna', label: '🚀 Baker' },
    skills: [{ name: 'Rye' }, { name: '田', keywords: ['rice'] }, { name: 'Wheat 🚀' }],
  }
  const { text, skipped } = mergeImport(readJsonResume(resume), SAMPLE, SAMPLE)
  expect(parse(text).person.headline).toBe('Baker')
  expect(parse(text).resume.skills.entries).toEqual([{ name: 'Rye' }, { name: 'Wheat' }])
  expect(skipped.map(({ what }) => what)).toContain('resume.skills.entries.1.name of "田"')
  expect(skipped.filter(({ what }) => what === 'person.headline')).toEqual([
    {
      what: 'person.headline',
      why: expect.stringMatching(/^symbols that the resume PDF cannot print, .* are removed/),
    },
  ])
})

test('derived texts have none of the emoji that were removed from imported ones', () => {
  const { content, skipped } = importResume({
    basics: {
      name: 'Anna 🥖 Nowak',
      label: 'Baker 🚀 of 漢 breads',
      profiles: [],
    },
    projects: [{ name: 'Oven 🔥 (🎉)', description: 'Bakes 🍞.' }],
  })
  expect(content.person).toMatchObject({ name: 'Anna Nowak' })
  expect(content.person).not.toHaveProperty('headline')
  expect(content.projects.cards[0]).toEqual({ title: 'Oven', summary: 'Bakes.' })
  expect(importResume({ basics: { name: 'Anna', label: '🚀 Baker 🥖.' } }).content).toMatchObject({
    site: { title: '{name}, Baker.', description: expect.stringMatching(/^\{name\}, Baker\b/) },
    hero: { phrases: ["I'm {name}.", 'Baker.'] },
  })
  expect(JSON.stringify(content)).not.toMatch(/\p{RGI_Emoji}/v)
  expect(skipped.filter((line) => line.startsWith('person.headline'))).toHaveLength(1)
})

test('a headline that is too long is reported once, and no text is derived from it', () => {
  const { content, skipped } = importResume({ basics: { name: 'Anna', label: 'x'.repeat(300) } })
  expect(content.site.title).toBe('{name}')
  expect(skipped).toEqual([expect.stringMatching(/^person\.headline: it has 300 characters/)])
})

test('an error outside of the import is left to the owner', () => {
  const own = SAMPLE.replace('greeting:', 'greting:')
  const imported = readJsonResume({ basics: { name: 'Anna' } })
  const { text, skipped } = mergeImport(imported, own, SAMPLE)
  expect(parse(text)).toMatchObject({
    person: { name: 'Anna' },
    hero: { greting: expect.anything() },
  })
  expect(skipped).toEqual([])
})

test('a list without a valid entry does not replace the owner’s', () => {
  const own = ownText((content) => {
    content.resume.languages = { heading: 'Languages', entries: [{ name: 'Polish' }] }
    delete content.resume.awards
  })
  const { content } = importResume(
    { languages: [{ language: '漢' }], awards: [{ title: '漢' }] },
    own,
  )
  expect(content.resume.languages.entries).toEqual([{ name: 'Polish' }])
  expect(content.resume.awards?.entries ?? []).toEqual([])
})

test('lines without imported data do not change', () => {
  const { text } = importResume({ basics: { phone: '+48 22 555 01 05' } })
  const lines = text.split('\n')
  expect(lines.filter((line) => line !== '  phone: +48 22 555 01 05')).toEqual(SAMPLE.split('\n'))
  expect(lines).toHaveLength(SAMPLE.split('\n').length + 1)
})

test('Windows line ends are kept', () => {
  const windows = SAMPLE.replaceAll('\n', '\r\n')
  const { text } = mergeImport(
    readJsonResume({ basics: { email: 'anna@example.com' } }),
    windows,
    SAMPLE,
  )
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
})

test('no data of the sample’s person remains beside another name', () => {
  const text = SAMPLE.replace(
    /^ {2}name: .*\n(?: {2}(?:headline|email|location):.*\n(?: {4}(?:city|country):.*\n)*)*/m,
    (name) =>
      `${name.split('\n')[0]}\n  headline: Of Another\n  email: other@example.com # of another\n  location:\n    city: Elsewhere\n`,
  )
  const prepared = mergeImport(readJsonResume({ basics: { name: 'Anna Nowak' } }), text, text)
  expect(parse(prepared.text).person).toEqual({ name: 'Anna Nowak', profiles: [] })
  expect(prepared.text).not.toContain('of another')
})

test('a profile without a URL gets one if its network is known', () => {
  const { content, skipped } = importResume({
    basics: {
      profiles: [
        { network: 'GitHub', username: 'anna' },
        { network: 'Irc', username: 'anna' },
      ],
    },
  })
  expect(content.person.profiles).toEqual([
    { name: 'GitHub', icon: 'github', url: 'https://github.com/anna', username: 'anna' },
  ])
  expect(skipped).toEqual(['basics.profiles[1].url: it is missing, so the profile has no link'])
})

test('texts of the sample are derived from the import, and an owner’s own stay', () => {
  const resume = { basics: { name: 'Anna Nowak', label: 'Baker', location: { countryCode: 'PT' } } }
  expect(importResume(resume).content).toMatchObject({
    site: { title: '{name}, Baker' },
    brand: { text: 'Anna Nowak' },
    hero: { phrases: ["I'm {name}.", 'Baker.'], place: 'based in Portugal' },
  })
  const own = ownText((content) => {
    content.site.title = 'Bread'
    content.brand.text = 'Bread & Co'
    content.hero.phrases = ['Bread!']
  })
  expect(importResume(resume, own).content).toMatchObject({
    site: { title: 'Bread' },
    brand: { text: 'Bread & Co' },
    hero: { phrases: ['Bread!'], place: 'based in Portugal' },
  })
})

test('derived texts follow the next import', () => {
  const baker = { basics: { name: 'Anna Nowak', label: 'Baker', location: { countryCode: 'PT' } } }
  const miller = { basics: { label: 'Miller', location: { city: 'Porto', countryCode: 'PT' } } }
  const { content, following } = importResume(miller, importResume(baker).text)
  expect(content).toMatchObject({
    site: { title: '{name}, Miller' },
    brand: { text: 'Anna Nowak' },
    hero: { phrases: ["I'm {name}.", 'Miller.'], place: 'based in Porto, Portugal' },
  })
  expect(following.map(({ path }) => path.join('.'))).toEqual([
    'site.title',
    'site.description',
    'hero.phrases',
    'hero.place',
  ])
})

test('site.url of the owner is kept, and a profile does not become site.url', () => {
  const own = ownText((content) => {
    content.site.url = 'https://anna.example.com/'
  })
  const other = importResume({ basics: { url: 'https://old.example.com' } }, own)
  expect(other.content.site.url).toBe('https://anna.example.com/')
  expect(other.skipped).toEqual([
    'the address https://old.example.com: site.url is https://anna.example.com/ already',
  ])
  expect(
    importResume({ basics: { url: 'https://github.com/anna' } }).content.site,
  ).not.toHaveProperty('url')
})

test('an owner’s details of a project are kept', () => {
  const details = {
    featured: true,
    kind: 'Booking system',
    year: '2025',
    client: 'A bakery',
    role: 'Development',
    problem: 'Orders on paper.',
    approach: 'A page.',
    result: 'None is lost.',
    quote: { text: 'It works.', by: 'Jan' },
    pictures: [{ image: 'images/brand.svg', alt: 'The oven' }],
    links: [{ text: 'A talk', url: 'https://example.com/talk' }],
  }
  const own = ownText((content) => {
    content.projects.cards = [{ title: 'Oven', ...details }]
  })
  const { content } = importResume({ projects: [{ name: 'Oven', description: 'Hot.' }] }, own)
  expect(content.projects.cards).toEqual([{ title: 'Oven', summary: 'Hot.', ...details }])
})

test('an owner’s images, levels and colours are kept for entries of the same name', () => {
  const own = ownText((content) => {
    content.projects.cards = [{ title: 'Oven', imgSrc: 'images/brand.svg', imgAlt: 'The oven' }]
    content.resume.skills.entries = [
      { name: 'Rye', level: 70, description: 'Weekly', color: '#112233' },
    ]
  })
  const { content } = importResume({ projects: [{ name: 'Oven' }], skills: [{ name: 'Rye' }] }, own)
  expect(content.projects.cards).toEqual([
    { title: 'Oven', imgSrc: 'images/brand.svg', imgAlt: 'The oven' },
  ])
  expect(content.resume.skills.entries).toEqual([
    { name: 'Rye', level: 70, description: 'Weekly', color: '#112233' },
  ])
})

test('levels of the sample are not kept', () => {
  const { content } = importResume({ skills: [{ name: 'HTML' }] })
  expect(content.resume.skills.entries).toEqual([{ name: 'HTML' }])
})

test('new sections get a heading', () => {
  const own = ownText((content) => {
    delete content.about
    delete content.resume
    delete content.projects
  })
  const { content } = importResume(
    {
      basics: { summary: 'Bread.' },
      languages: [{ language: 'Polish' }],
      projects: [{ name: 'Oven' }],
    },
    own,
  )
  expect(content.about).toMatchObject({ heading: 'About', bio: ['Bread.'], figures: [] })
  expect(content.resume.languages).toEqual({ heading: 'Languages', entries: [{ name: 'Polish' }] })
  expect(content.projects.cards[0]).toMatchObject({ title: 'Oven' })
})
