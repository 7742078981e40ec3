import { sql } from 'kysely'
import { type Database, type InTransaction, type Message, rowsOf } from './database.ts'
import type { Store } from './store.ts'

// One gateway delivers: the lock of the file or the table `deliverer` says which. What it has in flight is in its
// memory. The attempt number is the fencing token of a gateway that was taken for dead.

type AttemptQuery = {
  /** The messages in flight. */
  except?: string[]
  now: number
  /** How long an attempt may last. After that it has no end, and its message is due again. */
  attemptMs: number
  /** Take only a message that was never refused. */
  isFirst?: boolean
}

/**
 * Begins an attempt at the due message that comes first. Until its result is recorded, it counts as a failure of unknown
 * outcome: so it is found by the next gateway if this one dies.
 */
export function beginAttempt(
  { write }: Store,
  { except = [], now, attemptMs, isFirst = false }: AttemptQuery,
): Promise<Message | undefined> {
  const isFree = except.length > 0 ? sql`and id not in (${sql.join(except)})` : sql``
  const isWanted = isFirst ? sql`and consecutive_failures = 0` : sql``
  // A message is due when its time is past, or was set while the clock was ahead.
  const isDue = sql`(next_attempt_at <= ${now} or deferred_at > ${now + CLOCK_SKEW_MS})`
  const next = sql`select id from messages where ${QUEUED} and ${isDue} ${isFree} ${isWanted}
    order by consecutive_failures > 0, next_attempt_at limit 1`
  const begun = sql<Message>`
    update messages set attempt = attempt + 1, consecutive_failures = consecutive_failures + 1,
      deferred_at = ${now}, next_attempt_at = ${now + attemptMs}
    where id = (${next}) and ${isDue} returning *`
  return write(async (tx) => {
    const [message] = await rowsOf(tx, begun)
    if (!message) return undefined
    await sql`insert into attempts (message_id, attempt, started_at)
      values (${message.id}, ${message.attempt}, ${now})`.execute(tx)
    return message
  })
}

/** Gateways on one database measure its clock, each with a small error. A clock that is corrected jumps by seconds. */
const CLOCK_SKEW_MS = 10_000

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

/** A refused message that is made due early is tried at most this often. */
export const REQUEUE_AFTER_MS = 15 * 60_000

/** Makes all refused messages due once more, because the cause may be repaired. */
export async function requeueRefused(db: Database, now: number): Promise<void> {
  const soon = sql<number>`case when deferred_at > ${now - REQUEUE_AFTER_MS}
    then deferred_at + ${REQUEUE_AFTER_MS} else ${now} end`
  await sql`update messages set next_attempt_at = ${soon}
    where ${QUEUED} and consecutive_failures > 0 and next_attempt_at > ${soon}`.execute(db)
}

/** The result of a delivery attempt: the mail server's response, and what changes of the message. */
export type AttemptResult = {
  outcome: 'sent' | 'deferred' | 'rejected'
  reply: string
  changes: Partial<Message>
}

type Begun = Pick<Message, 'id' | 'attempt'>

/**
 * Records the result of an attempt, and what follows from it in the same transaction. Returns false if the message has a
 * newer attempt or is gone. You may call it again, because the response to a commit can be lost with the connection.
 */
export function settle(
  { write }: Store,
  { id, attempt }: Begun,
  /** The time of the result: the same when the call is repeated. */
  now: number,
  { outcome, reply, changes }: AttemptResult,
  follow?: (tx: InTransaction) => Promise<void>,
): Promise<boolean> {
  return write(async (tx) => {
    // The message before its attempt, in the order in which a deletion locks them: in another one, the two would wait
    // for each other.
    const { numUpdatedRows } = await tx
      .updateTable('messages')
      .set(changes)
      .where('id', '=', id)
      .where('attempt', '=', attempt)
      .where(({ or, eb }) => or([eb('state', '=', 'queued'), eb('finished_at', '=', now)]))
      .executeTakeFirst()
    const ended = sql`
      update attempts set ended_at = ${now}, outcome = ${outcome}, smtp_response = ${reply}
      where message_id = ${id} and attempt = ${attempt} and outcome is null returning attempt`
    const isNew = (await rowsOf(tx, ended)).length > 0
    const isSettled = numUpdatedRows === 1n
    if (isSettled && isNew) await follow?.(tx)
    return isSettled
  })
}

const QUEUED = sql`state = 'queued'`
const NOW = sql`(extract(epoch from now()) * 1000)::bigint`

/**
 * Takes or renews the place of the one gateway that delivers, by the clock of the database: one statement, so it works
 * behind a pooler that keeps no session. Without a renewal it is valid for `validMs`. Returns false while another
 * gateway has it.
 */
export async function takeDeliverer(
  db: Database,
  holder: string,
  validMs: number,
): Promise<boolean> {
  const taken = sql`
    insert into deliverer (id, holder, until) values (1, ${holder}, ${NOW} + ${sql.lit(validMs)})
    on conflict (id) do update set holder = excluded.holder, until = excluded.until
      where deliverer.holder = excluded.holder or deliverer.until <= ${NOW}
    returning id`
  return (await rowsOf(db, taken)).length > 0
}

/** Gives the place back, so that another gateway need not wait for its end. */
export async function leaveDeliverer(db: Database, holder: string): Promise<void> {
  await sql`update deliverer set until = 0 where holder = ${holder}`.execute(db)
}
