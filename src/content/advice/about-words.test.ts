import { expect, test } from 'vitest'
import type { Document } from 'yaml'
import { adviceAfter } from '../../../tests/fixtures/advice.ts'
import { remove, set } from '../../../tests/fixtures/change-content.ts'
import { words } from '../words.ts'
import { textsOf } from './texts.ts'

const ALL = textsOf(words.parse({})).length
const OF_THE_FORM = textsOf(words.parse({}).form).length

test('English buttons on a page in another language are told, with where to write others', () => {
  expect(told()).toEqual([
    {
      field: 'site.language',
      found: `${ALL} of ${ALL} in English`,
      meaning: expect.stringContaining('on a page in Polish'),
      action: expect.stringMatching(/under words; .*docs\/owner\.md/),
    },
  ])
})

test('words that are missing beside others are counted at their place', () => {
  const advice = told(set('words', { skip: 'Do treści', form: { send: 'Wyślij' } }))
  expect(advice).toMatchObject([{ field: 'words', found: `${ALL - 2} of ${ALL} in English` }])
})

test('without a form its words are not missed', () => {
  expect(told(remove('contact'))).toMatchObject([
    { found: `${ALL - OF_THE_FORM} of ${ALL - OF_THE_FORM} in English` },
  ])
})

test.each<[string, (content: Document) => void]>([
  ['English of another country', set('site.language', 'en-GB')],
  ['a page with all its words', set('words', words.parse({}))],
])('%s needs no advice', (_, change) => {
  expect(told(change)).toEqual([])
})

function told(change: (content: Document) => void = () => {}) {
  return adviceAfter((content) => {
    set('site.language', 'pl')(content)
    change(content)
  }).map(({ field, found, meaning, action }) => ({ field, found, meaning, action }))
}
