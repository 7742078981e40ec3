import { expect, test } from 'vitest'
import type { Configuration } from '../configuration.ts'
import { createRateLimiter, networksOf } from './rate-limit.ts'

test.each([
  ['192.0.2.7', ['192.0.2.7']],
  ['::ffff:192.0.2.7', ['192.0.2.7']],
  ['2001:db8:1:2a3:3:4:5:6', ['2001:db8:1:2a3', '2001:db8:1:200/56', '2001:db8:1/48']],
  ['2001:0DB8:0001:0002::1', ['2001:db8:1:2', '2001:db8:1:0/56', '2001:db8:1/48']],
  ['2001:db8::1', ['2001:db8:0:0', '2001:db8:0:0/56', '2001:db8:0/48']],
  ['::1', ['0:0:0:0', '0:0:0:0/56', '0:0:0/48']],
  ['fe80::1%eth0', ['fe80:0:0:0', 'fe80:0:0:0/56', 'fe80:0:0/48']],
])('%s belongs to %j', (address, networks) => {
  expect(networksOf(address)).toEqual(networks)
})

test.each([
  ['/56', (n: number) => `2001:db8:0:ff${n.toString(16).padStart(2, '0')}::1`],
  ['/48', (n: number) => `2001:db8:0:${n.toString(16)}00::1`],
])('the networks of a %s have ten times the limit of one', (_, addressOf) => {
  const configuration = { RATE_LIMIT_PER_IP: 2 } as Configuration
  const { networkOf } = createRateLimiter({ configuration, clock: () => 0, secret: 'x' })
  const isOver = (address: string) => networkOf(address, 'browser').take() === undefined
  const first = Array.from({ length: 20 }, (_, n) => isOver(addressOf(n)))
  expect(first).toEqual(Array(20).fill(false))
  expect(isOver(addressOf(20))).toBe(true)
  expect(isOver('2001:db8:1::1')).toBe(false)
  expect(isOver('192.0.2.7')).toBe(false)
})

test('refused requests take no message away, and a message that is not stored gives its place back', () => {
  const configuration = { RATE_LIMIT_PER_IP: 2 } as Configuration
  const { networkOf } = createRateLimiter({ configuration, clock: () => 0, secret: 'x' })
  const network = () => networkOf('192.0.2.7', 'browser')
  for (let n = 0; n < 2; n++) network().countRefused()
  expect(network()).toMatchObject({ isSuspect: true, retryAfterSeconds: undefined })
  for (let n = 0; n < 3; n++) network().take()?.()
  expect([network().take(), network().take(), network().take()]).toEqual([
    expect.any(Function),
    expect.any(Function),
    undefined,
  ])
  expect(network().retryAfterSeconds).toBe(3600)
})
