import { expect, test } from 'vitest'
import { distinctProfiles } from './draft.ts'
import { readJsonResume } from './json-resume.ts'

test('Twitter and X are one profile', () => {
  const profiles = [
    { network: 'Twitter', username: 'jan' },
    { network: 'X', username: 'jan' },
    { network: 'Twitter', url: 'https://twitter.com/Jan/' },
  ]
  expect(readJsonResume({ basics: { profiles } }).draft.person?.profiles).toEqual([
    { name: 'Twitter', icon: 'x', url: 'https://x.com/jan', username: 'jan' },
  ])
})

test.each([
  ['https://github.com/anna', 'https://github.com/anna-nowak', 2],
  ['https://github.com/anna', 'https://github.com/anna/tool', 2],
  ['https://github.com/anna', 'http://www.github.com/Anna/', 1],
  ['https://anna.example/a', 'https://anna.example/A', 2],
  ['https://anna.example/#a', 'https://anna.example/#b', 2],
])('%s and %s are %i', (one, other, count) => {
  const profiles = [one, other].map((url) => ({ name: 'Site', icon: 'globe', url }))
  expect(distinctProfiles(profiles)).toHaveLength(count)
})
