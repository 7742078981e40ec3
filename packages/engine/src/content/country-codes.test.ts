import { expect, test } from 'vitest'
import { countryCode, countryOfPlace } from './country-codes.ts'

test.each([
  ['Poland', 'PL'],
  ['united states', 'US'],
  ['UK', 'GB'],
  ['CA', undefined],
  ['IN', undefined],
  ['Georgia', undefined],
  ['Granada', undefined],
  ['Grenada', 'GD'],
  ['Salvador', undefined],
  ['El Salvador', 'SV'],
  ['Guadalupe', undefined],
  ['Guadeloupe', 'GP'],
  ['San Martín', undefined],
  ['Norfolk', undefined],
  ['Niger', 'NE'],
  ['Nigeria', 'NG'],
  ['constructor', undefined],
])('in a location, %s is read as %s', (text, code) => {
  expect(countryOfPlace(text)).toBe(code)
})

test.each([
  ['ca', 'CA'],
  ['Georgia', 'GE'],
  ['Granada', 'GD'],
  ['Poland', 'PL'],
  ['Polska', 'PL'],
  ['Tschechien', 'CZ'],
  ["Côte d'Ivoire", 'CI'],
  ['日本', 'JP'],
  ['Kongo', undefined],
  ['', undefined],
  ['constructor', undefined],
])('in a country field, %s is read as %s', (text, code) => {
  expect(countryCode(text)).toBe(code)
})
