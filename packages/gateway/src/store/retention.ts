import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type InTransaction, rowsOf } from './database.ts'
import type { Store } from './store.ts'

/**
 * Deletes the content and the sender of messages that were settled or held before a time. A queued
 * message keeps both until it is settled. A settled message keeps its row. A held message is
 * deleted as a whole, because nothing is left to review. Returns the number of purged messages.
 */
export function purgeContent(store: Store, before: number, signal?: AbortSignal): Promise<number> {
  const batch: Batch = async (tx, limit) => {
    // A union, because each condition has an index.
    const purged = sql<{ id: string }>`
      update messages set template_params = null, sender = '', reason = null where id in (
        select id from messages where template_params is not null and finished_at < ${before}
        union all
        select id from messages where template_params is not null
          and state = 'held' and received_at < ${before}
        limit ${limit}) returning id`
    const ids = (await rowsOf(tx, purged)).map(({ id }) => id)
    if (ids.length === 0) return 0
    const all = sql.join(ids)
    // A mail server's response may contain addresses.
    await sql`update attempts set smtp_response = null where message_id in (${all})`.execute(tx)
    await sql`delete from messages where id in (${all}) and state = 'held'`.execute(tx)
    return ids.length
  }
  return inBatches(store, batch, signal)
}

/** Deletes messages with everything that belongs to them; their attempts go with the row. */
export async function eraseMessages(store: Store, ids: string[]): Promise<void> {
  await inBatches(store, async (tx, limit, erased) => {
    const some = ids.slice(erased, erased + limit)
    if (some.length === 0) return 0
    await sql`delete from messages where id in (${sql.join(some)})`.execute(tx)
    await sql`delete from idempotency_keys where message_id in (${sql.join(some)})`.execute(tx)
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
    const deleted = sql`delete from idempotency_keys where key in (select key from idempotency_keys
      where expires_at <= ${before} order by expires_at limit ${limit}) returning key`
    return (await rowsOf(tx, deleted)).length
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
