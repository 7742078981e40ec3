import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { SAMPLE } from '../../tests/fixtures/bring-in.ts'
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

test('what a file is refused for as a whole is taken out, or its pictographs are', () => {
  const resume = {
    basics: { name: 'Anna', label: '🚀 Baker' },
    skills: [{ name: 'Rye' }, { name: '田', keywords: ['rice'] }, { name: 'Wheat 🚀' }],
  }
  const { text, left } = prepareImport(readJsonResume(resume), SAMPLE, SAMPLE, judge)
  expect(parse(text).person.headline).toBe('Baker')
  expect(parse(text).resume.skills.entries).toEqual([{ name: 'Rye' }, { name: 'Wheat' }])
  expect(left.map(({ what }) => what)).toContain('resume.skills.entries.1.name')
  expect(left.map(({ why }) => why).join('\n')).toContain('without its pictographs')
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
