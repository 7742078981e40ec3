import { sql } from 'kysely'
import type { Database } from './database.ts'
import { prepareQuery } from './prepared-query.ts'

/** The time window that `now` is in: windows of a length start at multiples of it. */
export type Window = { seconds: number; now: number }

/** Increments a rate limit counter and returns its count in this time window. */
export async function incrementCounter(
  db: Database,
  bucket: string,
  window: Window,
): Promise<number> {
  const [row] = await upsertCounter(db, { bucket, ...boundsOf(window) })
  return countOf(row)
}

/**
 * Increments a counter of each bucket on PostgreSQL, in one round trip and without waiting for the disk:
 * a crash of the server may only forget the last increments.
 */
export async function incrementOnPostgres(
  db: Database,
  buckets: string[],
  window: Window,
): Promise<number[]> {
  const { start, end } = boundsOf(window)
  const { rows } = await sql<{ bucket: string; count: number }>`
    with setting as materialized (select set_config('synchronous_commit', 'off', true))
    insert into rate_limit_counters as counter (bucket, window_start, count, expires_at)
    select bucket, ${start}::bigint, 1, ${end}::bigint from unnest(${buckets}::text[]) bucket, setting
    on conflict (bucket, window_start) do update set count = counter.count + 1
    returning bucket, count`.execute(db)
  return buckets.map((bucket) => countOf(rows.find((row) => row.bucket === bucket)))
}

export function boundsOf({ seconds, now }: Window) {
  const length = seconds * 1000
  const start = now - (now % length)
  return { start, end: start + length }
}

/** A count of 0 would let every request through. */
function countOf(row: { count: number } | undefined): number {
  if (!row) throw new Error('The database returned no count.')
  return row.count
}

const upsertCounter = prepareQuery(
  (db, { bucket, start, end }: { bucket: string; start: number; end: number }) =>
    db
      .insertInto('rate_limit_counters')
      .values({ bucket, window_start: start, count: 1, expires_at: end })
      .onConflict((conflict) =>
        conflict
          .columns(['bucket', 'window_start'])
          .doUpdateSet(({ eb }) => ({ count: eb('rate_limit_counters.count', '+', 1) })),
      )
      .returning('count'),
)
