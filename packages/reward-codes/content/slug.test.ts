import { expect, test } from 'vitest'
import { addressOf, slugOf } from './slug.ts'

test.each([
  ['Boat hire (work in progress)', 'Boat-hire-work-in-progress'],
  ['Öffnungszeiten & Café', 'Offnungszeiten-Cafe'],
  ['  3+ years!', '3-years'],
  ['Львів map', 'Львів-map'],
  ['漢字', '漢字'],
])('the slug of %j is %j', (text, slug) => {
  expect(slugOf(text)).toBe(slug.normalize('NFKD').replace(/\p{M}/gu, ''))
})

test.each([
  ['Über mich', 'de', 'ueber-mich'],
  ['Usługi', 'pl', 'uslugi'],
  ['Tjänster', 'sv', 'tjanster'],
  ['À propos', 'fr', 'a-propos'],
  ['Про мене', 'uk', undefined],
  ['自己紹介', 'ja', undefined],
])('the address of %j in %s is %j', (label, language, address) => {
  expect(addressOf(label, language)).toBe(address)
})
