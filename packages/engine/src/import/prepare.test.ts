import { importResume, ownText, SAMPLE } from 'test-fixtures/import-resume.ts'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readJsonResume } from './json-resume.ts'
import { prepareImport } from './prepare.ts'

test('lines without imported data do not change', () => {
  const { text } = importResume({ basics: { phone: '+48 22 555 01 05' } })
  const lines = text.split('\n')
  expect(lines.filter((line) => line !== '  phone: +48 22 555 01 05')).toEqual(SAMPLE.split('\n'))
  expect(lines).toHaveLength(SAMPLE.split('\n').length + 1)
})

test('Windows line ends are kept', () => {
  const windows = SAMPLE.replaceAll('\n', '\r\n')
  const { text } = prepareImport(
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
  const prepared = prepareImport(readJsonResume({ basics: { name: 'Anna Nowak' } }), text, text)
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
