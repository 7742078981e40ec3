import type { Database } from './database.ts'

export type Window = { bucket: string; seconds: number; now: number }

/** Counts one more and says how many there are in this window of time. */
export async function countHit(db: Database, { bucket, seconds, now }: Window): Promise<number> {
  const length = seconds * 1000
  const start = now - (now % length)
  const { count } = await db
    .insertInto('hits')
    .values({ bucket, window_start: start, count: 1, expires_at: start + length })
    .onConflict((conflict) =>
      conflict
        .columns(['bucket', 'window_start'])
        .doUpdateSet(({ eb }) => ({ count: eb('hits.count', '+', 1) })),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return count
}
