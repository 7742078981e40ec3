import { type RawBuilder, sql } from 'kysely'
import { containsAddress } from '../address.ts'
import type { MessageState } from '../message.ts'
import {
  type Attempt,
  type Database,
  type InTransaction,
  type Message,
  rowsOf,
} from './database.ts'
import type { Store } from './store.ts'

/** Selects messages. An omitted field does not filter. */
export type Filter = { state?: MessageState | undefined }

const matches = ({ state }: Filter) => (state ? sql`state = ${state}` : sql`true`)

/** Lists messages, newest first. */
export function listMessages(db: Database, filter: Filter, limit: number): Promise<Message[]> {
  return rowsOf(
    db,
    sql`select * from messages where ${matches(filter)}
      order by received_at desc, id desc limit ${limit}`,
  )
}

export function countMessages(db: Database, filter: Filter): Promise<number> {
  return countWhere(db, matches(filter))
}

async function countWhere(db: Database, condition: RawBuilder<unknown>): Promise<number> {
  const count = sql<{ count: number }>`select count(*) as count from messages where ${condition}`
  return (await rowsOf(db, count))[0]?.count ?? 0
}

const BATCH = 100

/** Reads messages in batches, oldest first (keyset pagination). */
export async function* readMessages(
  db: Database,
  filter: Filter,
  size = BATCH,
): AsyncIterable<Message> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const batch: Message[] = await rowsOf(
      db,
      sql`select * from messages where ${matches(filter)} and id > ${after} order by id limit ${size}`,
    )
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
export async function findMessages(db: Database, id: string, limit: number): Promise<Message[]> {
  // An id has no other characters, and `%` and `_` are wildcards.
  if (!ID.test(id)) return []
  return rowsOf(
    db,
    sql`select * from messages where id like ${`%${id}`} order by id limit ${limit}`,
  )
}

export async function messageById(db: Database, id: string): Promise<Message | undefined> {
  return (await rowsOf(db, sql<Message>`select * from messages where id = ${id}`))[0]
}

/** Lists the attempts to deliver a message, first one first. */
export function attemptsOf(db: Database, id: string): Promise<Attempt[]> {
  return rowsOf(db, sql`select * from attempts where message_id = ${id} order by attempt`)
}

/** Returns the last failed attempt of a message that is still queued. */
export async function lastFailedAttempt(db: Database): Promise<Attempt | undefined> {
  const last = sql<Attempt>`select attempts.* from attempts join messages on messages.id = message_id
    where state = 'queued' and outcome = 'deferred' order by ended_at desc limit 1`
  return (await rowsOf(db, last))[0]
}

/** Visitors' messages that no recipient got, until they are retried or deleted, or their content is. */
export function countFailed(db: Database): Promise<number> {
  return countWhere(db, sql`state = 'failed' and template_params is not null`)
}

/**
 * Queues messages in some states from the start: held ones are released, failed and queued ones retried. Returns how
 * many. A message without content stays as it is, and so does one with an attempt that lasts.
 */
export async function restartMessages(
  { write }: Store,
  ids: string[],
  states: MessageState[],
  now: number,
): Promise<number> {
  let count = 0
  for (let n = 0; n < ids.length; n += BATCH) {
    const restarted = sql`
      update messages set state = 'queued', reason = null, finished_at = null, reported_at = null,
        consecutive_failures = 0, retry_started_at = ${now}, deferred_at = ${now}, next_attempt_at = ${now}
      where id in (${sql.join(ids.slice(n, n + BATCH))}) and state in (${sql.join(states)})
        and template_params is not null and not ${isInFlight(now)} returning id`
    count += (await write((tx) => rowsOf(tx, restarted))).length
  }
  return count
}

/** Whether an attempt lasts, as far as the database knows. */
function isInFlight(now: number) {
  return sql`(state = 'queued' and next_attempt_at > ${now} and exists (select 1 from attempts
    where message_id = messages.id and attempts.attempt = messages.attempt and outcome is null))`
}

/** Returns which of these messages have an attempt in flight. */
export async function inFlightOf(db: Database, ids: string[], now: number): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const inFlight = sql<{ id: string }>`
    select id from messages where id in (${sql.join(ids)}) and ${isInFlight(now)}`
  return new Set((await rowsOf(db, inFlight)).map(({ id }) => id))
}

export const NO_COUNTS: Record<MessageState, number> = { queued: 0, held: 0, sent: 0, failed: 0 }

/** Counts messages by state. */
export async function countByState(db: Database): Promise<Record<MessageState, number>> {
  const counts = sql<{ state: MessageState; count: number }>`
    select state, count(*) as count from messages group by state`
  const rows = await rowsOf(db, counts)
  return { ...NO_COUNTS, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) }
}

/** Returns when the longest-waiting visitor's message was queued, or null if none waits. */
export async function waitingSince(db: Database): Promise<number | null> {
  const since = sql<{ since: number | null }>`
    select min(retry_started_at) as since from messages where state = 'queued'`
  return (await rowsOf(db, since))[0]?.since ?? null
}

/** A healthy mail server accepts a message in seconds, with greylisting in a quarter of an hour. */
export const STALLED_AFTER_MS = 3_600_000

/** How long the oldest message has waited. Never negative, even if the clock was set back. */
export function waitedMs(since: number | null, now: number): number {
  return since === null ? 0 : Math.max(0, now - since)
}

/** The addresses of the visitors who got an automatic reply after a time. */
export async function repliedTo(db: Database, after: number): Promise<string[]> {
  const replied = sql<{ sender: string }>`select sender from messages where replied_at > ${after}`
  return (await rowsOf(db, replied)).map(({ sender }) => sender)
}

/** Records that the visitor of a message gets the automatic reply. */
export async function markReplied(tx: InTransaction, id: string, now: number): Promise<void> {
  await sql`update messages set replied_at = ${now} where id = ${id}`.execute(tx)
}
