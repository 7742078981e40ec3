import { compileOnce } from './compile-once.ts'
import type { Database } from './database.ts'

export type Window = { bucket: string; seconds: number; now: number }

/** Counts one more and says how many there are in this window of time. */
export async function countHit(db: Database, { bucket, seconds, now }: Window): Promise<number> {
  const length = seconds * 1000
  const start = now - (now % length)
  const [row] = await addHit(db, { bucket, start, end: start + length })
  // Nought would let everyone through.
  if (!row) throw new Error('The database has not told how many there are.')
  return row.count
}

const addHit = compileOnce(
  (db, { bucket, start, end }: { bucket: string; start: number; end: number }) =>
    db
      .insertInto('hits')
      .values({ bucket, window_start: start, count: 1, expires_at: end })
      .onConflict((conflict) =>
        conflict
          .columns(['bucket', 'window_start'])
          .doUpdateSet(({ eb }) => ({ count: eb('hits.count', '+', 1) })),
      )
      .returning('count'),
)
