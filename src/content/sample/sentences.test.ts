import { expect, test } from 'vitest'
import type { Document } from 'yaml'
import { becomeSomebodyElse } from '../../../tests/fixtures/another-person.ts'
import { changedSample, remove, set, writtenIn } from '../../../tests/fixtures/change-content.ts'
import { findSentences } from './sentences.ts'

const LEAD =
  'Tell me what you have in mind. I read every message myself and answer within two working days.'

test('the lead and the services of the sample are told, wherever they stand, and no short words', () => {
  const told = sentencesAfter((content) => {
    set('contact.lead', ` ${LEAD.replace('I read', 'I  READ')}`)(content)
    const [first, ...others] = content.toJS().services.cards
    set('services.cards', [...others, first])(content)
  })
  expect(told.map(({ field }) => field)).toEqual([
    ...[0, 1, 2, 3].map((place) => `services.cards.${place}.description`),
    'contact.lead',
  ])
  expect(told.at(-1)).toMatchObject({
    line: expect.any(Number),
    found: expect.stringContaining('Tell me what you have in mind.'),
    meaning: expect.stringContaining("word for word the sample's"),
    action: expect.stringContaining('leave it if it is true of you'),
  })
})

test('a sentence of which a word is changed is the owner’s, and so is one in another place', () => {
  const told = sentencesAfter((content) => {
    set('contact.lead', LEAD.replace('two', 'three'))(content)
    set('about.bio', [LEAD])(content)
    remove('services')(content)
  })
  expect(told).toEqual([])
})

function sentencesAfter(change: (content: Document) => void) {
  const folder = changedSample((content) => {
    becomeSomebodyElse(content)
    change(content)
  })
  return findSentences(writtenIn(folder), writtenIn(folder, 'portfolio.sample.yaml'))
}
