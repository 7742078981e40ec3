import { isIPv6, SocketAddress } from 'node:net'
import type { Configuration } from '../configuration.ts'

const HOUR_MS = 3_600_000
/** The multiple of the hourly limit that a day may have as held messages: an owner reviews no more. */
const HELD_PER_DAY_FACTOR = 5
const DAY_MS = 24 * HOUR_MS
const SITE = 'site'

/** What is to be stored. */
type Candidate = {
  /** Undefined for a program that knows the private key: it sends for many people. */
  network: string | undefined
  isSuspicious: boolean
  /** Whether it is held beyond the quota of the day. */
  mayExceed: boolean
  now: number
}

type Taken = {
  permission: 'deliver' | 'hold' | 'ip-rate-limited' | 'site-rate-limited'
  /** Takes the count of a message back that is not stored. */
  release?: () => void
}

/**
 * Counts messages in the memory of this process: those of each network and those to deliver in a clock hour, those to
 * hold in a day. Suspicious messages count as held only, so that they cannot block the others.
 */
export function createLimits({
  RATE_LIMIT_PER_IP: perNetwork,
  RATE_LIMIT_PER_SITE: perSite,
}: Pick<Configuration, 'RATE_LIMIT_PER_IP' | 'RATE_LIMIT_PER_SITE'>) {
  // The privacy notice says that the counts are kept for an hour.
  const ofNetworks = createWindow(HOUR_MS)
  const delivered = createWindow(HOUR_MS)
  const held = createWindow(DAY_MS)
  const isOver = (network: string | undefined, now: number) =>
    network !== undefined && (ofNetworks(now).get(network) ?? 0) >= perNetwork
  return {
    isOver,
    take: ({ network, isSuspicious, mayExceed, now }: Candidate): Taken => {
      if (isOver(network, now)) return { permission: 'ip-rate-limited' }
      const isHeld = isSuspicious || (delivered(now).get(SITE) ?? 0) >= perSite
      const isFull = (held(now).get(SITE) ?? 0) >= perSite * HELD_PER_DAY_FACTOR
      if (isHeld && isFull && !mayExceed) return { permission: 'site-rate-limited' }
      const counts = isHeld ? held(now) : delivered(now)
      const ofHour = ofNetworks(now)
      const add = (by: number) => {
        counts.set(SITE, (counts.get(SITE) ?? 0) + by)
        if (network !== undefined) ofHour.set(network, (ofHour.get(network) ?? 0) + by)
      }
      add(1)
      return { permission: isHeld ? 'hold' : 'deliver', release: () => add(-1) }
    },
  }
}

/** Returns the counts of the window that a time is in. They are forgotten at its end, also without a further request. */
function createWindow(lengthMs: number) {
  let current = -1
  let counts = new Map<string, number>()
  return (now: number): Map<string, number> => {
    const window = Math.floor(now / lengthMs)
    if (window !== current) {
      const fresh = new Map<string, number>()
      setTimeout(() => fresh.clear(), lengthMs - (now % lengthMs)).unref()
      counts = fresh
    }
    current = window
    return counts
  }
}

export function secondsLeftInHour(now: number): number {
  return Math.ceil((HOUR_MS - (now % HOUR_MS)) / 1000)
}

/** The network of a client: an IPv4 address, or the IPv6 /56 that a provider gives to a customer. */
export function networkOf(address: string): string {
  // Some proxies send the port too, which differs for each connection.
  const plain = (SocketAddress.parse(address)?.address ?? address).replace(/%.*/s, '')
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain) ?? []
  if (!isIPv6(plain) || mapped) return mapped ?? plain
  const groupsOf = (text = '') => text.split(':').filter(Boolean)
  const [head = [], tail = []] = plain.split('::').map(groupsOf)
  const zeros = Array(8 - head.length - tail.length).fill('0')
  const [one, two, three, four = 0] = [...head, ...zeros, ...tail].map((text) =>
    Number.parseInt(text, 16),
  )
  return [one, two, three, four & 0xff00].map((group = 0) => group.toString(16)).join(':')
}
