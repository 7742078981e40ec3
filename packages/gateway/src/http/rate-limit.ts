import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import plugin from 'fastify-plugin'
import { TOO_MANY_REQUESTS } from 'reward-codes-protocol/responses'
import type { Configuration } from '../configuration.ts'
import { QUOTA_SECONDS, type Quota } from '../store/accept-message.ts'
import type { Database } from '../store/database.ts'
import { type Store, sharedSecret } from '../store/store.ts'
import { reject } from './result.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The hash that identifies the client's network today. */
    networkKey: string
  }
}

/** Counts the requests of each network, and rejects those over its hourly limit. */
export const rateLimit = plugin<{ rateLimiter: RateLimiter }>(async (app, { rateLimiter }) => {
  app.decorateRequest('networkKey', '')
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'OPTIONS') return
    const kind = request.method !== 'POST' ? 'challenge' : request.origin ? 'message' : 'program'
    const { key, retryAfterSeconds } = await request.withTimeout(
      rateLimiter.countRequest(request.ip, kind),
    )
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
const MAX_REMEMBERED = 10_000
/** Beyond this multiple of the hourly limit, messages are rejected instead of held. */
const FLOOD_FACTOR = 10

type Parts = { configuration: Configuration; store: Store; clock: () => number }

/** Counts requests per network and messages per site, each per clock hour. */
export function createRateLimiter({ configuration, store, clock }: Parts) {
  const { RATE_LIMIT_PER_IP: perNetwork, RATE_LIMIT_PER_SITE: perSite } = configuration
  const saltOf = createDailySaltProvider(store)
  const exhausted = createExhaustedBuckets()
  return {
    /**
     * Counts a request of each network of an address. Returns the seconds to wait if a limit is
     * exceeded, and the hash that identifies the smallest network today.
     */
    countRequest: async (address: string, kind: Kind): Promise<CountedRequest> => {
      const now = clock()
      const keys = rateLimitKeys(address, await saltOf(now))
      const key = keys[0]?.key ?? ''
      const retryAfterSeconds = secondsLeftInHour(now)
      const buckets = keys.map(({ key, share }) => ({ bucket: `${kind}:${key}`, share }))
      // Check all before counting any: a /48 has too many /64 networks to count each.
      if (buckets.some(({ bucket }) => exhausted.has(bucket, now)))
        return { key, retryAfterSeconds }
      const names = buckets.map(({ bucket }) => bucket)
      const counts = await store.count(names, { seconds: QUOTA_SECONDS, now })
      const exceeded = buckets.filter(
        ({ share }, index) => (counts[index] ?? 0) > perNetwork * FACTORS[kind] * share,
      )
      for (const { bucket } of exceeded) exhausted.add(bucket, now)
      return exceeded.length > 0 ? { key, retryAfterSeconds } : { key }
    },
    /** Messages that passed the captcha are counted apart, so that others cannot block them. */
    quotaOf: (account: string, isProven: boolean): Quota => ({
      bucket: `${isProven ? 'proven' : 'doubtful'}:${account}`,
      delivered: perSite,
      stored: perSite * (isProven ? FLOOD_FACTOR : 1),
    }),
    isExhausted: ({ bucket }: Quota, now: number) => exhausted.has(bucket, now),
    setExhausted: ({ bucket }: Quota, now: number) => exhausted.add(bucket, now),
  }
}

export type RateLimiter = ReturnType<typeof createRateLimiter>

type CountedRequest = { key: string; retryAfterSeconds?: number }

/**
 * Hashes the networks of an address with the daily salt. The hashes cannot be reversed once the salt is
 * deleted.
 */
export function rateLimitKeys(address: string, salt: string) {
  return networksOf(address).map(({ network, share }) => {
    const hash = createHmac('sha256', salt).update(network).digest('base64url')
    return { key: hash.slice(0, 22), share }
  })
}

const DAY_MS = 86_400_000
/** Gateways whose clocks differ by less than this use the same rate limit key for a network. */
const MAX_CLOCK_SKEW_MS = 3_600_000
const PREFIX = 'salt:'

/** Returns the salt of the day, which all gateways on one database share. */
type DailySalt = (now: number) => Promise<string>

export function createDailySaltProvider({ write }: Pick<Store, 'write'>): DailySalt {
  let latest: { name: string; salt: string } | undefined
  return async (now) => {
    const name = saltName(now)
    if (latest?.name !== name)
      latest = { name, salt: await write((tx) => sharedSecret(tx, name), 'unsynced') }
    return latest.salt
  }
}

/**
 * Deletes the salts of other days. No rate limit window crosses midnight (UTC), so the counters
 * hashed with them have expired, and their hashes can never again be traced to a network.
 */
export async function deleteOldSalts(db: Database, now: number): Promise<number> {
  const recent = [now - MAX_CLOCK_SKEW_MS, now + MAX_CLOCK_SKEW_MS].map(saltName)
  const { numDeletedRows } = await db
    .deleteFrom('secrets')
    .where('name', 'like', `${PREFIX}%`)
    .where('name', 'not in', recent)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

function saltName(now: number): string {
  return `${PREFIX}${Math.floor(now / DAY_MS)}`
}

/** Remembers exhausted buckets until the hour ends, so that a flood costs no database queries. */
function createExhaustedBuckets() {
  const ends = new Map<string, number>()
  return {
    has: (bucket: string, now: number) => ends.get(bucket) === now + msLeftInHour(now),
    add: (bucket: string, now: number) => {
      if (ends.size >= MAX_REMEMBERED) ends.clear()
      ends.set(bucket, now + msLeftInHour(now))
    },
  }
}

export function secondsLeftInHour(now: number): number {
  return Math.ceil(msLeftInHour(now) / 1000)
}

function msLeftInHour(now: number): number {
  return QUOTA_SECONDS * 1000 - (now % (QUOTA_SECONDS * 1000))
}

const IPV6_GROUPS = 8

/** A household has one IPv6 network of 4 groups (/64); a provider's customer (/48) has up to 65,536. */
const IPV6_SUBNET_GROUPS = 4
const IPV6_SITE_GROUPS = 3
const SUBNETS_PER_SITE = 5

type Network = {
  network: string
  /** How many senders it may represent. */
  share: number
}

/** The networks of a client. An IPv6 client owns 2^64 addresses or more, so its networks are counted. */
export function networksOf(address: string): Network[] {
  const plain = withoutPort(address).split('%')[0] ?? address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)
  if (!isIPv6(plain) || mapped) return [{ network: mapped?.[1] ?? plain, share: 1 }]
  const groups = expand(plain)
  return [
    { network: groups.slice(0, IPV6_SUBNET_GROUPS).join(':'), share: 1 },
    { network: groups.slice(0, IPV6_SITE_GROUPS).join(':'), share: SUBNETS_PER_SITE },
  ]
}

/** Some proxies send the port too, which differs for each connection. */
function withoutPort(address: string): string {
  const [, inBrackets, bare] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(address) ?? []
  return inBrackets ?? bare ?? address
}

function expand(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const groups = (text: string) => text.split(':').filter(Boolean)
  const front = groups(head)
  const back = tail === undefined ? [] : groups(tail)
  const zeros = Array.from({ length: IPV6_GROUPS - front.length - back.length }, () => '0')
  return [...front, ...zeros, ...back].map((group) => Number.parseInt(group, 16).toString(16))
}
