import { sql } from 'kysely'
import type { Database, InTransaction, Message } from './database.ts'
import type { Store } from './store.ts'

// One gateway delivers: which one, says the lock of the file or the table `deliverer`. What it has in flight is in its
// memory. The attempt number is the fencing token of a gateway that was taken for dead.

/** The queued messages. */
export type QueueQuery = {
  /** The messages in flight. */
  except?: string[]
  now: number
}

type AttemptQuery = QueueQuery & {
  /** How long an attempt may last. After that it has no end, and its message is due again. */
  attemptMs: number
  /** Only a message that was never refused. */
  isFirst?: boolean
}

/**
 * Begins an attempt at the due message that comes first. Until its result is recorded, it counts as a failure of unknown
 * outcome: so it is found by the next gateway if this one dies.
 */
export async function beginAttempt(
  { db, write, kind }: Store,
  query: AttemptQuery,
): Promise<Message | undefined> {
  const { now, attemptMs, isFirst = false } = query
  const ofAll = isFirst ? sql`and consecutive_failures = 0` : sql``
  const taken = sql<Message>`
    update messages set attempt = attempt + 1, consecutive_failures = consecutive_failures + 1,
      deferred_at = ${now}, next_attempt_at = ${now + attemptMs}
    where id = (select id from messages where ${isWaiting(query)} and ${isDue(query)} ${ofAll}
      order by consecutive_failures > 0, next_attempt_at limit 1) and ${isDue(query)} returning *`
  const begin = sql`insert into attempts (message_id, attempt, started_at)`
  // Messages are taken one after the other, so the round trips of a transaction would limit how many leave.
  if (kind === 'postgres') {
    const begun = await sql<Message>`with taken as (${taken}),
      begun as (${begin} select id, attempt, ${now} from taken) select * from taken`.execute(db)
    return begun.rows[0]
  }
  return write(async (tx) => {
    const [message] = (await taken.execute(tx)).rows
    if (message) await sql`${begin} values (${message.id}, ${message.attempt}, ${now})`.execute(tx)
    return message
  })
}

function isWaiting({ except = [] }: QueueQuery) {
  const others = except.length > 0 ? sql`and id not in (${sql.join(except)})` : sql``
  return sql`${QUEUED} ${others}`
}

/** Its time has come, or was set while the clock was ahead. */
function isDue({ now }: QueueQuery) {
  return sql`(next_attempt_at <= ${now} or deferred_at > ${now + CLOCK_SKEW_MS})`
}

/** Gateways on one database measure its clock, each with a small error. A clock that is corrected jumps by seconds. */
const CLOCK_SKEW_MS = 10_000

export type Waiting = {
  /** When the next message is due; null if none waits. */
  dueAt: number | null
  /** When the owner has last released or retried one of them. */
  pressedAt: number | null
}

/** What waits. */
export async function waitingIn({ db }: Store, query: QueueQuery): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select min(next_attempt_at) as "dueAt",
      max(case when retry_started_at > received_at then retry_started_at end) as "pressedAt"
    from messages where ${isWaiting(query)}`.execute(db)
  return rows[0] ?? { dueAt: null, pressedAt: null }
}

/**
 * Ends the attempts of a gateway that was killed: their messages are due by the back-off from now on. No other process
 * may deliver.
 */
export async function endLostAttempts({ write }: Store, now: number): Promise<void> {
  const isLost = sql`${QUEUED} and attempt > 0 and exists (select 1 from attempts
    where message_id = messages.id and attempts.attempt = messages.attempt and outcome is null)`
  await write(async (tx) => {
    await sql`update messages set deferred_at = ${now}, next_attempt_at = ${now}
      + min(60000 * (1 << min(consecutive_failures - 1, 8)), 14400000)
      where ${isLost}`.execute(tx)
    await sql`update attempts set outcome = 'unknown', ended_at = ${now} where outcome is null`.execute(
      tx,
    )
  })
}

/** At most this often a refused message is tried before it is due. */
export const REQUEUE_AFTER_MS = 15 * 60_000

/** Makes all refused messages due once more, because the cause may be repaired. */
export async function requeueRefused(db: Database, now: number): Promise<void> {
  const soon = sql<number>`case when deferred_at > ${now - REQUEUE_AFTER_MS}
    then deferred_at + ${REQUEUE_AFTER_MS} else ${now} end`
  await sql`update messages set next_attempt_at = ${soon}
    where ${QUEUED} and consecutive_failures > 0 and next_attempt_at > ${soon}`.execute(db)
}

/** The result of a delivery attempt. */
export type AttemptResult =
  | { outcome: 'sent'; reply: string }
  | { outcome: 'deferred'; reply: string; dueAt: number; failures: number }
  | { outcome: 'rejected'; reply: string }

type Begun = Pick<Message, 'id' | 'attempt'>

/**
 * Records the result of an attempt, and what follows from it in the same transaction. Returns false if the message has a
 * newer attempt or is settled. You may call it again, because the response to a commit can be lost with the connection.
 */
export function settle(
  { write }: Store,
  { id, attempt }: Begun,
  now: number,
  result: AttemptResult,
  follow?: (tx: InTransaction) => Promise<void>,
): Promise<boolean> {
  return write(async (tx) => {
    const attempts = tx
      .updateTable('attempts')
      .set({ ended_at: now, outcome: result.outcome, smtp_response: result.reply })
      .where('message_id', '=', id)
      .where('attempt', '=', attempt)
    const open = await attempts.where('outcome', 'is', null).executeTakeFirst()
    if (open.numUpdatedRows === 0n) return isRecorded(tx, { id, attempt })
    const { numUpdatedRows } = await tx
      .updateTable('messages')
      .set(messageChanges(result, now))
      .where('id', '=', id)
      .where('attempt', '=', attempt)
      .where('state', '=', 'queued')
      .executeTakeFirst()
    if (numUpdatedRows === 1n) await follow?.(tx)
    return numUpdatedRows === 1n
  })
}

/** Whether this attempt is recorded as ended and no newer one exists. */
async function isRecorded(tx: InTransaction, { id, attempt }: Begun): Promise<boolean> {
  const row = await tx
    .selectFrom('attempts')
    .innerJoin('messages', 'messages.id', 'attempts.message_id')
    .select('messages.id')
    .where('messages.id', '=', id)
    .where('messages.attempt', '=', attempt)
    .where('attempts.attempt', '=', attempt)
    .executeTakeFirst()
  return row !== undefined
}

function messageChanges(result: AttemptResult, now: number) {
  switch (result.outcome) {
    case 'sent':
      return {
        state: 'sent' as const,
        finished_at: now,
        reason: null,
        consecutive_failures: sql<number>`consecutive_failures - 1`,
      }
    case 'deferred':
      return {
        deferred_at: now,
        next_attempt_at: result.dueAt,
        consecutive_failures: result.failures,
      }
    case 'rejected':
      // That it failed is told also of a message that was told to wait.
      return {
        state: 'failed' as const,
        finished_at: now,
        reason: result.reply,
        reported_at: null,
        notified: null,
      }
  }
}

const QUEUED = sql`state = 'queued'`
