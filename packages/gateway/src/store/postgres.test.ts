import { expect, test } from 'vitest'
import { locationOf } from './postgres.ts'

test.each([
  ['postgres://gw:TOPSECRET@db:5433/x', 'postgres://db:5433/x'],
  ['postgres://db/x?user=gw&password=TOPSECRET', 'postgres://db/x'],
  ['postgres://gw:p%40TOPSECRET@db/x?sslpassword=TOPSECRET', 'postgres://db/x'],
  // An unescaped # in the password starts the fragment.
  ['postgres://gw:12#TOPSECRET@db/x', 'postgres://gw:12'],
])('%s is shown without its login', (address, shown) => {
  expect(locationOf(address)).toBe(shown)
})
