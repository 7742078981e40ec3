import { setTimeout as sleep } from 'node:timers/promises'
import type { InTransaction } from './database.ts'
import type { Store } from './store.ts'

const MIN_BATCH = 50
/** Each row may dirty another page, and a visitor's sync waits for all of them. */
const MAX_BATCH = 1000
/** SQLite runs on the thread that answers visitors, so a batch must not take much longer. */
const TARGET_MS = 20
const PAUSE_FACTOR = 3

/** Changes at most `limit` rows and returns their keys. */
type Batch = (tx: InTransaction, limit: number) => Promise<string[]>

/**
 * Changes any number of rows in batches and yields the keys of each batch. After each batch it
 * pauses for three times the batch's duration, so that others get most of the database's time. If
 * the signal is aborted, it stops between two batches.
 */
export async function* inBatches(
  { write, flush, kind }: Store,
  batch: Batch,
  signal?: AbortSignal,
): AsyncGenerator<string[]> {
  // On SQLite even a batch without rows would be synced.
  const durability = kind === 'sqlite' ? 'unsynced' : 'synced'
  let limit = MIN_BATCH
  while (!signal?.aborted) {
    const startedAt = performance.now()
    let worked = 0
    const keys = await write(async (tx) => {
      const start = performance.now()
      const changed = await batch(tx, limit)
      worked = performance.now() - start
      return changed
    }, durability)
    if (keys.length > 0) {
      // Otherwise a visitor's sync would have to write many batches.
      await flush()
      yield keys
    }
    if (keys.length < limit) return
    if (worked < TARGET_MS / 2) limit = Math.min(limit * 2, MAX_BATCH)
    else if (worked > TARGET_MS) limit = Math.max(Math.floor(limit / 2), MIN_BATCH)
    const took = performance.now() - startedAt
    await sleep(took * PAUSE_FACTOR, undefined, { signal }).catch(() => {})
  }
}
