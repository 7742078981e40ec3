import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Document } from 'yaml'
import { becomeSomebodyElse } from '../../../tests/fixtures/another-person.ts'
import { changedSample, set, writtenIn } from '../../../tests/fixtures/change-content.ts'
import type { Advice } from '../advice/remark.ts'
import { findLeftovers } from './leftovers.ts'

test('the sample itself is left as a whole, and each place is told once', () => {
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
    ...[0, 1, 2, 3, 4, 5].map((place) => `projects.cards.${place}`),
    'resume.file',
    'resume.education.entries.0',
    ...[0, 1, 2, 3, 4].map((place) => `resume.experience.entries.${place}`),
    'resume.skills.entries',
  ])
  expect(left[14]).toEqual({
    file: expect.stringMatching(/portfolio\.yaml$/),
    line: expect.any(Number),
    column: 7,
    field: 'projects.cards.1',
    found: '"Lesson Planner"',
    meaning: "Visitors would take the sample's projects for your work.",
    action: 'Put your own in their place, or delete them.',
  })
})

test('nothing is left in the content of another person, who keeps headings, services and subjects', () => {
  expect(leftoversAfter(becomeSomebodyElse)).toEqual([])
})

describe.each<[what: string, field: string, value: unknown, found: string]>([
  ['the name inside another text', 'contact.lead', 'Write to MAJA Zielińska.', 'contact.lead'],
  ['the brand in the title', 'site.title', 'The site of reward codes', 'site.title'],
  [
    'a title of the sample at another place',
    'projects.cards.1.title',
    'Trail  conditions',
    'projects.cards.1.title',
  ],
  ['an address at example.com', 'contact.email', 'ewa@example.com', 'contact.email'],
  [
    'an address below example.org',
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
  [
    'a gateway on the own machine',
    'contact.form.origin',
    'http://localhost:3000',
    'contact.form.origin',
  ],
  [
    'a placeholder picture',
    'projects.cards.0.imgSrc',
    '/placeholder/640x400.svg?text=Mine',
    'projects.cards.0.imgSrc',
  ],
  [
    'a text for a placeholder',
    'projects.cards.0.imgAlt',
    'Placeholder for my shop',
    'projects.cards.0.imgAlt',
  ],
  ['lorem ipsum', 'about.bio.0', 'Lorem ipsum dolor sit amet.', 'about.bio.0'],
  [
    'a note to oneself',
    'services.cards.0.description',
    'TODO: write this',
    'services.cards.0.description',
  ],
  [
    'a key that was never filled in',
    'contact.form.publicKey',
    'your_public_key',
    'contact.form.publicKey',
  ],
  [
    'an address that was never filled in',
    'projects.cards.0.githubUrl',
    'https://github.com/YOUR_NAME/shop',
    'projects.cards.0.githubUrl',
  ],
  ['a name that was never filled in', 'person.name', '[Your Name]', 'person.name'],
  ['a text that is a note alone', 'about.bio', ['TODO'], 'about.bio.0'],
])('%s', (_, field, value, found) => {
  test('is left', () => {
    const left = leftoversAfter((content) => {
      becomeSomebodyElse(content)
      set(field, value)(content)
    })
    expect(left.map((one) => one.field)).toEqual([found])
  })
})

test('an item of which some is changed is told by what is left of it', () => {
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

test("the sample's picture is known under another name, and another picture under its name is not it", () => {
  const folder = changedSample(becomeSomebodyElse)
  const sign = readFileSync(join(folder, 'images/brand.svg'))
  writeFileSync(join(folder, 'images/own.svg'), sign)
  expect(leftoversIn(folder).map(({ field }) => field)).toEqual(['brand.image'])
  const own = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'
  writeFileSync(join(folder, 'images/own.svg'), own)
  expect(leftoversIn(folder)).toEqual([])
})

test('a folder where the picture should be is not taken for the one of the sample', () => {
  const folder = changedSample(becomeSomebodyElse)
  mkdirSync(join(folder, 'images/own.svg'))
  expect(leftoversIn(folder)).toEqual([])
})

test('without a sample, what is plainly made up is found even so', () => {
  const written = writtenIn(changedSample())
  const fields = findLeftovers(written, undefined).map(({ field }) => field)
  expect(fields).toContain('person.email')
  expect(fields).toContain('projects.cards.0.imgSrc')
  expect(fields).not.toContain('person.name')
})

function leftoversAfter(change: (content: Document) => void): Advice[] {
  return leftoversIn(changedSample(change))
}

function leftoversIn(folder: string): Advice[] {
  return findLeftovers(writtenIn(folder), writtenIn(folder, 'portfolio.sample.yaml'))
}

test('what only stands in for something is not called the sample’s, though the sample has the same', () => {
  const [left, ...others] = leftoversAfter((content) => {
    becomeSomebodyElse(content)
    set('projects.cards.0.projectUrl', 'https://example.com')(content)
  })
  expect(others).toEqual([])
  expect(left?.meaning).toBe('The address is an example and leads nowhere.')
})
