import { uptime } from 'node:os'
import { sql } from 'kysely'
import type { Database } from './database.ts'

const MEASURE_INTERVAL_MS = 30_000
/** A measurement with a longer round trip is too inaccurate and is discarded. */
const MAX_ROUND_TRIP_MS = 1000

/** Some systems report the uptime in whole seconds. */
const UPTIME_ERROR_MS = 2000

export type DatabaseClock = { now: () => number; close: () => void }

/**
 * The time of the database, advanced by a monotonic clock between measurements. With system clocks
 * hours apart, each gateway would treat the others' back-offs and leases as expired.
 */
export async function openDatabaseClock(db: Database): Promise<DatabaseClock> {
  const bootTime = createBootTimeClock()
  let offset = 0
  const measure = async () => {
    const sentAt = bootTime()
    const { rows } = await sql<{ time: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::bigint as time`.execute(db)
    const receivedAt = bootTime()
    const [row] = rows
    if (!row || (offset !== 0 && receivedAt - sentAt > MAX_ROUND_TRIP_MS)) return
    offset = row.time - (sentAt + receivedAt) / 2
  }
  await measure()
  const timer = setInterval(() => measure().catch(() => {}), MEASURE_INTERVAL_MS).unref()
  return {
    now: () => Math.round(bootTime() + offset),
    close: () => clearInterval(timer),
  }
}

/**
 * A monotonic clock in milliseconds that includes suspend time. On Linux `performance.now()` stops
 * during suspend, so a resumed gateway would trust leases that others have taken since.
 */
function createBootTimeClock(): () => number {
  const uptimeGap = () => uptime() * 1000 - performance.now()
  let lastGap = uptimeGap()
  let suspendedMs = 0
  return () => {
    const increase = uptimeGap() - lastGap
    if (increase > UPTIME_ERROR_MS) {
      suspendedMs += increase
      lastGap += increase
    }
    return performance.now() + suspendedMs
  }
}
