import { createHmac } from 'node:crypto'
import { isIPv6, SocketAddress } from 'node:net'
import plugin from 'fastify-plugin'
import type { Configuration } from '../configuration.ts'
import { NETWORK_OVER_LIMIT, type Network } from '../submissions/accept.ts'
import { createWindow, secondsLeftInHour } from '../submissions/site-quota.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The network of a client that posts a message. */
    network: CountedNetwork | undefined
  }
}

/** Rejects the messages of a network over its hourly limit, and counts its refused requests. */
export const rateLimit = plugin<{ rateLimiter: RateLimiter }>(async (app, { rateLimiter }) => {
  app.decorateRequest('network', undefined)
  app.addHook('onRequest', async (request, reply) => {
    // A challenge costs less than the limit would protect.
    if (request.method !== 'POST') return
    const network = rateLimiter.networkOf(request.ip, request.origin ? 'browser' : 'program')
    request.network = network
    const { retryAfterSeconds } = network
    if (retryAfterSeconds) return reply.sendResult({ ...NETWORK_OVER_LIMIT, retryAfterSeconds })
  })
  app.addHook('onResponse', async ({ network }, { statusCode }) => {
    if (statusCode >= 400 && statusCode < 500) network?.countRefused()
  })
})

type Kind = 'browser' | 'program'

/** How many requests of a kind count as one. */
const FACTORS: Record<Kind, number> = {
  browser: 1,
  // At this point the API key is not known yet, and one program sends for many people.
  program: 10,
}
/** How many of the smallest networks may use up their limits in a /56 or /48. */
const WIDE_NETWORK_FACTOR = 10
const HOUR_MS = 3_600_000
/** Some 20 MB. Beyond it, the oldest counters of the hour are forgotten. */
const MAX_COUNTERS = 100_000

type Parts = { configuration: Configuration; clock: () => number; secret: string }

type CountedNetwork = Network & {
  /** How long to wait, if as many of its messages are stored as an hour may have. */
  retryAfterSeconds: number | undefined
  countRefused: () => void
}

/**
 * Counts the stored messages and the refused requests of each network in a clock hour, in the memory of this process.
 * They are counted apart: who is refused takes no message away from a neighbour.
 */
export function createRateLimiter({ configuration, clock, secret }: Parts) {
  const { RATE_LIMIT_PER_IP: perNetwork } = configuration
  // The privacy notice says that the counts are kept for an hour.
  const countsOf = createWindow(HOUR_MS)
  const change = (counts: Map<string, number>, names: string[], by: number) => {
    for (const name of names) counts.set(name, Math.max((counts.get(name) ?? 0) + by, 0))
    while (counts.size > MAX_COUNTERS) counts.delete(counts.keys().next().value ?? '')
  }
  return {
    networkOf: (address: string, kind: Kind): CountedNetwork => {
      const keys = networksOf(address).map((network) =>
        createHmac('sha256', secret).update(network).digest('base64url'),
      )
      const [key = ''] = keys
      const stored = keys.map((one) => `${kind} stored ${one}`)
      const refused = keys.map((one) => `${kind} refused ${one}`)
      const isOver = (names: string[]) =>
        names.some((name, index) => {
          const limit = perNetwork * FACTORS[kind] * (index === 0 ? 1 : WIDE_NETWORK_FACTOR)
          return (countsOf(clock()).get(name) ?? 0) >= limit
        })
      return {
        key,
        isSuspect: isOver(refused),
        retryAfterSeconds: isOver(stored) ? secondsLeftInHour(clock()) : undefined,
        take: () => {
          if (isOver(stored)) return undefined
          const counts = countsOf(clock())
          change(counts, stored, 1)
          return () => change(counts, stored, -1)
        },
        countRefused: () => change(countsOf(clock()), refused, 1),
      }
    },
  }
}

export type RateLimiter = ReturnType<typeof createRateLimiter>

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
