import { sql } from 'kysely'
import type { Database, InTransaction, Message } from './database.ts'
import { STALLED_AFTER_MS, waitedMs, waitingSince } from './messages.ts'

/** More are told as their number. */
const MAX_READ = 1000

/** Messages that came after a time, and of which no notice was taken, oldest first. Held ones are told as waiting. */
export function arrivedToNotify(db: Database, after: number): Promise<Message[]> {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('kind', '=', 'message')
    .where('received_at', '>', after)
    .where('notified', 'is', null)
    .where('state', 'in', ['queued', 'sent'])
    .where('template_params', 'is not', null)
    .orderBy('received_at')
    .limit(MAX_READ)
    .execute()
}

/** Messages that wait for the owner, and of which no notice was taken as such: held, failed, or queued for an hour. */
export function waitingToNotify(db: Database, now: number): Promise<Message[]> {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('kind', '=', 'message')
    .where('state', 'in', ['held', 'failed', 'queued'])
    .where('template_params', 'is not', null)
    .where(sql<boolean>`coalesce(notified, '') <> 'waiting'`)
    .where(({ or, eb }) =>
      or([eb('state', '!=', 'queued'), eb('retry_started_at', '<=', now - STALLED_AFTER_MS)]),
    )
    .orderBy('received_at')
    .limit(MAX_READ)
    .execute()
}

/** How many messages have been queued for an hour. */
export async function countWaiting(db: Database, now: number): Promise<{ queued: number }> {
  const { queued } = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('queued'))
    .where(sql<boolean>`state = 'queued'`)
    .where('kind', '=', 'message')
    .where('retry_started_at', '<=', now - STALLED_AFTER_MS)
    .executeTakeFirstOrThrow()
  return { queued }
}

/**
 * Since when mail stands still; undefined if it does not. A message has waited an hour, its back-off included, and
 * the server took nothing in that hour.
 */
export async function mailStandsStill(db: Database, now: number): Promise<number | undefined> {
  const since = await waitingSince(db)
  if (since === null || waitedMs(since, now) < STALLED_AFTER_MS) return undefined
  const last = await db
    .selectFrom('messages')
    .select('finished_at')
    // Literal, as in the partial index: with a parameter neither database uses that index.
    .where(sql<boolean>`finished_at is not null and template_params is not null`)
    .where('state', '=', 'sent')
    .where('finished_at', '<=', now)
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (last?.finished_at ?? 0) > now - STALLED_AFTER_MS ? undefined : since
}

const BATCH = 500

/** Records as what a notice of messages was taken. */
export async function markNotified(
  tx: InTransaction,
  ids: string[],
  notified: 'received' | 'waiting',
): Promise<void> {
  for (let n = 0; n < ids.length; n += BATCH) {
    const some = ids.slice(n, n + BATCH)
    await tx.updateTable('messages').set({ notified }).where('id', 'in', some).execute()
  }
}

/** Reads what the gateways on a database remember. */
export async function readSetting(db: Database, name: string): Promise<string | undefined> {
  const settings = db.selectFrom('settings').select('value').where('name', '=', name)
  return (await settings.executeTakeFirst())?.value
}

/** Remembers a value, or forgets it. */
export async function writeSetting(
  tx: InTransaction,
  name: string,
  value: string | null,
): Promise<void> {
  await tx.deleteFrom('settings').where('name', '=', name).execute()
  if (value !== null) await tx.insertInto('settings').values({ name, value }).execute()
}
