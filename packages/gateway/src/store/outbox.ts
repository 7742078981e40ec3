import { sql } from 'kysely'
import {
  type Database,
  type InTransaction,
  type Message,
  PRIORITY,
  type Priority,
  type Recipient,
} from './database.ts'
import type { Store } from './store.ts'

/** What a worker claims: a due message of one transport. */
export type ClaimQuery = {
  transport: string
  /** The messages that the worker has in flight, even if their lease has ended. */
  except?: string[]
  /** Whether a message that was refused for its envelope is claimed before it is due. */
  isEarly?: boolean
  /** Whether a message whose lease has ended is claimed: its worker counts as dead. */
  takesOver?: boolean
  now: number
}

/** Claims the due message that comes first, for the length of a lease. */
export async function claim(
  { db, write, kind, leaseMs }: Store,
  query: ClaimQuery,
): Promise<Message | undefined> {
  const { now } = query
  // Skips a row that another worker is claiming, instead of waiting for it. SQLite has one writer.
  const skipLocked = kind === 'postgres' ? sql`for update skip locked` : sql``
  const lease = sql<Message>`
    update messages set lease_until = ${now + leaseMs}, attempt = attempt + 1
    where id = (select id from messages
      where ${isUnclaimed(query)} and ${isDue(query)}
      order by priority, next_attempt_at limit 1 ${skipLocked}) returning *`
  const beginAttempt = sql`insert into attempts (message_id, attempt, started_at)`
  // Messages are claimed one after the other, so the round trips of a transaction would limit how many leave.
  if (kind === 'postgres') {
    const claimed = sql<Message>`with taken as (${lease}),
      begun as (${beginAttempt} select id, attempt, ${now} from taken) select * from taken`
    return (await claimed.execute(db)).rows[0]
  }
  return write(async (tx) => {
    const [message] = (await lease.execute(tx)).rows
    if (message)
      await sql`${beginAttempt} values (${message.id}, ${message.attempt}, ${now})`.execute(tx)
    return message
  })
}

type Unclaimed = Pick<ClaimQuery, 'transport' | 'except' | 'takesOver' | 'now'>

/** Whether a queued message of the transport is not in flight, here or at another worker. */
function isUnclaimed({ transport, except = [], takesOver, now }: Unclaimed) {
  const others = except.length > 0 ? sql`and id not in (${sql.join(except)})` : sql``
  return sql`${QUEUED} and transport = ${transport} and lease_until <= ${takesOver ? now : 0} ${others}`
}

/** Its time has come, or was set while the clock was ahead, or the message may be tried early. */
function isDue({ now, isEarly }: ClaimQuery) {
  const early = isEarly ? sql`or priority = ${PRIORITY.refusedEnvelope}` : sql``
  return sql`(next_attempt_at <= ${now} or deferred_at > ${now + CLOCK_SKEW_MS} ${early})`
}

/** Gateways on one database measure its clock, each with a small error. */
const CLOCK_SKEW_MS = 10_000

/** When the next unclaimed messages of a transport are due, by their place in the queue. */
export async function nextDue({ db }: Store, query: Unclaimed): Promise<Map<Priority, number>> {
  const { rows } = await sql<{ priority: Priority; due: number }>`
    select priority, min(next_attempt_at) as due from messages
    where ${isUnclaimed(query)} group by priority`.execute(db)
  return new Map(rows.map(({ priority, due }) => [priority, due]))
}

/** Prolongs the leases of messages in flight, except those that another worker has claimed since. */
export async function renewLeases(
  { db, leaseMs }: Store,
  claimed: Claimed[],
  now: number,
): Promise<void> {
  if (claimed.length === 0) return
  await db
    .updateTable('messages')
    .set({ lease_until: now + leaseMs })
    .where('lease_until', '>', 0)
    .where((row) =>
      row.or(
        claimed.map(({ id, attempt }) =>
          row.and([row('id', '=', id), row('attempt', '=', attempt)]),
        ),
      ),
    )
    .execute()
}

/** Returns the messages to the queue that a killed process had in flight. No other process may deliver. */
export async function releaseLeases({ write }: Store): Promise<void> {
  await write((tx) =>
    tx
      .updateTable('messages')
      .set({ lease_until: 0 })
      .where(sql<boolean>`${QUEUED}`)
      .where('lease_until', '>', 0)
      .execute(),
  )
}

/** At most this often a refused message is tried before it is due. */
export const EARLY_AFTER_MS = 15 * 60_000

/**
 * Makes refused messages due once more, because the cause may be repaired: those of one transport after a success, up
 * to a place in the queue, or all of them at a start.
 */
export async function requeueRefused(
  db: Database,
  now: number,
  upTo: Priority = PRIORITY.refusedContent,
  transport?: string,
): Promise<void> {
  const soon = sql<number>`case when deferred_at > ${now - EARLY_AFTER_MS}
    then deferred_at + ${EARLY_AFTER_MS} else ${now} end`
  await sql`update messages set next_attempt_at = ${soon}
    where ${QUEUED} and ${transport === undefined ? sql`1 = 1` : sql`transport = ${transport}`}
      and priority between ${PRIORITY.refusedEnvelope} and ${upTo}
      and next_attempt_at > ${soon}`.execute(db)
}

/** The transport of the messages to an account's service. */
export type Route = { account: string; service: string; transport: string }

/**
 * Gives messages the transport that the configuration has now. Those whose account or service it no longer has
 * go to the fallback, where they are reported and given up in the end.
 */
export async function updateTransports(
  { write }: Store,
  routes: Route[],
  fallback: string,
): Promise<void> {
  const cases = routes.map(
    ({ account, service, transport }) =>
      sql`when account = ${account} and service = ${service} then ${transport}`,
  )
  const transport = sql<string>`case ${sql.join(cases, sql` `)} else ${fallback} end`
  await write((tx) =>
    tx
      .updateTable('messages')
      .set({ transport })
      .where('state', '!=', 'sent')
      .where(sql<boolean>`transport != ${transport}`)
      .execute(),
  )
}

/** The result of a delivery attempt. */
export type AttemptResult = (
  | { outcome: 'sent'; reply: string; reason?: string | undefined }
  | {
      outcome: 'deferred'
      reply: string
      dueAt: number
      failures: number
      contentRefusals: number
      priority: Priority
    }
  | { outcome: 'rejected'; reply: string }
) & {
  /** The final outcomes, if the mail has several recipients. */
  recipients?: Outcome[] | undefined
}

/** The final outcome for one of several recipients. */
export type Outcome = Pick<Recipient, 'address' | 'outcome' | 'smtp_response'>

type Claimed = Pick<Message, 'id' | 'attempt'>

/**
 * Records the result of an attempt, and what follows from it in the same transaction. Returns false if another worker
 * has claimed the message. You may call it again, because the response to a commit can be lost with the connection.
 */
export function settle(
  { write }: Store,
  claimed: Claimed,
  now: number,
  result: AttemptResult,
  follow?: (tx: InTransaction) => Promise<void>,
): Promise<boolean> {
  return write(async (tx) => {
    const isSettled = await settleMessage(tx, claimed, now, result)
    const isRecorded = isSettled || (await isAlreadyRecorded(tx, claimed))
    await tx
      .updateTable('attempts')
      .set({ ended_at: now, outcome: result.outcome, smtp_response: result.reply })
      .where('message_id', '=', claimed.id)
      .where('attempt', '=', claimed.attempt)
      .execute()
    // Recorded even if the lease was lost, so that the next attempt skips these recipients.
    await recordRecipients(tx, claimed, now, result.recipients)
    if (isSettled) await follow?.(tx)
    return isRecorded
  })
}

async function recordRecipients(
  tx: InTransaction,
  { id }: Claimed,
  now: number,
  recipients: Outcome[] = [],
): Promise<void> {
  const message = tx.selectFrom('messages').select('id').where('id', '=', id)
  // It may be deleted during the attempt.
  if (recipients.length === 0 || !(await message.executeTakeFirst())) return
  await tx
    .insertInto('recipients')
    .values(recipients.map((one) => ({ ...one, message_id: id, finished_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Lists the recipients whose outcome is final. */
export function recipientsOf(db: Database, messageId: string): Promise<Recipient[]> {
  return db
    .selectFrom('recipients')
    .selectAll()
    .where('message_id', '=', messageId)
    .orderBy('address')
    .execute()
}

/** Changes nothing and returns false if the lease is lost or the result is already recorded. */
async function settleMessage(
  tx: InTransaction,
  { id, attempt }: Claimed,
  now: number,
  result: AttemptResult,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('messages')
    .set({ lease_until: 0, ...messageChanges(result, now) })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', '=', 'queued')
    .where('lease_until', '>', 0)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whether this attempt is recorded as ended and no newer claim exists. */
async function isAlreadyRecorded(tx: InTransaction, { id, attempt }: Claimed): Promise<boolean> {
  const row = await tx
    .selectFrom('attempts')
    .innerJoin('messages', 'messages.id', 'attempts.message_id')
    .select('messages.id')
    .where('messages.id', '=', id)
    .where('messages.attempt', '=', attempt)
    .where('attempts.attempt', '=', attempt)
    .where('attempts.outcome', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

function messageChanges(result: AttemptResult, now: number) {
  switch (result.outcome) {
    case 'sent':
      return { state: 'sent' as const, finished_at: now, reason: result.reason ?? null }
    case 'deferred':
      return {
        deferred_at: now,
        next_attempt_at: result.dueAt,
        priority: result.priority,
        consecutive_failures: result.failures,
        content_refusals: result.contentRefusals,
      }
    case 'rejected':
      return { state: 'failed' as const, finished_at: now, reason: result.reply }
  }
}

const QUEUED = sql`state = 'queued'`
