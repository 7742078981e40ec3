import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { becomeSomebodyElse } from 'test-fixtures/another-person.ts'
import { changedSample, remove, set, writtenIn } from 'test-fixtures/change-content.ts'
import { SAMPLE_FOLDER } from 'test-fixtures/folders.ts'
import { describe, expect, test } from 'vitest'
import type { Document } from 'yaml'
import type { Advice } from './lint.ts'
import { findSampleData, findUntranslated } from './sample-data.ts'

test('the unchanged sample is reported entirely, each item once', () => {
  const left = leftoversAfter(() => {})
  expect(left.map(({ field }) => field)).toEqual([
    'site.title',
    'site.description',
    'brand.text',
    'brand.image',
    'person.name',
    'person.headline',
    'person.email',
    'person.profiles.0.url',
    'person.profiles.1.url',
    'hero.availability',
    'about.bio.0',
    'about.bio.1',
    'about.figures',
    'services.heading',
    'services.cards',
    ...[0, 1, 2, 3, 4, 5].map((index) => `projects.cards.${index}`),
    'resume.fileName',
    'resume.education.entries.0',
    ...[0, 1, 2, 3, 4].map((index) => `resume.experience.entries.${index}`),
    'resume.skills.entries',
  ])
  expect(left[16]).toEqual({
    file: expect.stringMatching(/portfolio\.yaml$/),
    line: expect.any(Number),
    column: 7,
    field: 'projects.cards.1',
    found: '"Lesson Planner"',
    meaning: 'This is data of the fictional person in the sample.',
    action: 'Replace it with your own, or delete it.',
  })
})

test('another person with the same menus, subjects and some services has no leftovers', () => {
  expect(leftoversAfter(becomeSomebodyElse)).toEqual([])
})

test('the services of the sample and their heading are reported', () => {
  const left = leftoversAfter((content) => {
    const { services } = content.toJS()
    becomeSomebodyElse(content)
    set('services', services)(content)
  })
  expect(left).toMatchObject([
    { field: 'services.heading', found: '"Hobbies"' },
    { field: 'services.cards', found: 'all 4 entries of the sample' },
  ])
})

describe.each<[what: string, field: string, value: unknown, found: string]>([
  ['the name in another text', 'contact.lead', 'Write to MAJA Zielińska.', 'contact.lead'],
  ['the brand in the title', 'site.title', 'The site of reward codes', 'site.title'],
  [
    'a title of the sample on another project',
    'projects.cards.1.title',
    'Trail  conditions',
    'projects.cards.1.title',
  ],
  ['an address at example.com', 'contact.email', 'ewa@example.com', 'contact.email'],
  [
    'a URL on a subdomain of example.org',
    'projects.cards.0.projectUrl',
    'https://shop.example.org/a',
    'projects.cards.0.projectUrl',
  ],
  [
    "another project at the sample's account",
    'projects.cards.0.githubUrl',
    'https://github.com/reward-codes-example/my-shop',
    'projects.cards.0.githubUrl',
  ],
  [
    'an address under .test',
    'projects.cards.0.projectUrl',
    'https://shop.test',
    'projects.cards.0.projectUrl',
  ],
  [
    'an address under .invalid',
    'projects.cards.0.projectUrl',
    'https://shop.invalid',
    'projects.cards.0.projectUrl',
  ],
  ['an address under .example', 'site.url', 'https://ewa.example', 'site.url'],
  ['a gateway on localhost', 'contact.form.origin', 'http://localhost:3000', 'contact.form.origin'],
  [
    'a placeholder image',
    'projects.cards.0.imgSrc',
    '/placeholder/640x400.svg?text=Mine',
    'projects.cards.0.imgSrc',
  ],
  ['lorem ipsum', 'about.bio.0', 'Lorem ipsum dolor sit amet.', 'about.bio.0'],
  [
    'a TODO note',
    'services.cards.0.description',
    'TODO: write this',
    'services.cards.0.description',
  ],
  [
    'a key that is not filled in',
    'contact.form.publicKey',
    'your_public_key',
    'contact.form.publicKey',
  ],
  [
    'a URL that is not filled in',
    'projects.cards.0.githubUrl',
    'https://github.com/YOUR_NAME/shop',
    'projects.cards.0.githubUrl',
  ],
  ['a name that is not filled in', 'person.name', '[Your Name]', 'person.name'],
  ['a text that is only TODO', 'about.bio', ['TODO'], 'about.bio.0'],
])('%s', (_, field, value, found) => {
  test('is reported', () => {
    const left = leftoversAfter((content) => {
      becomeSomebodyElse(content)
      set(field, value)(content)
    })
    expect(left.map((one) => one.field)).toEqual([found])
  })
})

describe.each<[what: string, field: string, value: unknown]>([
  ['the headline of the sample', 'person.headline', 'Full-Stack Web Developer'],
  ['the place of the sample', 'hero.place', 'based in Poland'],
  ['a common job title', 'resume.experience.entries.0.course', 'Full-Stack Developer'],
  ['a project that is a to-do list', 'projects.cards.0.title', 'TODO list for teams'],
  ['a project about filler text', 'projects.cards.0.title', 'Lorem Ipsum Generator'],
  ['a project about placeholders', 'projects.cards.0.title', 'Placeholder images made easy'],
  [
    'a repository with example in its name',
    'projects.cards.0.githubUrl',
    'https://github.com/anna/socket-example',
  ],
  ['a slogan that contains your brand', 'services.cards.0.title', 'Your brand in the best light'],
  ['a localhost URL inside a text', 'about.bio', ['It serves http://localhost:3000.']],
  ['an example address in a UI string', 'strings.form.emailWrong', 'Like name@example.com.'],
  [
    'an example address in the block list',
    'contact.form.spamFilter',
    { blockList: { field: 'user_email', values: ['spam@example.com'] } },
  ],
  [
    'a figure that is also in the sample',
    'about.figures',
    [{ number: '3+', description: 'Experience' }],
  ],
  [
    'a skill with a description of the sample',
    'resume.skills.entries',
    [{ name: 'Rust', level: 50, description: 'In production' }],
  ],
])('%s', (_, field, value) => {
  test('is not reported', () => {
    const left = leftoversAfter((content) => {
      becomeSomebodyElse(content)
      set(field, value)(content)
    })
    expect(left).toEqual([])
  })
})

test('a partly changed item is reported by its unchanged fields', () => {
  const left = leftoversAfter((content) => {
    becomeSomebodyElse(content)
    set('projects.cards.0.title', 'Harbour Bookings')(content)
    set(
      'projects.cards.0.githubUrl',
      'https://github.com/reward-codes-example/harbour-bookings',
    )(content)
  })
  expect(left.map(({ field }) => field)).toEqual([
    'projects.cards.0.title',
    'projects.cards.0.githubUrl',
  ])
})

test("the sample's image is detected by content, not by file name", () => {
  const folder = changedSample(becomeSomebodyElse)
  const image = readFileSync(join(folder, 'images/brand.svg'))
  writeFileSync(join(folder, 'images/own.svg'), image)
  expect(leftoversIn(folder).map(({ field }) => field)).toEqual(['brand.image'])
  const own = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'
  writeFileSync(join(folder, 'images/own.svg'), own)
  expect(leftoversIn(folder)).toEqual([])
})

test('a folder in place of the image is not reported as the sample image', () => {
  const folder = changedSample(becomeSomebodyElse)
  mkdirSync(join(folder, 'images/own.svg'))
  expect(leftoversIn(folder)).toEqual([])
})

test('placeholder text is reported as such, even if the sample has the same text', () => {
  const [left, ...others] = leftoversAfter((content) => {
    becomeSomebodyElse(content)
    set('projects.cards.0.projectUrl', 'https://example.com')(content)
  })
  expect(others).toEqual([])
  expect(left?.meaning).toBe('This is an example address, which does not work.')
})

test('English text of the sample is reported on a page in another language', () => {
  const texts = untranslatedAfter((content) => {
    remove('services')(content)
    set('site.language', 'de')(content)
    set('about.heading', 'Über mich')(content)
    set('contact.subjects', ['Feedback', 'Anderes'])(content)
    set('footer', '© 2026 {name}')(content)
  })
  const fields = texts.map(({ field }) => field)
  expect(fields).toContain('hero.greeting')
  expect(fields).toContain('hero.button')
  expect(fields).toContain('contact.subjects.0')
  expect(fields).not.toContain('footer')
  expect(fields).not.toContain('about.heading')
  expect(fields).not.toContain('contact.subjects.1')
  expect(fields.filter((field) => /url|icon|language|name|image|period|color/.test(field))).toEqual(
    [],
  )
  expect(texts[0]?.meaning).toContain('English')
})

test('English text is not reported on a page in English of another country', () => {
  expect(untranslatedAfter(set('site.language', 'en-GB'))).toEqual([])
})

function untranslatedAfter(change: (content: Document) => void): Advice[] {
  const folder = changedSample((content) => {
    becomeSomebodyElse(content)
    change(content)
  })
  return findUntranslated(writtenIn(folder), writtenIn(SAMPLE_FOLDER))
}

function leftoversAfter(change: (content: Document) => void): Advice[] {
  return leftoversIn(changedSample(change))
}

function leftoversIn(folder: string): Advice[] {
  return findSampleData(writtenIn(folder), writtenIn(SAMPLE_FOLDER))
}
