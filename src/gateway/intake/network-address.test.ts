import { expect, test } from 'vitest'
import { nameOfNetwork, networkOf } from './network-address.ts'

const DAY_MS = 86_400_000

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('%s belongs to %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('a name leads back to nobody, and is another one tomorrow', () => {
  const name = nameOfNetwork('192.0.2.7', 'secret', 0)
  expect(name).toMatch(/^[\w-]{22}$/)
  expect(nameOfNetwork('192.0.2.7', 'secret', DAY_MS - 1)).toBe(name)
  expect(nameOfNetwork('192.0.2.7', 'secret', DAY_MS)).not.toBe(name)
  expect(nameOfNetwork('192.0.2.7', 'other', 0)).not.toBe(name)
})
