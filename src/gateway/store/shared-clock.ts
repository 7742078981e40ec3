import { sql } from 'kysely'
import type { Database } from './database.ts'

const MEASURE_MS = 30_000
/** What came late says too little about when it was true. */
const LATEST_MS = 1000

export type SharedClock = { now: () => number; close: () => void }

/**
 * The time of the database, carried on between two looks by a clock that nobody sets. Gateways that
 * went by clocks of their own, hours apart, would each take the other's waits and leases for past.
 */
export async function openSharedClock(db: Database): Promise<SharedClock> {
  let ahead = 0
  const measure = async () => {
    const asked = performance.now()
    const { rows } = await sql<{ time: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::bigint as time`.execute(db)
    const answered = performance.now()
    const [row] = rows
    if (!row || (ahead !== 0 && answered - asked > LATEST_MS)) return
    ahead = row.time - (asked + answered) / 2
  }
  await measure()
  const timer = setInterval(() => measure().catch(() => {}), MEASURE_MS).unref()
  return {
    now: () => Math.round(performance.now() + ahead),
    close: () => clearInterval(timer),
  }
}
