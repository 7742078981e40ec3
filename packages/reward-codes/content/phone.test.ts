import { expect, test } from 'vitest'
import { withCallingCode } from './phone.ts'

test.each([
  ['0341 1234567', 'DE', '+49 341 1234567'],
  ['(0341) 1234567', 'DE', '+49 (341) 1234567'],
  ['0049 341 1234567', 'DE', '+49 341 1234567'],
  ['06 1234 5678', 'IT', '+39 06 1234 5678'],
  ['612 345 678', 'ES', '+34 612 345 678'],
  ['+48 22 123 45 67', 'DE', '+48 22 123 45 67'],
  ['0341 1234567', undefined, '0341 1234567'],
])('%s in %s is %s', (phone, country, international) => {
  expect(withCallingCode(phone, country)).toBe(international)
})
