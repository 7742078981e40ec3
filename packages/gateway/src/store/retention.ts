import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
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
    const replies = tx.selectFrom('messages').select('id').where('kind', '=', 'auto-reply')
    await tx
      .deleteFrom('recipients')
      .where('message_id', 'in', ids)
      .where('message_id', 'in', replies)
      .execute()
    await tx
      .updateTable('recipients')
      .set({ smtp_response: null })
      .where('message_id', 'in', ids)
      .execute()
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

/** Deletes the rows of a table that expired before a time. */
export async function deleteExpired(
  store: Store,
  table: 'idempotency_keys' | 'rate_limit_counters',
  before: number,
  signal?: AbortSignal,
): Promise<void> {
  const name = { idempotency_keys: 'key', rate_limit_counters: 'bucket' }[table]
  const batch = async (tx: InTransaction, limit: number) => {
    const oldestRows = store.kind === 'postgres' ? oldestOnPostgres : oldestOnSqlite
    const deleted = await sql<{ name: string }>`
      delete from ${sql.table(table)} where ${oldestRows(table, before, limit)}
      returning ${sql.ref(name)} as name`.execute(tx)
    return deleted.rows.map((row) => row.name)
  }
  for await (const _ of inBatches(store, batch, signal));
}

const oldestOnSqlite = (table: string, before: number, limit: number) =>
  sql`rowid in (${oldest('rowid', table, before, limit)})`

/** As an array, because PostgreSQL then fetches those rows directly. */
const oldestOnPostgres = (table: string, before: number, limit: number) =>
  sql`ctid = any (array(${oldest('ctid', table, before, limit)}))`

function oldest(row: string, table: string, before: number, limit: number) {
  return sql`select ${sql.ref(row)} from ${sql.table(table)}
    where expires_at <= ${before} order by expires_at limit ${limit}`
}

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
async function* inBatches(
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
