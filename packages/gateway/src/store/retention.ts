import { setTimeout as sleep } from 'node:timers/promises'
import type { InTransaction } from './database.ts'
import type { Store } from './store.ts'

/**
 * Deletes the content and the sender of messages that were settled or held before a time. A queued
 * message keeps both until it is settled. A settled message keeps its row. A held message is
 * deleted as a whole, because nothing is left to review. Returns the ids of the purged messages.
 */
export async function purgeContent(
  store: Store,
  before: number,
  signal?: AbortSignal,
): Promise<string[]> {
  const purged: string[] = []
  const batch = (tx: InTransaction, limit: number) => purgeBatch(tx, before, limit)
  for await (const names of inBatches(store, batch, signal)) purged.push(...names)
  return purged
}

async function purgeBatch(tx: InTransaction, before: number, limit: number): Promise<string[]> {
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
            .where('kind', '=', 'message')
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
    // Of an automatic reply with a copy for the owner, a recipient is the visitor.
    await tx.deleteFrom('recipients').where('message_id', 'in', ids).execute()
    await tx.deleteFrom('messages').where('id', 'in', ids).where('state', '=', 'held').execute()
  }
  return ids
}

/** Deletes messages with everything that belongs to them. */
export async function eraseMessages(store: Store, ids: string[]): Promise<void> {
  let erased = 0
  const batch = async (tx: InTransaction, limit: number) => {
    const some = ids.slice(erased, erased + limit)
    if (some.length === 0) return []
    await tx.deleteFrom('messages').where('id', 'in', some).execute()
    await tx.deleteFrom('attempts').where('message_id', 'in', some).execute()
    await tx.deleteFrom('recipients').where('message_id', 'in', some).execute()
    await tx.deleteFrom('idempotency_keys').where('message_id', 'in', some).execute()
    return some
  }
  for await (const some of inBatches(store, batch)) erased += some.length
}

/** Deletes the idempotency keys that expired before a time. */
export async function deleteExpiredKeys(
  store: Store,
  before: number,
  signal?: AbortSignal,
): Promise<void> {
  const batch = async (tx: InTransaction, limit: number) => {
    const deleted = await tx
      .deleteFrom('idempotency_keys')
      .where('key', 'in', (query) =>
        query
          .selectFrom('idempotency_keys')
          .select('key')
          .where('expires_at', '<=', before)
          .orderBy('expires_at')
          .limit(limit),
      )
      .returning('key')
      .execute()
    return deleted.map(({ key }) => key)
  }
  for await (const _ of inBatches(store, batch, signal));
}

/** SQLite runs on the thread that answers visitors, so a batch must take only tens of milliseconds. */
const BATCH = 500

/** Changes at most `limit` rows and returns their keys. */
type Batch = (tx: InTransaction, limit: number) => Promise<string[]>

/**
 * Changes any number of rows in batches and yields the keys of each batch. The pauses leave others half of
 * the database's time. If the signal is aborted, it stops between two batches.
 */
async function* inBatches(
  { write }: Store,
  batch: Batch,
  signal?: AbortSignal,
): AsyncGenerator<string[]> {
  while (!signal?.aborted) {
    const startedAt = performance.now()
    const keys = await write((tx) => batch(tx, BATCH))
    if (keys.length > 0) yield keys
    if (keys.length < BATCH) return
    await sleep(performance.now() - startedAt, undefined, { signal }).catch(() => {})
  }
}
