import { expect, test } from 'vitest'
import { addressOf } from './slug.ts'

test.each([
  ['Über mich', 'de', 'ueber-mich'],
  ['Львів map (3)', 'uk', 'map-3'],
  ['Usługi', 'pl', 'uslugi'],
  ['Tjänster', 'sv', 'tjanster'],
  ['À propos', 'fr', 'a-propos'],
  ['Про мене', 'uk', undefined],
  ['自己紹介', 'ja', undefined],
])('the address of %j in %s is %j', (label, language, address) => {
  expect(addressOf(label, language)).toBe(address)
})
