import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SAMPLE_FILE, SAMPLE_FOLDER } from 'test-fixtures/folders.ts'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { contentSchemaText } from './json-schema.ts'
import { isEmailJs } from './schema/contact.ts'
import { portfolioSchema } from './schema.ts'

/** The fields of the changed sample that the schema rejects. */
function rejectedFields(change: (content: ReturnType<typeof parse>) => void): string[] {
  const content = parse(readFileSync(SAMPLE_FILE, 'utf8'))
  change(content)
  const { error } = portfolioSchema.safeParse(content)
  return [...new Set((error?.issues ?? []).map(({ path }) => path.join('.')))]
}

test.each([
  ['en-a', ['site.language']],
  ['x', ['site.language']],
  ['pt-BR', []],
])('only a valid language tag is accepted: %s', (code, fields) => {
  const change = (content: ReturnType<typeof parse>) => {
    content.site.language = code
  }
  expect(rejectedFields(change)).toEqual(fields)
})

test.each([
  ['menu', ['customSections.0.id']],
  ['contact', ['customSections.0.id']],
  ['fonts', ['customSections.0.id']],
  ['icon-x', ['customSections.0.id']],
  ['talks-heading', []],
  ['talks', []],
])('a section id that is reserved on the page is rejected: %s', (id, fields) => {
  const section = { id, menuLabel: 'M', heading: 'H', text: ['T'] }
  const change = (content: ReturnType<typeof parse>) => {
    content.customSections = [section]
  }
  expect(rejectedFields(change)).toEqual(fields)
})

test.each([
  ['https://u:p@site.test/', ['site.url']],
  ['https://site.test/?a=1', ['site.url']],
  ['https://site.test/#a', ['site.url']],
  ['https://site.test/portfolio', []],
])('a site URL with credentials, query or hash is rejected: %s', (url, fields) => {
  const change = (content: ReturnType<typeof parse>) => {
    content.site.url = url
  }
  expect(rejectedFields(change)).toEqual(fields)
})

test.each([
  [{ title: 'Command line' }, []],
  [{ title: 'Shop', imgSrc: 'images/shop.png', imgAlt: 'A basket' }, []],
  [{ title: 'Shop', imgSrc: 'images/shop.png' }, ['projects.cards.0.imgAlt']],
])('a project image is optional, but requires alt text: %j', (card, fields) => {
  const change = (content: ReturnType<typeof parse>) => {
    content.projects.cards = [card]
  }
  expect(rejectedFields(change)).toEqual(fields)
})

test.each([
  ['Resume.pdf', []],
  ['職務経歴書.pdf', []],
  ['السيرة-الذاتية.pdf', []],
  ['Życiorys_v2.1.pdf', []],
  ['Resume.docx', ['resume.fileName']],
  ['.pdf', ['resume.fileName']],
  ['.hidden.pdf', ['resume.fileName']],
  ['my resume.pdf', ['resume.fileName']],
  ['cv/Resume.pdf', ['resume.fileName']],
  ['100%.pdf', ['resume.fileName']],
  [`${'書'.repeat(61)}.pdf`, ['resume.fileName']],
])('the resume has any name that is safe as a file and in a URL: %s', (name, fields) => {
  const change = (content: ReturnType<typeof parse>) => {
    content.resume.fileName = name
  }
  expect(rejectedFields(change)).toEqual(fields)
})

test.each([
  [2, []],
  ['2', []],
  ['2 working days', []],
  [0, ['contact.answer']],
  [2.5, ['contact.answer']],
  ['2営業日', ['contact.answer']],
])('the days until an answer are a number, or said in English: %j', (answer, fields) => {
  const change = (content: ReturnType<typeof parse>) => {
    content.contact.answer = answer
  }
  expect(rejectedFields(change)).toEqual(fields)
})

test('hero.place and the description of a service are optional', () => {
  const change = (content: ReturnType<typeof parse>) => {
    delete content.hero.place
    delete content.services.cards[0].description
  }
  expect(rejectedFields(change)).toEqual([])
})

test('a list may be deleted, as the advice about it suggests', () => {
  const change = (content: ReturnType<typeof parse>) => {
    delete content.about.figures
    delete content.resume.skills.entries
    delete content.resume.education.entries
  }
  expect(rejectedFields(change)).toEqual([])
})

test.each(['https://api.emailjs.com', 'https://emailjs.com', 'https://eu.api.emailjs.com'])(
  '%s is EmailJS',
  (origin) => {
    expect(isEmailJs(origin)).toBe(true)
  },
)

test.each([
  undefined,
  'https://notemailjs.com',
  'https://emailjs.com.evil.org',
  'https://emailjs-com.example',
])('%s is not EmailJS', (origin) => {
  expect(isEmailJs(origin)).toBe(false)
})

const FILE = join(SAMPLE_FOLDER, 'portfolio.schema.json')

test('the JSON Schema file for editors matches the validation schema', () => {
  // "npm run schema" regenerates the file.
  expect(readFileSync(FILE, 'utf8')).toBe(contentSchemaText())
})

test('every field has a description for editors', () => {
  const undescribed: string[] = []
  walk(JSON.parse(contentSchemaText()), '', undescribed)
  expect(undescribed).toEqual([])
})

type Node = { description?: string; properties?: Record<string, Node>; items?: Node }

function walk(node: Node, path: string, undescribed: string[]) {
  if (!node.description) undescribed.push(path)
  for (const [key, child] of Object.entries(node.properties ?? {})) {
    walk(child, `${path}.${key}`, undescribed)
  }
  if (node.items) walk(node.items, `${path}[]`, undescribed)
}

test.each([
  ['https://github.com/ewa', []],
  ['mailto:ewa@ewa.dev', []],
  ['tel:+48221234567', []],
  ['mailto:ewa', ['person.profiles.0.url']],
  ['tel:call me', ['person.profiles.0.url']],
  ['https://localhost/ewa', ['person.profiles.0.url']],
  ['javascript:alert(1)', ['person.profiles.0.url']],
])('a profile is a web page, a mail address or a telephone number: %s', (url, fields) => {
  const change = (content: ReturnType<typeof parse>) => {
    content.person.profiles = [{ name: 'Profile', icon: 'globe', url }]
  }
  expect(rejectedFields(change)).toEqual(fields)
})

test.each([
  ['/blog/', []],
  ['/blog/?page=2#first', []],
  ['//elsewhere.example/', ['hero.booking.url', 'menu.0.href', 'person.profiles.0.url']],
  ['/\\elsewhere.example/', ['hero.booking.url', 'menu.0.href', 'person.profiles.0.url']],
  ['/a b', ['hero.booking.url', 'menu.0.href', 'person.profiles.0.url']],
  ['blog/', ['hero.booking.url', 'menu.0.href', 'person.profiles.0.url']],
])('a link leads to a page of this site by its path: %s', (url, fields) => {
  const change = (content: ReturnType<typeof parse>) => {
    content.person.profiles = [{ name: 'Blog', icon: 'rss', url }]
    content.hero.booking = { label: 'Book', url }
    content.menu = [{ label: 'Blog', href: url }]
  }
  expect(rejectedFields(change).toSorted()).toEqual(fields)
})

test('a name loses characters that no one sees, and keeps those that join letters', () => {
  const content = parse(readFileSync(SAMPLE_FILE, 'utf8'))
  content.person.name = '\u202eAnna\u0000\u200b  می\u200cخواهم\u2069\u001b'
  expect(portfolioSchema.parse(content).person.name).toBe('Anna می\u200cخواهم')
})

test.each<[string, object, string[]]>([
  ['a claim', { claim: 'I build pages.' }, []],
  ['phrases', { phrases: ['I am {name}.'] }, []],
  ['neither', {}, []],
])('the heading of the page is a claim or typed phrases: %s', (_, heading, fields) => {
  const change = (content: ReturnType<typeof parse>) => {
    const { phrases: _, ...hero } = content.hero
    content.hero = { ...hero, ...heading }
  }
  expect(rejectedFields(change)).toEqual(fields)
})

test.each([
  ['https://calendar.example.com/ewa', []],
  ['http://calendar.example.com/ewa', ['hero.booking.url']],
  ['mailto:ewa@ewa.dev', ['hero.booking.url']],
])('a booking page is on https: %s', (url, fields) => {
  const change = (content: ReturnType<typeof parse>) => {
    content.hero.booking = { label: 'Book a call', url }
  }
  expect(rejectedFields(change)).toEqual(fields)
})
