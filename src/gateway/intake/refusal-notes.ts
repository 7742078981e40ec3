import type { Log } from '../log.ts'
import { countIn, type Tally } from '../tally.ts'

const QUIET_MS = 60_000

/**
 * Counts every refusal, and writes one line a minute for each reason: a flood must not fill the log.
 * Never who was refused.
 */
export function createRefusalNotes(log: Log, clock: () => number, tally: Tally) {
  const noted = new Map<string, number>()
  return (reason: string, origin: string | undefined) => {
    countIn(tally.refused, reason)
    const now = clock()
    // A clock that was set back far silences nothing.
    if (Math.abs(now - (noted.get(reason) ?? Number.NEGATIVE_INFINITY)) < QUIET_MS) return
    noted.set(reason, now)
    // An address of a site is no visitor's; its owner may have forgotten it.
    const isOrigins = reason === 'origin' && origin !== undefined
    const advice = 'if it is yours, add it to ALLOWED_ORIGINS'
    log('warn', 'request refused', { reason, ...(isOrigins && { origin, advice }) })
  }
}
