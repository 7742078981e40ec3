import { randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Variables } from '../variables.ts'
import {
  type AttemptResult,
  type Claimed,
  type CompletedAttempt,
  closeAttempt,
  settleIn,
  settleMessage,
} from './attempt-result.ts'
import type { Database, InTransaction, Message } from './database.ts'
import { prepareQuery } from './prepared-query.ts'
import {
  type ClaimQuery,
  type Exclusions,
  earliestDueAt,
  NO_EXCLUSIONS,
  nextDueMessage,
  nextMessageFromFuture,
} from './queue.ts'
import type { Store } from './store.ts'

/** How long a claim is valid. After that its worker counts as dead, and another may claim. */
export const LEASE_SECONDS = 300

export type NewMessage = Pick<
  Message,
  'id' | 'kind' | 'account' | 'service' | 'template' | 'sender' | 'reason'
> & { mayReply: boolean; mailDomain: string; variables: Variables; now: number }

/** Creates an id that sorts by time, so that lists and files are in order. */
export function newMessageId(now: number): string {
  return `${now.toString(36).padStart(9, '0')}-${randomBytes(8).toString('hex')}`
}

/** Adds a message to the outbox: held if it has a hold reason, otherwise due at once. */
export async function enqueue(db: InTransaction, message: NewMessage) {
  await insert(db, rowOf(message))
}

export function rowOf({ mayReply, mailDomain, variables, now, ...message }: NewMessage) {
  return {
    ...message,
    auto_reply_allowed: Number(mayReply),
    template_params: JSON.stringify(variables),
    message_id_header: `<${message.id}@${mailDomain}>`,
    state: message.reason === null ? ('queued' as const) : ('held' as const),
    received_at: now,
    retry_started_at: now,
    next_attempt_at: now,
    finished_at: null,
  }
}

const insert = prepareQuery((db, row: ReturnType<typeof rowOf>) =>
  db.insertInto('messages').values(row),
)

/**
 * Claims the message that has waited longest, for the length of a lease. Messages that this worker
 * has in flight are excluded, even if a clock jump has ended their lease.
 */
export function claim(
  { db, write, kind }: Store,
  now: number,
  exclusions = NO_EXCLUSIONS,
): Promise<Message | undefined> {
  const query = { now, kind, exclusions }
  const claimOne = async (from: Database) =>
    (await claimMatching(from, nextDueMessage(query), query)) ??
    (await claimMatching(from, nextMessageFromFuture(query), query))
  // If the machine of an SQLite database dies, so do all who hold a claim in it, so the claim need
  // not be synced. PostgreSQL may die alone while the claim's holder goes on.
  return kind === 'postgres' ? claimOne(db) : write(claimOne, 'unsynced')
}

async function claimMatching(db: Database, id: RawBuilder<string>, { now, kind }: ClaimQuery) {
  if (kind === 'postgres') {
    const { rows } = await sql<Message>`with ${claimParts(id, now)} select * from taken`.execute(db)
    return rows[0]
  }
  const { rows } = await sql<Message>`${leaseMessage(id, now)} returning *`.execute(db)
  const [message] = rows
  if (message)
    await sql`${NEW_ATTEMPT} values (${message.id}, ${message.attempt}, ${now})`.execute(db)
  return message
}

const NEW_ATTEMPT = sql`insert into attempts (message_id, attempt, started_at)`

function leaseMessage(id: RawBuilder<string>, now: number) {
  const until = now + LEASE_SECONDS * 1000
  return sql`update messages set lease_until = ${until}, attempt = attempt + 1 where id = ${id}`
}

/** The claim and its attempt as CTEs of one statement, which PostgreSQL allows. */
function claimParts(id: RawBuilder<string>, now: number, condition = sql``) {
  return sql`taken as (${leaseMessage(id, now)} ${condition} returning *),
    begun as (${NEW_ATTEMPT} select id, attempt, ${now} from taken)`
}

/** When the next queued message is due: how long the worker may wait. */
export async function nextDue(
  { db }: Store,
  exclusions = NO_EXCLUSIONS,
): Promise<number | undefined> {
  const { rows } = await earliestDueAt(exclusions).execute(db)
  return rows[0]?.due ?? undefined
}

/**
 * Records the result of an attempt. Returns false if another worker has claimed the message. You
 * may call it again, because the response to a commit can be lost with the connection.
 */
export function settle({ write }: Store, claimed: Claimed, now: number, result: AttemptResult) {
  return write((tx) => settleIn(tx, { claimed, now, result }))
}

type Completed = { isLeaseHeld: boolean; next: Message | undefined }

/** The message claimed by a call that failed: its commit may have succeeded. */
export type UnconfirmedClaim = { next?: Message | undefined }

/**
 * Records a result and claims the next message in one commit instead of two. A message with a due
 * time from a clock jump is left to `claim`: a worker that finds nothing wakes the delivery loop. A
 * retry gets the same `unconfirmed`: if only the sync after the commit failed, its message is still
 * claimed, and no other worker would deliver it before the lease ends.
 */
export async function completeAndClaimNext(
  { db, write, kind }: Store,
  claimed: Claimed,
  now: number,
  result: AttemptResult,
  { routes, ids }: Exclusions,
  unconfirmed: UnconfirmedClaim = {},
): Promise<Completed> {
  const completed = { claimed, now, result }
  const query = { now, kind, exclusions: { routes, ids: [claimed.id, ...ids] } }
  const isPlain = result.recipients === undefined
  const claimedNext =
    kind === 'postgres' && isPlain
      ? await settleAndClaimInOneStatement(db, completed, query)
      : undefined
  return (
    claimedNext ??
    write(async (tx) => {
      const isLeaseHeld = await settleIn(tx, completed)
      const next =
        (await verifyClaim(tx, unconfirmed.next)) ??
        (await claimMatching(tx, nextDueMessage(query), query))
      unconfirmed.next = next
      return { isLeaseHeld, next }
    })
  )
}

async function verifyClaim(tx: InTransaction, message: Message | undefined) {
  if (!message) return undefined
  const row = await tx
    .selectFrom('messages')
    .select('id')
    .where('id', '=', message.id)
    .where('attempt', '=', message.attempt)
    .where('lease_until', '=', message.lease_until)
    .where('state', '=', 'queued')
    .executeTakeFirst()
  return row && message
}

/**
 * Uses one statement, which is one round trip instead of six. A statement may not change a row
 * twice, so the message that it settles is excluded from the claim. If that message is settled or
 * claimed by another worker, nothing changes.
 */
async function settleAndClaimInOneStatement(
  db: Database,
  completed: CompletedAttempt,
  query: ClaimQuery,
) {
  const isLeaseHeld = sql<boolean>`exists (select from settled)`
  const { rows } = await sql<Message | { id: null }>`
    with settled as (${settleMessage(db, completed).returning('id')}),
    closed as (${closeAttempt(db, completed).where(isLeaseHeld)}),
    ${claimParts(nextDueMessage(query), query.now, sql`and ${isLeaseHeld}`)}
    select taken.* from settled left join taken on true`.execute(db)
  const [next] = rows
  return next && { isLeaseHeld: true, next: next.id === null ? undefined : next }
}
