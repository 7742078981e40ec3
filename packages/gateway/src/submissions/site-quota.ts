/** Beyond this multiple of the hourly limit, messages with a solved captcha are rejected instead of held. */
const FLOOD_FACTOR = 10
const HOUR_MS = 3_600_000

/** What the quota of a site permits: to deliver a message, to hold it, or not to store it. */
export type Permission = 'deliver' | 'hold' | 'reject'

/**
 * Counts the messages of each site in a clock hour, in this process. Messages without a solved captcha are
 * counted apart, so that they cannot block the others.
 */
export function createSiteQuota(perHour: number) {
  const counts = new Map<string, number>()
  let hour = 0
  return {
    /** Counts a message, unless it is rejected. `release` takes the count of one back that is not stored. */
    take: (account: string, isProven: boolean, now: number) => {
      const current = Math.floor(now / HOUR_MS)
      if (current !== hour) counts.clear()
      hour = current
      const bucket = `${isProven ? 'proven' : 'doubtful'}:${account}`
      const count = counts.get(bucket) ?? 0
      const isRejected = count >= perHour * (isProven ? FLOOD_FACTOR : 1)
      if (!isRejected) counts.set(bucket, count + 1)
      const permission: Permission = isRejected ? 'reject' : count < perHour ? 'deliver' : 'hold'
      const release = () => {
        if (hour === current) counts.set(bucket, (counts.get(bucket) ?? 1) - 1)
      }
      return { permission, release }
    },
  }
}
