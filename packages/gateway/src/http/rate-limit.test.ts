import { expect, test } from 'vitest'
import { networksOf, rateLimitKeys } from './rate-limit.ts'

test.each([
  ['192.0.2.7', ['192.0.2.7']],
  ['::ffff:192.0.2.7', ['192.0.2.7']],
  ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2', '2001:db8:1']],
  ['2001:0DB8:0001:0002::1', ['2001:db8:1:2', '2001:db8:1']],
  ['2001:db8::1', ['2001:db8:0:0', '2001:db8:0']],
  ['::1', ['0:0:0:0', '0:0:0']],
  ['fe80::1%eth0', ['fe80:0:0:0', 'fe80:0:0']],
])('%s belongs to %s', (address, networks) => {
  expect(networksOf(address).map(({ network }) => network)).toEqual(networks)
})

test('a rate limit key is a salted hash, and another salt gives another key', () => {
  const keyWith = (salt: string) => rateLimitKeys('192.0.2.7', salt)[0]?.key
  const name = keyWith('salt')
  expect(name).toMatch(/^[\w-]{22}$/)
  expect(keyWith('salt')).toBe(name)
  expect(keyWith('other')).not.toBe(name)
})
