import type { ExpressionBuilder } from 'kysely'
import { countByState, PURPOSES } from './counts.ts'
import type { Attempt, Database, Message, MessageState, Purpose, Tables } from './database.ts'

/** Which messages are meant; what is left out does not narrow. */
export type Filter = {
  state?: MessageState | undefined
  /** The visitor's address, in any case. */
  sender?: string | undefined
  /** Automatic replies and notices to the owner as well. */
  isAll?: boolean | undefined
}

const AUTOMATIC: Purpose[] = ['auto-reply', 'notice']

function matches({ isAll, ...narrowing }: Filter) {
  return (row: ExpressionBuilder<Tables, 'messages'>) =>
    row.and([...(isAll ? [] : [row('purpose', '=', 'message')]), narrow(narrowing)(row)])
}

function narrow({ state, sender }: Filter) {
  return (row: ExpressionBuilder<Tables, 'messages'>) =>
    row.and([
      ...(state ? [row('state', '=', state)] : []),
      ...(sender ? [row('sender', '=', sender.toLowerCase())] : []),
    ])
}

export type Page = { limit: number; offset: number }

/** The newest first. */
export function listMessages(db: Database, filter: Filter, page: Page): Promise<Message[]> {
  return db
    .selectFrom('messages')
    .selectAll()
    .where(matches(filter))
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export function countMessages(db: Database, filter: Filter): Promise<number> {
  return count(db, filter.isAll ? PURPOSES : ['message'], filter)
}

/** How many replies and notices a filter that leaves them out leaves out. */
export function countAutomatic(db: Database, filter: Filter): Promise<number> {
  return count(db, AUTOMATIC, filter)
}

async function count(db: Database, purposes: Purpose[], { state, sender }: Filter) {
  if (!sender) {
    const counts = await countByState(db, purposes)
    return state ? counts[state] : Object.values(counts).reduce((sum, one) => sum + one)
  }
  const { count } = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('purpose', 'in', purposes)
    .where(narrow({ state, sender }))
    .executeTakeFirstOrThrow()
  return count
}

/** The messages that follow a name, oldest first, so that any number can be read in parts. */
export function messagesAfter(
  db: Database,
  filter: Filter,
  after: string,
  limit: number,
): Promise<Message[]> {
  return db
    .selectFrom('messages')
    .selectAll()
    .where(matches(filter))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

const NAME = /^[0-9a-z-]+$/

/** The messages whose name begins or ends with a text; the whole name finds one. */
export function findMessages(db: Database, name: string, limit: number): Promise<Message[]> {
  // Nothing else can be part of a name, and in a pattern it would mean something.
  if (!NAME.test(name)) return Promise.resolve([])
  return db
    .selectFrom('messages')
    .selectAll()
    .where((row) => row.or([row('id', 'like', `${name}%`), row('id', 'like', `%${name}`)]))
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Every attempt to deliver a message, the first one first. */
export function attemptsOf(db: Database, id: string): Promise<Attempt[]> {
  return db
    .selectFrom('attempts')
    .selectAll()
    .where('message_id', '=', id)
    .orderBy('attempt')
    .execute()
}

/** The last attempt that did not get a visitor's message through which still waits. */
export function lastSetback(db: Database): Promise<Attempt | undefined> {
  return db
    .selectFrom('attempts')
    .innerJoin('messages', 'messages.id', 'attempts.message_id')
    .selectAll('attempts')
    .where('messages.state', '=', 'queued')
    .where('messages.purpose', '=', 'message')
    .where('attempts.outcome', '=', 'postponed')
    .orderBy('attempts.ended_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Lets a held message be delivered; false where it is not held or its words are deleted. */
export async function releaseMessage(db: Database, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('messages')
    .set({ state: 'queued', reason: null, queued_at: now, due_at: now })
    .where('id', '=', id)
    .where('state', '=', 'held')
    .where('variables', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Tries a failed message again from the beginning, and a queued one at once; false where it is
 * neither, where its words are deleted, and where an attempt is under way.
 */
export async function retryMessage(db: Database, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('messages')
    .set({
      state: 'queued',
      reason: null,
      queued_at: now,
      due_at: now,
      settled_at: null,
      failures: 0,
    })
    .where('id', '=', id)
    .where('state', 'in', ['failed', 'queued'])
    .where('lease_until', '<=', now)
    .where('variables', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
