import { createHmac } from 'node:crypto'
import type { Configuration } from '../configuration.ts'
import { QUOTA_SECONDS, type Quota } from '../store/accept-message.ts'
import { createDailySaltProvider } from '../store/daily-salt.ts'
import type { Store } from '../store/store.ts'
import { networksOf } from './networks.ts'

/** A visitor may need several challenges for one message: they expire, and each tab needs one. */
const CHALLENGES_PER_MESSAGE = 6
/** At this point the API key is not known yet, and one program sends for many people. */
const MESSAGES_PER_PROGRAM = 10
const MAX_REMEMBERED = 10_000
/** Beyond this multiple of the hourly limit, messages are rejected instead of held. */
const FLOOD_FACTOR = 10

type Kind = 'message' | 'challenge' | 'program'

const FACTORS: Record<Kind, number> = {
  message: 1,
  challenge: CHALLENGES_PER_MESSAGE,
  program: MESSAGES_PER_PROGRAM,
}

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
