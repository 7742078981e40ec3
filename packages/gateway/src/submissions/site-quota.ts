/** The multiple of the hourly limit that a day may have as held messages: nobody reviews more. */
const HELD_PER_DAY_FACTOR = 5
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** What the quota of a site permits: to deliver a message, to hold it, or not to store it. */
type Permission = 'deliver' | 'hold' | 'reject'

/**
 * Counts the messages of each site in this process: in a clock hour those to deliver, in a day those to
 * hold. Suspicious messages count as held only, so that they cannot block the others.
 */
export function createSiteQuota(perHour: number) {
  const deliveredThisHour = createWindow(HOUR_MS)
  const heldToday = createWindow(DAY_MS)
  return {
    /**
     * Counts a message, unless it is rejected; `mayExceed` holds it beyond the day's quota. `release` takes the
     * count of one back that is not stored.
     */
    take: (account: string, isSuspicious: boolean, now: number, mayExceed = false) => {
      const delivered = deliveredThisHour(now)
      const held = heldToday(now)
      const isHeld = isSuspicious || (delivered.get(account) ?? 0) >= perHour
      const counts = isHeld ? held : delivered
      const count = counts.get(account) ?? 0
      const isRejected = isHeld && !mayExceed && count >= perHour * HELD_PER_DAY_FACTOR
      if (!isRejected) counts.set(account, count + 1)
      const permission: Permission = isRejected ? 'reject' : isHeld ? 'hold' : 'deliver'
      const release = () => counts.set(account, (counts.get(account) ?? 1) - 1)
      return { permission, release }
    },
  }
}

/** Returns the counts of the window that a time is in. They are forgotten at its end, also if nobody asks again. */
export function createWindow(lengthMs: number) {
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
