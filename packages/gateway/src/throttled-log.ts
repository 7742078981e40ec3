import type { Log } from './log.ts'

const INTERVAL_MS = 60_000

/** Returns true at most once a minute for each name, so that a flood does not fill the log. */
export function createThrottle(clock: () => number): (name: string) => boolean {
  const last = new Map<string, number>()
  return (name) => {
    const now = clock()
    // Math.abs: a clock that is set back must not silence a name.
    if (Math.abs(now - (last.get(name) ?? Number.NEGATIVE_INFINITY)) < INTERVAL_MS) return false
    last.set(name, now)
    return true
  }
}

/** Logs each event at most once a minute for each reason. */
export function createThrottledLog(log: Log, clock: () => number): Log {
  const isDue = createThrottle(clock)
  return (level, event, facts) => {
    if (isDue(`${event} ${facts?.reason ?? ''}`)) log(level, event, facts)
  }
}
