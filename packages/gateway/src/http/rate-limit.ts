import { createHmac } from 'node:crypto'
import { isIPv6, SocketAddress } from 'node:net'
import plugin from 'fastify-plugin'
import type { Configuration } from '../configuration.ts'
import { TOO_MANY_REQUESTS } from '../protocol.ts'
import { reject } from '../submissions/rejection.ts'
import { createWindow } from '../submissions/site-quota.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** A hash that identifies the client's network to the gateways on this database. */
    networkKey: string
  }
}

/** Counts the requests of each network, and rejects those over its hourly limit. */
export const rateLimit = plugin<{ rateLimiter: RateLimiter }>(async (app, { rateLimiter }) => {
  app.decorateRequest('networkKey', '')
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'OPTIONS') return
    const kind = request.method !== 'POST' ? 'challenge' : request.origin ? 'message' : 'program'
    const { key, retryAfterSeconds } = rateLimiter.countRequest(request.ip, kind)
    request.networkKey = key
    if (retryAfterSeconds) {
      const rejection = reject(429, TOO_MANY_REQUESTS, 'ip-rate-limited')
      return reply.sendResult({ ...rejection, retryAfterSeconds })
    }
  })
})

type Kind = 'message' | 'challenge' | 'program'

/** How many requests of a kind count as one message. */
const FACTORS: Record<Kind, number> = {
  message: 1,
  // A visitor may need several for one message: they expire, and each tab needs one.
  challenge: 6,
  // At this point the API key is not known yet, and one program sends for many people.
  program: 10,
}
const HOUR_MS = 3_600_000
/** Some 20 MB. Beyond it, the oldest counters of the hour are forgotten. */
const MAX_COUNTERS = 100_000

type Parts = { configuration: Configuration; clock: () => number; secret: string }

/** Counts requests per network and clock hour, in the memory of this process. */
export function createRateLimiter({ configuration, clock, secret }: Parts) {
  const { RATE_LIMIT_PER_IP: perNetwork } = configuration
  // The privacy notice says that the counts are kept for an hour.
  const countsOf = createWindow(HOUR_MS)
  return {
    /** Returns the seconds to wait if the network of an address is over its limit, and its key. */
    countRequest: (address: string, kind: Kind): CountedRequest => {
      const now = clock()
      const counts = countsOf(now)
      const key = createHmac('sha256', secret).update(networkOf(address)).digest('base64url')
      const counter = `${kind} ${key}`
      const count = (counts.get(counter) ?? 0) + 1
      if (count > perNetwork * FACTORS[kind]) {
        return { key, retryAfterSeconds: secondsLeftInHour(now) }
      }
      counts.set(counter, count)
      if (counts.size > MAX_COUNTERS) counts.delete(counts.keys().next().value ?? '')
      return { key }
    },
  }
}

export type RateLimiter = ReturnType<typeof createRateLimiter>

type CountedRequest = { key: string; retryAfterSeconds?: number }

export function secondsLeftInHour(now: number): number {
  return Math.ceil((HOUR_MS - (now % HOUR_MS)) / 1000)
}

const IPV6_GROUPS = 8
/** A household has one IPv6 network of 4 groups (/64). */
const NETWORK_GROUPS = 4

/** The network of a client: an IPv4 address, or an IPv6 /64. */
export function networkOf(address: string): string {
  // Some proxies send the port too, which differs for each connection.
  const plain = (SocketAddress.parse(address)?.address ?? address).replace(/%.*/s, '')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)
  if (!isIPv6(plain) || mapped) return mapped?.[1] ?? plain
  return expand(plain).slice(0, NETWORK_GROUPS).join(':')
}

function expand(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const groups = (text: string) => text.split(':').filter(Boolean)
  const front = groups(head)
  const back = tail === undefined ? [] : groups(tail)
  const zeros = Array.from({ length: IPV6_GROUPS - front.length - back.length }, () => '0')
  return [...front, ...zeros, ...back].map((group) => Number.parseInt(group, 16).toString(16))
}
