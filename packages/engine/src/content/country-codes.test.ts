import { expect, test } from 'vitest'
import { countryCode, countryOfPlace } from './countries.ts'

test.each([
  ['Poland', 'PL'],
  ['united states', 'US'],
  ['UK', 'GB'],
  ['CA', undefined],
  ['IN', undefined],
  ['Georgia', undefined],
  ['constructor', undefined],
])('behind a city %s means %s', (text, code) => {
  expect(countryOfPlace(text)).toBe(code)
})

test.each([
  ['ca', 'CA'],
  ['Georgia', 'GE'],
  ['Poland', 'PL'],
  ['Polska', 'PL'],
  ['Tschechien', 'CZ'],
  ["Côte d'Ivoire", 'CI'],
  ['日本', 'JP'],
  ['Kongo', undefined],
  ['', undefined],
  ['constructor', undefined],
])('where a country is asked for, %s means %s', (text, code) => {
  expect(countryCode(text)).toBe(code)
})
