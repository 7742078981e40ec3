import type { Log } from './log.ts'

const QUIET_MS = 60_000

/** Lets each name through once a minute: what comes in floods must not fill the log. */
export function createSeldom(clock: () => number): (name: string) => boolean {
  const last = new Map<string, number>()
  return (name) => {
    const now = clock()
    // A clock that was set back far silences nothing.
    if (Math.abs(now - (last.get(name) ?? Number.NEGATIVE_INFINITY)) < QUIET_MS) return false
    last.set(name, now)
    return true
  }
}

/** A log that says each event once a minute, for each of its reasons. */
export function createSeldomLog(log: Log, clock: () => number): Log {
  const isDue = createSeldom(clock)
  return (level, event, facts) => {
    if (isDue(`${event} ${facts?.reason ?? ''}`)) log(level, event, facts)
  }
}
