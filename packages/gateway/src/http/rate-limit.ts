import { createHmac } from 'node:crypto'
import { isIPv6, SocketAddress } from 'node:net'
import plugin from 'fastify-plugin'
import type { Configuration } from '../configuration.ts'
import { TOO_MANY_REQUESTS } from '../protocol.ts'
import { reject } from '../submissions/rejection.ts'
import { createWindow, secondsLeftInHour } from '../submissions/site-quota.ts'

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
/** How many of the smallest networks may use up their limits in a /56 or /48. */
const WIDE_NETWORK_FACTOR = 10
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
    /** Returns the seconds to wait if a network of an address is over its limit, and the key of the smallest. */
    countRequest: (address: string, kind: Kind): CountedRequest => {
      const now = clock()
      const counts = countsOf(now)
      const keys = networksOf(address).map((network) =>
        createHmac('sha256', secret).update(network).digest('base64url'),
      )
      const [key = ''] = keys
      const isOver = keys.some((one, index) => {
        const limit = perNetwork * FACTORS[kind] * (index === 0 ? 1 : WIDE_NETWORK_FACTOR)
        return (counts.get(`${kind} ${one}`) ?? 0) >= limit
      })
      if (isOver) return { key, retryAfterSeconds: secondsLeftInHour(now) }
      for (const one of keys) counts.set(`${kind} ${one}`, (counts.get(`${kind} ${one}`) ?? 0) + 1)
      while (counts.size > MAX_COUNTERS) counts.delete(counts.keys().next().value ?? '')
      return { key }
    },
  }
}

export type RateLimiter = ReturnType<typeof createRateLimiter>

type CountedRequest = { key: string; retryAfterSeconds?: number }

const IPV6_GROUPS = 8

/**
 * The networks of a client, the smallest first: an IPv4 address, or an IPv6 /64, which a household has, with the
 * /56 and /48 that providers give to one customer.
 */
export function networksOf(address: string): string[] {
  // Some proxies send the port too, which differs for each connection.
  const plain = (SocketAddress.parse(address)?.address ?? address).replace(/%.*/s, '')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)
  if (!isIPv6(plain) || mapped) return [mapped?.[1] ?? plain]
  const [one, two, three, four = ''] = expand(plain)
  const site = `${one}:${two}:${three}`
  const subnets = Number.parseInt(four, 16) & 0xff00
  return [`${site}:${four}`, `${site}:${subnets.toString(16)}/56`, `${site}/48`]
}

function expand(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const groups = (text: string) => text.split(':').filter(Boolean)
  const front = groups(head)
  const back = tail === undefined ? [] : groups(tail)
  const zeros = Array.from({ length: IPV6_GROUPS - front.length - back.length }, () => '0')
  return [...front, ...zeros, ...back].map((group) => Number.parseInt(group, 16).toString(16))
}
