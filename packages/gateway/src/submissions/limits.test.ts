import { expect, test } from 'vitest'
import { createLimits, networkOf } from './limits.ts'

const NOON = Date.UTC(2026, 0, 15, 12)
const HOUR_MS = 3_600_000

const limitsOf = (perNetwork: number, perSite: number) => {
  const { take } = createLimits({ RATE_LIMIT_PER_IP: perNetwork, RATE_LIMIT_PER_SITE: perSite })
  return (network?: string, now = NOON) =>
    take({ network, isSuspicious: false, mayExceed: false, now })
}

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:4711', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2a3:3:4:5:6', '2001:db8:1:200'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:0'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['2001:db8:1:2:3:4:5::', '2001:db8:1:0'],
])('%s belongs to %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('a network over its limit takes nothing away from others, and a program with the key has none', () => {
  const take = limitsOf(2, 100)
  const permissions = ['a', 'a', 'a', 'b', undefined, undefined, undefined].map(
    (network) => take(network).permission,
  )
  const delivered = Array(4).fill('deliver')
  expect(permissions).toEqual(['deliver', 'deliver', 'ip-rate-limited', ...delivered])
})

test('a message that is not stored takes no place, also if the hour has ended meanwhile', () => {
  const take = limitsOf(1, 1)
  take('a').release?.()
  const late = take('a')
  expect(late.permission).toBe('deliver')
  take('a', NOON + HOUR_MS)
  late.release?.()
  expect(take('b', NOON + HOUR_MS).permission).toBe('hold')
})
