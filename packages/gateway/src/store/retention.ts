import { setTimeout as sleep } from 'node:timers/promises'
import type { InTransaction } from './database.ts'
import type { Store } from './store.ts'

/**
 * Deletes the content and the sender of messages that were settled or held before a time. A queued
 * message keeps both until it is settled. A settled message keeps its row. A held message is
 * deleted as a whole, because nothing is left to review. Returns the number of purged messages.
 */
export function purgeContent(store: Store, before: number, signal?: AbortSignal): Promise<number> {
  return inBatches(store, (tx, limit) => purgeBatch(tx, before, limit), signal)
}

async function purgeBatch(tx: InTransaction, before: number, limit: number): Promise<number> {
  const purged = await tx
    .updateTable('messages')
    .set({ template_params: null, sender: '', reason: null })
    .where('id', 'in', (query) =>
      query
        .selectFrom('messages')
        .select('id')
        .where('template_params', 'is not', null)
        .where('finished_at', '<', before)
        // A union, because each condition has an index.
        .unionAll((other) =>
          other
            .selectFrom('messages')
            .select('id')
            .where('template_params', 'is not', null)
            .where('state', '=', 'held')
            .where('received_at', '<', before),
        )
        .limit(limit),
    )
    .returning('id')
    .execute()
  const ids = purged.map(({ id }) => id)
  if (ids.length > 0) {
    // A mail server's response may contain addresses.
    await tx
      .updateTable('attempts')
      .set({ smtp_response: null })
      .where('message_id', 'in', ids)
      .execute()
    await tx.deleteFrom('messages').where('id', 'in', ids).where('state', '=', 'held').execute()
  }
  return ids.length
}

/** Deletes messages with everything that belongs to them; their attempts go with the row. */
export async function eraseMessages(store: Store, ids: string[]): Promise<void> {
  await inBatches(store, async (tx, limit, erased) => {
    const some = ids.slice(erased, erased + limit)
    if (some.length === 0) return 0
    await tx.deleteFrom('messages').where('id', 'in', some).execute()
    await tx.deleteFrom('idempotency_keys').where('message_id', 'in', some).execute()
    return some.length
  })
}

/** Deletes the idempotency keys that expired before a time. */
export async function deleteExpiredKeys(
  store: Store,
  before: number,
  signal?: AbortSignal,
): Promise<void> {
  const batch: Batch = async (tx, limit) => {
    const { numDeletedRows } = await tx
      .deleteFrom('idempotency_keys')
      .where('key', 'in', (query) =>
        query
          .selectFrom('idempotency_keys')
          .select('key')
          .where('expires_at', '<=', before)
          .orderBy('expires_at')
          .limit(limit),
      )
      .executeTakeFirst()
    return Number(numDeletedRows)
  }
  await inBatches(store, batch, signal)
}

/** SQLite runs on the thread that answers visitors, so a batch must take only tens of milliseconds. */
const BATCH = 500

/** Changes at most `limit` rows after those that are `done`, and returns their number. */
type Batch = (tx: InTransaction, limit: number, done: number) => Promise<number>

/**
 * Changes any number of rows in batches, and returns their number. The pauses leave others half of the database's
 * time. If the signal is aborted, it stops between two batches.
 */
async function inBatches({ write }: Store, batch: Batch, signal?: AbortSignal): Promise<number> {
  let done = 0
  while (!signal?.aborted) {
    const startedAt = performance.now()
    const count = await write((tx) => batch(tx, BATCH, done))
    done += count
    if (count < BATCH) break
    await sleep(performance.now() - startedAt, undefined, { signal }).catch(() => {})
  }
  return done
}
