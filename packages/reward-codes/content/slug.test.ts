import { expect, test } from 'vitest'
import { slugOf } from './slug.ts'

test.each([
  ['Boat hire (work in progress)', 'Boat-hire-work-in-progress'],
  ['Öffnungszeiten & Café', 'Offnungszeiten-Cafe'],
  ['  3+ years!', '3-years'],
  ['Львів map', 'Львів-map'],
  ['漢字', '漢字'],
])('the slug of %j is %j', (text, slug) => {
  expect(slugOf(text)).toBe(slug.normalize('NFKD').replace(/\p{M}/gu, ''))
})
