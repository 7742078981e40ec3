import { importResume, ownText, SAMPLE } from 'test-fixtures/import-resume.ts'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Diagnostic } from '../content/diagnostic.ts'
import { readJsonResume } from './json-resume.ts'
import { prepareImport } from './prepare.ts'

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

/** Rejects letters without a font, and skills without a name. */
function validate(text: string): Diagnostic[] {
  const { person, resume } = parse(text)
  const names = resume.skills.entries.map((skill: { name?: string }, index: number) => [
    `resume.skills.entries.${index}.name`,
    skill.name,
  ])
  return [['person.headline', person.headline], ...names]
    .filter(([, value]) => value === undefined || /[🚀田]/u.test(value))
    .map(([field]) => {
      const place = { file: '', line: 1, column: 1 }
      return { ...place, field, found: 'a letter', expected: 'what a font has' }
    })
}

test('a value that the whole file is rejected for is removed, or loses its emoji', () => {
  const resume = {
    basics: { name: 'Anna', label: '🚀 Baker' },
    skills: [{ name: 'Rye' }, { name: '田', keywords: ['rice'] }, { name: 'Wheat 🚀' }],
  }
  const { text, skipped } = prepareImport(readJsonResume(resume), SAMPLE, SAMPLE, validate)
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
  const error = {
    file: '',
    line: 1,
    column: 1,
    field: 'services.cards.0.icon',
    found: 'x',
    expected: 'y',
  }
  const imported = readJsonResume({ basics: { name: 'Anna' } })
  const { text, skipped } = prepareImport(imported, SAMPLE, SAMPLE, () => [error])
  expect(parse(text).person.name).toBe('Anna')
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
