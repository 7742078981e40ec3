import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { bringIn, ownText, SAMPLE } from '../../tests/fixtures/bring-in.ts'
import type { Problem } from '../content/problem.ts'
import { readJsonResume } from './json-resume.ts'
import { prepareImport } from './prepare.ts'

/** A judge who knows no fonts for some letters, and that a skill has a name. */
function judge(text: string): Problem[] {
  const { person, resume } = parse(text)
  const names = resume.skills.entries.map((skill: { name?: string }, index: number) => [
    `resume.skills.entries.${index}.name`,
    skill.name,
  ])
  return [['person.headline', person.headline], ...names]
    .filter(([, value]) => value === undefined || /[🚀田]/u.test(value))
    .map(([field]) => {
      const place = { file: '', line: 1, column: 1 }
      return { ...place, field, found: 'a letter', allowed: 'what a font has' }
    })
}

test('what a file is refused for as a whole is taken out, or its signs are', () => {
  const resume = {
    basics: { name: 'Anna', label: '🚀 Baker' },
    skills: [{ name: 'Rye' }, { name: '田', keywords: ['rice'] }, { name: 'Wheat 🚀' }],
  }
  const { text, left } = prepareImport(readJsonResume(resume), SAMPLE, SAMPLE, judge)
  expect(parse(text).person.headline).toBe('Baker')
  expect(parse(text).resume.skills.entries).toEqual([{ name: 'Rye' }, { name: 'Wheat' }])
  expect(left.map(({ what }) => what)).toContain('resume.skills.entries.1.name')
  expect(left.filter(({ what }) => what === 'person.headline')).toEqual([
    {
      what: 'person.headline',
      why: expect.stringMatching(/^it came along without 🚀, which no font .*; write it in words/),
    },
  ])
})

test('what follows from the person or a title has none of the signs that those lost', () => {
  const { content, left } = bringIn({
    basics: {
      name: 'Anna 🥖 Nowak',
      label: 'Baker 🚀 of 漢 breads',
      profiles: [],
    },
    projects: [{ name: 'Oven 🔥 (🎉)', description: 'Bakes 🍞.' }],
  })
  expect(content.person).toMatchObject({ name: 'Anna Nowak' })
  expect(content.person).not.toHaveProperty('headline')
  expect(content.projects.cards[0]).toMatchObject({
    title: 'Oven',
    summary: 'Bakes.',
    imgSrc: '/placeholder/640x400.svg?text=Oven',
    imgAlt: 'Placeholder for a picture of Oven',
  })
  expect(bringIn({ basics: { name: 'Anna', label: '🚀 Baker 🥖.' } }).content).toMatchObject({
    site: { title: '{name}, Baker.', description: expect.stringMatching(/^\{name\}, Baker\b/) },
    hero: { phrases: ["I'm {name}.", 'Baker.'] },
  })
  expect(JSON.stringify(content)).not.toMatch(/\p{RGI_Emoji}/v)
  expect(left.filter((line) => line.startsWith('person.headline'))).toHaveLength(1)
})

test('a headline that does not fit is told once, and no line follows from it', () => {
  const { content, left } = bringIn({ basics: { name: 'Anna', label: 'x'.repeat(300) } })
  expect(content.site.title).toBe('{name}')
  expect(left).toEqual([expect.stringMatching(/^person\.headline: it has 300 characters/)])
})

test('a fault that the import has no part in stays for its owner to mend', () => {
  const fault = {
    file: '',
    line: 1,
    column: 1,
    field: 'services.cards.0.icon',
    found: 'x',
    allowed: 'y',
  }
  const imported = readJsonResume({ basics: { name: 'Anna' } })
  const { text, left } = prepareImport(imported, SAMPLE, SAMPLE, () => [fault])
  expect(parse(text).person.name).toBe('Anna')
  expect(left).toEqual([])
})

test('a list of which nothing may come along leaves the owner’s as it was', () => {
  const own = ownText((content) => {
    content.resume.languages = { heading: 'Languages', entries: [{ name: 'Polish' }] }
    delete content.resume.awards
  })
  const { content } = bringIn({ languages: [{ language: '漢' }], awards: [{ title: '漢' }] }, own)
  expect(content.resume.languages.entries).toEqual([{ name: 'Polish' }])
  expect(content.resume.awards?.entries ?? []).toEqual([])
})
