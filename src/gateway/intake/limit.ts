import type { Gateway } from '../gateway.ts'
import { countHit } from '../store/hits.ts'
import { createSalts } from '../store/salts.ts'
import type { Store } from '../store/store.ts'
import { namesOfSender } from './network-address.ts'

const HOUR_SECONDS = 3600
/** One visitor may need several challenges for one message: they expire, and tabs are opened. */
const CHALLENGES_PER_MESSAGE = 6
/** Programs cannot be told from their keys yet, and one program speaks for many people. */
const MESSAGES_PER_PROGRAM = 10
const MOST_REMEMBERED = 10_000

export type Kind = 'message' | 'challenge' | 'program'

const FACTORS: Record<Kind, number> = {
  message: 1,
  challenge: CHALLENGES_PER_MESSAGE,
  program: MESSAGES_PER_PROGRAM,
}

/**
 * Counts a request of a sender, and says how many seconds to wait where there have been too many.
 * Who has used up an hour is remembered here, so that a flood costs the database nothing.
 */
export function createLimiter(store: Store) {
  const saltOf = createSalts(store.db)
  const usedUp = new Map<string, number>()
  return async (gateway: Gateway, address: string, kind: Kind): Promise<number | undefined> => {
    const { configuration } = gateway
    const now = gateway.clock()
    const left = leftOfHour(now)
    const end = now + left
    const wait = Math.ceil(left / 1000)
    const buckets = namesOfSender(address, await saltOf(now)).map(({ name, share }) => ({
      bucket: `${kind}:${name}`,
      share,
    }))
    // All before any is counted: there are more networks than anyone could count.
    if (buckets.some(({ bucket }) => usedUp.get(bucket) === end)) return wait
    for (const { bucket, share } of buckets) {
      const most = configuration.LIMIT_PER_ADDRESS * FACTORS[kind] * share
      if ((await countInHour(store, bucket, now)) <= most) continue
      if (usedUp.size >= MOST_REMEMBERED) usedUp.clear()
      usedUp.set(bucket, end)
      return wait
    }
    return undefined
  }
}

/** How many milliseconds are left of the hour that is counted in. */
export function leftOfHour(now: number): number {
  return HOUR_SECONDS * 1000 - (now % (HOUR_SECONDS * 1000))
}

function countInHour({ write }: Store, bucket: string, now: number): Promise<number> {
  return write((tx) => countHit(tx, { bucket, seconds: HOUR_SECONDS, now }), 'passing')
}

export type Load = 'usual' | 'high' | 'flood'

/** Beyond this many times the limit of an hour even held messages are too many. */
const FLOOD_FACTOR = 10

/**
 * How much has come for an account in this hour. What a captcha has shown to come from people is
 * counted apart, so that no flood of the rest can shut them out.
 */
export async function countLoad(
  { configuration, store, clock }: Gateway,
  account: string,
  isProven: boolean,
): Promise<Load> {
  const bucket = `${isProven ? 'proven' : 'doubtful'}:${account}`
  const count = await countInHour(store, bucket, clock())
  const limit = configuration.LIMIT_IN_ALL
  if (count > limit * (isProven ? FLOOD_FACTOR : 1)) return 'flood'
  return count > limit ? 'high' : 'usual'
}
