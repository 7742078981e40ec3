import type { Log } from './log.ts'

const INTERVAL_MS = 60_000

/** Logs each event at most once a minute for each reason, so that a flood does not fill the log. */
export function createThrottledLog(log: Log, clock: () => number): Log {
  const last = new Map<string, number>()
  return (level, event, facts) => {
    const now = clock()
    const name = `${event} ${facts?.reason ?? ''}`
    // Math.abs: a clock that is set back must not silence an event.
    if (Math.abs(now - (last.get(name) ?? Number.NEGATIVE_INFINITY)) < INTERVAL_MS) return
    last.set(name, now)
    log(level, event, facts)
  }
}
