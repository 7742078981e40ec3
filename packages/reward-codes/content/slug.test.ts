import { expect, test } from 'vitest'
import { fileSlugOf, slugOf } from './slug.ts'

test.each([
  ['Boat hire (work in progress)', 'Boat-hire-work-in-progress', 'Boat-hire-work-in-progress'],
  ['Öffnungszeiten & Café', 'Offnungszeiten-Cafe', 'Offnungszeiten-Cafe'],
  ['  3+ years!', '3-years', '3-years'],
  ['Львів map', 'Львів-map', 'map'],
  ['漢字', '漢字', ''],
])('the slug of %j is %j, and %j in a file name', (text, slug, fileSlug) => {
  expect(slugOf(text)).toBe(slug.normalize('NFKD').replace(/\p{M}/gu, ''))
  expect(fileSlugOf(text)).toBe(fileSlug)
})
