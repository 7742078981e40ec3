import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'

const DAY_MS = 86_400_000
const GROUPS = 8
const NETWORK_GROUPS = 4

/**
 * A name for whoever sends, to count by and not to find anyone by: a keyed hash that changes every
 * day. A household has one IPv6 network of 2^64 addresses, so the network is what counts.
 */
export function nameOfNetwork(address: string, secret: string, now: number): string {
  const day = Math.floor(now / DAY_MS)
  const hash = createHmac('sha256', secret).update(`${day} ${networkOf(address)}`)
  return hash.digest('base64url').slice(0, 22)
}

export function networkOf(address: string): string {
  const plain = address.split('%')[0] ?? address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)
  if (mapped?.[1]) return mapped[1]
  return isIPv6(plain) ? expand(plain).slice(0, NETWORK_GROUPS).join(':') : plain
}

function expand(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const groups = (text: string) => text.split(':').filter(Boolean)
  const front = groups(head)
  const back = tail === undefined ? [] : groups(tail)
  const zeros = Array.from({ length: GROUPS - front.length - back.length }, () => '0')
  return [...front, ...zeros, ...back].map((group) => Number.parseInt(group, 16).toString(16))
}
