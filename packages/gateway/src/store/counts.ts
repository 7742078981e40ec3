import { sql } from 'kysely'
import type { Database, MessageState, Purpose } from './database.ts'

export const PURPOSES: Purpose[] = ['message', 'auto-reply', 'notice']
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const ALL_HOURS = -1
export const NONE: Record<MessageState, number> = { queued: 0, held: 0, sent: 0, failed: 0 }

/** How many there are in each state, of visitors' messages alone or of every mail. */
export async function countByState(
  db: Database,
  purposes = PURPOSES,
): Promise<Record<MessageState, number>> {
  const rows = await db
    .selectFrom('counts')
    .select(({ fn }) => ['state', fn.sum<number>('messages').as('count')])
    .where('purpose', 'in', purposes)
    .where('hour', '=', ALL_HOURS)
    .groupBy('state')
    .execute()
  return { ...NONE, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) }
}

/** Since when the visitor's message is tried that has waited longest; nothing where none waits. */
export async function waitingSince(db: Database): Promise<number | null> {
  const { since } = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.min<number | null>('queued_at').as('since'))
    // As it stands in the index of those that wait: for a parameter no database would take it.
    .where(sql<boolean>`state = 'queued'`)
    .where('purpose', '=', 'message')
    .executeTakeFirstOrThrow()
  return since
}

export type Waiting = { count: number; since: number | null }

/** Visitors' messages that are not delivered yet; a reply to a visitor who is away may wait. */
export async function countWaiting(db: Database): Promise<Waiting> {
  const { queued } = await countByState(db, ['message'])
  return { count: queued, since: await waitingSince(db) }
}

export type Sent = {
  /** When the last one was sent. */
  latest: number | null
  lastDay: number
  lastWeek: number
}

/** Which of visitors' messages were sent lately. */
export async function countSent(db: Database, now: number): Promise<Sent> {
  const last = await sentMessages(db)
    .select('settled_at')
    .orderBy('settled_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    latest: last?.settled_at ?? null,
    lastDay: await countSentAfter(db, now - DAY_MS),
    lastWeek: await countSentAfter(db, now - 7 * DAY_MS),
  }
}

/** Only in the hour of that moment the messages themselves are counted. */
async function countSentAfter(db: Database, moment: number): Promise<number> {
  const hour = Math.floor(moment / HOUR_MS)
  const { kept } = await db
    .selectFrom('counts')
    .select(({ fn }) => fn.sum<number | null>('messages').as('kept'))
    .where('purpose', '=', 'message')
    .where('state', '=', 'sent')
    .where('hour', '>', hour)
    .executeTakeFirstOrThrow()
  const { counted } = await sentMessages(db)
    .select(({ fn }) => fn.countAll<number>().as('counted'))
    .where('settled_at', '>', moment)
    .where('settled_at', '<', (hour + 1) * HOUR_MS)
    .executeTakeFirstOrThrow()
  return (kept ?? 0) + counted
}

function sentMessages(db: Database) {
  return db
    .selectFrom('messages')
    .where('purpose', '=', 'message')
    .where('state', '=', 'sent')
    .where('settled_at', 'is not', null)
}
