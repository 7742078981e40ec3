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

export type CountRequest = { buckets: string[]; window: Window }

/**
 * Increments the counters of several requests on PostgreSQL, in one round trip and without waiting for
 * the disk: a crash of the server may only forget the last increments. Requests for one bucket get its
 * counts in their order.
 */
export async function incrementOnPostgres(
  db: Database,
  requests: CountRequest[],
): Promise<number[][]> {
  const increments = new Map<string, { bucket: string; start: number; end: number; by: number }>()
  const places = requests.map(({ buckets, window }) =>
    buckets.map((bucket) => {
      const bounds = boundsOf(window)
      const key = `${bucket} ${bounds.start}`
      const by = (increments.get(key)?.by ?? 0) + 1
      increments.set(key, { bucket, ...bounds, by })
      return { key, place: by }
    }),
  )
  // In one order, so that concurrent statements do not deadlock.
  const entries = [...increments.values()].sort((a, b) => (a.bucket < b.bucket ? -1 : 1))
  const { rows } = await sql<{ key: string; count: number }>`
    with setting as materialized (select set_config('synchronous_commit', 'off', true))
    insert into rate_limit_counters as counter (bucket, window_start, count, expires_at)
    select bucket, start, "by", "end"
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as entry (bucket text, start bigint, "end" bigint, "by" int), setting
    on conflict (bucket, window_start) do update set count = counter.count + excluded.count
    returning bucket || ' ' || window_start as key, count`.execute(db)
  const totals = new Map(rows.map(({ key, count }) => [key, { count }]))
  return places.map((buckets) =>
    buckets.map(
      ({ key, place }) => countOf(totals.get(key)) - (increments.get(key)?.by ?? 0) + place,
    ),
  )
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
