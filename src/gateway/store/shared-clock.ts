import { uptime } from 'node:os'
import { sql } from 'kysely'
import type { Database } from './database.ts'

const MEASURE_MS = 30_000
/** What came late says too little about when it was true. */
const LATEST_MS = 1000

/** Some systems count the time since their start in whole seconds. */
const COARSE_MS = 2000

export type SharedClock = { now: () => number; close: () => void }

/**
 * The time of the database, carried on between two looks by a clock that nobody sets. Gateways that
 * went by clocks of their own, hours apart, would each take the other's waits and leases for past.
 */
export async function openSharedClock(db: Database): Promise<SharedClock> {
  const running = createRunningClock()
  let ahead = 0
  const measure = async () => {
    const asked = running()
    const { rows } = await sql<{ time: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::bigint as time`.execute(db)
    const answered = running()
    const [row] = rows
    if (!row || (ahead !== 0 && answered - asked > LATEST_MS)) return
    ahead = row.time - (asked + answered) / 2
  }
  await measure()
  const timer = setInterval(() => measure().catch(() => {}), MEASURE_MS).unref()
  return {
    now: () => Math.round(running() + ahead),
    close: () => clearInterval(timer),
  }
}

/**
 * Milliseconds that pass while the machine sleeps, too. `performance.now()` then stands still on
 * Linux, and a gateway that has slept would take leases for valid that others have long taken over.
 */
function createRunningClock(): () => number {
  const asleep = () => uptime() * 1000 - performance.now()
  let known = asleep()
  let slept = 0
  return () => {
    const more = asleep() - known
    if (more > COARSE_MS) {
      slept += more
      known += more
    }
    return performance.now() + slept
  }
}
