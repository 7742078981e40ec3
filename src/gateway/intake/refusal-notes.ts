import type { Log } from '../log.ts'
import { createSeldom } from '../seldom.ts'
import { countIn, type Tally } from '../tally.ts'

/** Counts every refusal, and writes one line a minute for each reason. Never who was refused. */
export function createRefusalNotes(log: Log, clock: () => number, tally: Tally) {
  const isDue = createSeldom(clock)
  return (reason: string, origin: string | undefined) => {
    countIn(tally.refused, reason)
    if (!isDue(reason)) return
    // An address of a site is no visitor's; its owner may have forgotten it.
    const isOrigins = reason === 'origin' && origin !== undefined
    const advice = 'if it is yours, add it to ALLOWED_ORIGINS'
    log('warn', 'request refused', { reason, ...(isOrigins && { origin, advice }) })
  }
}
