import { sql } from 'kysely'
import { type Database, MESSAGE_STATES, type MessageKind, type MessageState } from './database.ts'

export const PURPOSES: MessageKind[] = ['message', 'auto-reply', 'notice']
/** States that few messages are in, so counting them is cheap. */
export const UNSENT: MessageState[] = ['queued', 'held', 'failed']
const DAY_MS = 86_400_000
export const NONE: Record<MessageState, number> = { queued: 0, held: 0, sent: 0, failed: 0 }

/** Counts messages by state: visitors' messages alone, or every mail. */
export async function countByState(
  db: Database,
  purposes = PURPOSES,
  states: readonly MessageState[] = MESSAGE_STATES,
): Promise<Record<MessageState, number>> {
  const rows = await db
    .selectFrom('messages')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('kind', 'in', purposes)
    .where('state', 'in', states)
    .groupBy('state')
    .execute()
  return { ...NONE, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) }
}

/** Returns when the longest-waiting visitor's message was queued, or null if none waits. */
export async function waitingSince(db: Database): Promise<number | null> {
  const { since } = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.min<number | null>('retry_started_at').as('since'))
    // Literal, as in the partial index: with a parameter neither database uses that index.
    .where(sql<boolean>`state = 'queued'`)
    .where('kind', '=', 'message')
    .executeTakeFirstOrThrow()
  return since
}

export type Waiting = { count: number; since: number | null }

/**
 * Counts visitors' messages that are not delivered yet. Automatic replies may wait, so they do not
 * count.
 */
export async function countWaiting(db: Database): Promise<Waiting> {
  const { queued } = await countByState(db, ['message'], ['queued'])
  return { count: queued, since: await waitingSince(db) }
}

export type Sent = {
  /** When the last message was sent. */
  latest: number | null
  lastDay: number
  lastWeek: number
}

/** Counts the visitors' messages sent in the last day and week. */
export async function countSent(db: Database, now: number): Promise<Sent> {
  const last = await sentMessages(db)
    .select('finished_at')
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    latest: last?.finished_at ?? null,
    lastDay: await countSentAfter(db, now - DAY_MS),
    lastWeek: await countSentAfter(db, now - 7 * DAY_MS),
  }
}

async function countSentAfter(db: Database, after: number): Promise<number> {
  const { count } = await sentMessages(db)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('finished_at', '>', after)
    .executeTakeFirstOrThrow()
  return count
}

function sentMessages(db: Database) {
  return db
    .selectFrom('messages')
    .where('kind', '=', 'message')
    .where('state', '=', 'sent')
    .where('finished_at', 'is not', null)
}
