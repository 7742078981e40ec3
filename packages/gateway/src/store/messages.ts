import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { containsAddress } from '../address.ts'
import { MESSAGE_STATES, type MessageState } from '../message.ts'
import type { Attempt, Database, InTransaction, Message, Tables } from './database.ts'
import type { Store } from './store.ts'

/** Selects messages. An omitted field does not filter. */
export type Filter = { state?: MessageState | undefined }

function matches({ state }: Filter) {
  return (row: ExpressionBuilder<Tables, 'messages'>) =>
    row.and(state ? [row('state', '=', state)] : [])
}

/** Lists messages, newest first. */
export function listMessages(db: Database, filter: Filter, limit: number): Promise<Message[]> {
  return db
    .selectFrom('messages')
    .selectAll()
    .where(matches(filter))
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export function countMessages(db: Database, filter: Filter): Promise<number> {
  return countOf(db.selectFrom('messages').where(matches(filter)))
}

async function countOf(query: SelectQueryBuilder<Tables, 'messages', object>): Promise<number> {
  const counted = query.select(({ fn }) => fn.countAll<number>().as('count'))
  return (await counted.executeTakeFirstOrThrow()).count
}

const BATCH = 100

/** Reads messages in batches, oldest first (keyset pagination). */
export async function* readMessages(
  db: Database,
  filter: Filter,
  size = BATCH,
): AsyncIterable<Message> {
  const query = db.selectFrom('messages').selectAll().where(matches(filter)).orderBy('id')
  for (let after: string | undefined = ''; after !== undefined; ) {
    const batch: Message[] = await query.where('id', '>', after).limit(size).execute()
    yield* batch
    after = batch.at(-1)?.id
  }
}

/**
 * Finds the messages that contain an address in any field, oldest first. Reads all messages: a form may
 * have the address in a field of any name, in any spelling, and no database compares those.
 */
export async function findByAddress(
  db: Database,
  address: string,
  filter: Filter = {},
): Promise<Message[]> {
  const found: Message[] = []
  for await (const message of readMessages(db, filter)) {
    const values: string[] = Object.values(JSON.parse(message.template_params ?? '{}'))
    if (values.some((value) => containsAddress(value, address))) found.push(message)
  }
  return found
}

const ID = /^[0-9a-z-]+$/

/** Finds the messages whose id ends with a text. A whole id finds one message. */
export function findMessages(db: Database, id: string, limit: number): Promise<Message[]> {
  // An id has no other characters, and `%` and `_` are wildcards.
  if (!ID.test(id)) return Promise.resolve([])
  return db
    .selectFrom('messages')
    .selectAll()
    .where('id', 'like', `%${id}`)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export function messageById(db: Database, id: string): Promise<Message | undefined> {
  return db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Lists the attempts to deliver a message, first one first. */
export function attemptsOf(db: Database, id: string): Promise<Attempt[]> {
  return db
    .selectFrom('attempts')
    .selectAll()
    .where('message_id', '=', id)
    .orderBy('attempt')
    .execute()
}

/** Returns the last failed attempt of a message that is still queued. */
export function lastFailedAttempt(db: Database): Promise<Attempt | undefined> {
  return db
    .selectFrom('attempts')
    .innerJoin('messages', 'messages.id', 'attempts.message_id')
    .selectAll('attempts')
    .where('messages.state', '=', 'queued')
    .where('attempts.outcome', '=', 'deferred')
    .orderBy('attempts.ended_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Visitors' messages that no recipient got, until they are retried or deleted, or their content is. */
export function countFailed(db: Database): Promise<number> {
  // Literal, as in the partial index: with a parameter neither database uses that index.
  const isFailed = sql<boolean>`state = 'failed' and template_params is not null`
  return countOf(db.selectFrom('messages').where(isFailed))
}

/** Queues a held message. Returns false if it is not held or its content is deleted. */
export async function releaseMessage(store: Store, id: string, now: number): Promise<boolean> {
  return (await restartMessages(store, [id], ['held'], now)) === 1
}

/**
 * Retries a failed message from the start, and a queued one at once. Returns false if the content is deleted or an
 * attempt is in flight.
 */
export async function retryMessage(store: Store, id: string, now: number): Promise<boolean> {
  return (await restartMessages(store, [id], ['failed', 'queued'], now)) === 1
}

/** Queues messages in some states from the start. Returns how many. */
export async function restartMessages(
  { write }: Store,
  ids: string[],
  states: MessageState[],
  now: number,
): Promise<number> {
  let count = 0
  for (let n = 0; n < ids.length; n += BATCH) {
    const { numUpdatedRows } = await write((tx) =>
      tx
        .updateTable('messages')
        .set({
          state: 'queued',
          reason: null,
          finished_at: null,
          consecutive_failures: 0,
          retry_started_at: now,
          deferred_at: now,
          next_attempt_at: now,
          reported_at: null,
        })
        .where('id', 'in', ids.slice(n, n + BATCH))
        .where('state', 'in', states)
        .where(sql<boolean>`not ${isInFlight(now)}`)
        .where('template_params', 'is not', null)
        .executeTakeFirst(),
    )
    count += Number(numUpdatedRows)
  }
  return count
}

/** Whether an attempt lasts, as far as the database knows. */
function isInFlight(now: number) {
  return sql`(state = 'queued' and next_attempt_at > ${now} and exists (select 1 from attempts
    where message_id = messages.id and attempts.attempt = messages.attempt and outcome is null))`
}

/** Of some messages, those with an attempt that lasts. */
export async function inFlightOf(db: Database, ids: string[], now: number): Promise<Set<string>> {
  const found = await db
    .selectFrom('messages')
    .select('id')
    .where('id', 'in', ids)
    .where(sql<boolean>`${isInFlight(now)}`)
    .execute()
  return new Set(found.map(({ id }) => id))
}

export const NO_COUNTS: Record<MessageState, number> = { queued: 0, held: 0, sent: 0, failed: 0 }

/** Counts messages by state. */
export async function countByState(
  db: Database,
  states: readonly MessageState[] = MESSAGE_STATES,
): Promise<Record<MessageState, number>> {
  const rows = await db
    .selectFrom('messages')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('state', 'in', states)
    .groupBy('state')
    .execute()
  return { ...NO_COUNTS, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) }
}

/** Returns when the longest-waiting visitor's message was queued, or null if none waits. */
export async function waitingSince(db: Database): Promise<number | null> {
  const { since } = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.min<number | null>('retry_started_at').as('since'))
    // Literal, as in the partial index: with a parameter neither database uses that index.
    .where(sql<boolean>`state = 'queued'`)
    .executeTakeFirstOrThrow()
  return since
}

/** A healthy mail server accepts a message in seconds, with greylisting in a quarter of an hour. */
export const STALLED_AFTER_MS = 3_600_000

/** How long the oldest message has waited. Never negative, even if the clock was set back. */
export function waitedMs(since: number | null, now: number): number {
  return since === null ? 0 : Math.max(0, now - since)
}

/** The addresses of the visitors who got an automatic reply after a time. */
export async function repliedTo(db: Database, after: number): Promise<string[]> {
  const replied = db.selectFrom('messages').select('sender').where('replied_at', '>', after)
  return (await replied.execute()).map(({ sender }) => sender)
}

/** Records that the visitor of a message gets the automatic reply. */
export async function markReplied(tx: InTransaction, id: string, now: number): Promise<void> {
  await tx.updateTable('messages').set({ replied_at: now }).where('id', '=', id).execute()
}
