import { expect, test } from 'vitest'
import { namesOfSender, networksOf } from './network-address.ts'

const DAY_MS = 86_400_000

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

test('a name leads back to nobody, and is another one tomorrow', () => {
  const nameAt = (secret: string, now: number) => namesOfSender('192.0.2.7', secret, now)[0]?.name
  const name = nameAt('secret', 0)
  expect(name).toMatch(/^[\w-]{22}$/)
  expect(nameAt('secret', DAY_MS - 1)).toBe(name)
  expect(nameAt('secret', DAY_MS)).not.toBe(name)
  expect(nameAt('other', 0)).not.toBe(name)
})
