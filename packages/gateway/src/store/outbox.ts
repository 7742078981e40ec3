import { type RawBuilder, sql } from 'kysely'
import type { Database, InTransaction, Message, Recipient } from './database.ts'
import type { Store } from './store.ts'

/** How long a claim is valid. After that its worker counts as dead, and another may claim. */
export const LEASE_SECONDS = 300

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
  return kind === 'postgres' ? claimOne(db) : write(claimOne)
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

type Claimed = Pick<Message, 'id' | 'attempt'>

/** The result of a delivery attempt. */
export type AttemptResult = (
  | { outcome: 'sent'; reply: string; reason?: string | undefined }
  | {
      outcome: 'deferred'
      reply: string
      dueAt: number
      failures: number
      isMisconfigured?: boolean
    }
  | { outcome: 'rejected'; reply: string }
) & {
  /** The final outcomes, if the mail has several recipients. */
  recipients?: Outcome[] | undefined
}

/** The final outcome for one of several recipients. */
export type Outcome = Pick<Recipient, 'address' | 'outcome' | 'smtp_response'>

type CompletedAttempt = { claimed: Claimed; now: number; result: AttemptResult }

async function settleIn(tx: InTransaction, completed: CompletedAttempt): Promise<boolean> {
  const { numUpdatedRows } = await settleMessage(tx, completed).executeTakeFirst()
  const isLeaseHeld = numUpdatedRows === 1n || (await isAlreadyRecorded(tx, completed.claimed))
  await closeAttempt(tx, completed).execute()
  // Recorded even if the lease was lost, so that the next attempt skips these recipients.
  if (isLeaseHeld || (await messageExists(tx, completed.claimed)))
    await recordRecipients(tx, completed)
  return isLeaseHeld
}

/** Returns false if the message was deleted during the attempt. */
async function messageExists(tx: InTransaction, { id }: Claimed): Promise<boolean> {
  const row = tx.selectFrom('messages').select('id').where('id', '=', id)
  return (await row.executeTakeFirst()) !== undefined
}

async function recordRecipients(tx: InTransaction, { claimed, now, result }: CompletedAttempt) {
  const { recipients = [] } = result
  if (recipients.length === 0) return
  const rows = recipients.map((one) => ({ ...one, message_id: claimed.id, finished_at: now }))
  await tx
    .insertInto('recipients')
    .values(rows)
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

function settleMessage(db: Database, { claimed, now, result }: CompletedAttempt) {
  return db
    .updateTable('messages')
    .set({ lease_until: 0, ...messageChanges(result, now) })
    .where('id', '=', claimed.id)
    .where('attempt', '=', claimed.attempt)
    .where('state', '=', 'queued')
    .where('lease_until', '>', 0)
}

function closeAttempt(db: Database, { claimed, now, result }: CompletedAttempt) {
  return db
    .updateTable('attempts')
    .set({ ended_at: now, outcome: result.outcome, smtp_response: result.reply })
    .where('message_id', '=', claimed.id)
    .where('attempt', '=', claimed.attempt)
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
      return { next_attempt_at: result.dueAt, consecutive_failures: result.failures }
    case 'rejected':
      return { state: 'failed' as const, finished_at: now, reason: result.reply }
  }
}

/**
 * A time further ahead than this was written by a clock that was ahead, and counts as past. It
 * exceeds every back-off and lease by far, because the gateways' clocks differ a little as well.
 */
const MAX_CLOCK_SKEW_SECONDS = 6 * 3600

/** The account and service of a message, which determine its mail server. */
type Route = Pick<Message, 'account' | 'service'>

/** What a worker cannot claim now: routes at their limit, and messages in flight. */
export type Exclusions = { routes: Route[]; ids: string[] }
export const NO_EXCLUSIONS: Exclusions = { routes: [], ids: [] }

const routeKey = ({ account, service }: Route) => `${account} ${service}`

// Same text as in the indexes (migration 3): databases use them only for equal expressions.
const ROUTE = sql`account || ' ' || service`
const QUEUED = sql`state = 'queued'`
const NEVER_DEFERRED = sql`next_attempt_at = retry_started_at`

type ClaimQuery = { now: number; kind: Store['kind']; exclusions: Exclusions }

/** Selects the id of the due message that has waited longest. */
function nextDueMessage(query: ClaimQuery): RawBuilder<string> {
  const { now, kind, exclusions } = query
  const due = sql`${QUEUED} and next_attempt_at <= ${now} and ${isUnleased(now)} and ${isNotIn(sql`id`, exclusions.ids)}`
  if (exclusions.routes.length === 0) {
    return sql`(select id from messages where ${due} order by next_attempt_at limit 1 ${skipLocked(kind)})`
  }
  const first = sql`select id from messages where ${due} and ${ROUTE} = route
    order by next_attempt_at limit 1 ${skipLocked(kind)}`
  return sql`(${routesWithBacklog()}
    select id from messages where id in (select (${first}) from routes where ${isAvailable(exclusions)})
    order by next_attempt_at limit 1)`
}

/**
 * Selects a message whose due time is ahead only because of a clock: it was due at once, or is
 * further ahead than any back-off.
 */
function nextMessageFromFuture({ now, kind, exclusions }: ClaimQuery): RawBuilder<string> {
  const first = (ahead: RawBuilder<unknown>) => sql`(select id, next_attempt_at from messages
    where ${QUEUED} and ${ahead} and ${isUnleased(now)} and ${isNotIn(sql`id`, exclusions.ids)}
      and ${isNotIn(ROUTE, exclusions.routes.map(routeKey))}
    order by next_attempt_at limit 1 ${skipLocked(kind)})`
  return sql`(select id from (
    select id, next_attempt_at from ${first(sql`next_attempt_at > ${latestPlausible(now)}`)} as furthest
    union all
    select id, next_attempt_at from ${first(sql`${NEVER_DEFERRED} and next_attempt_at > ${now}`)} as at_once
  ) as ahead order by next_attempt_at limit 1)`
}

/** Selects when the next unclaimed message is due. */
function earliestDueAt(exclusions: Exclusions): RawBuilder<{ due: number | null }> {
  const unclaimed = sql`${QUEUED} and lease_until = 0 and ${isNotIn(sql`id`, exclusions.ids)}`
  if (exclusions.routes.length === 0) {
    return sql`select next_attempt_at as due from messages where ${unclaimed} order by next_attempt_at limit 1`
  }
  const first = sql`select next_attempt_at from messages where ${unclaimed} and ${ROUTE} = route
    order by next_attempt_at limit 1`
  return sql`${routesWithBacklog()}
    select min(due) as due from (select (${first}) as due from routes where ${isAvailable(exclusions)}) as dues`
}

/** Seeks the index once per route: thousands of messages may wait for one blocked server. */
function routesWithBacklog() {
  const next = (after: RawBuilder<unknown>) =>
    sql`(select ${ROUTE} from messages where ${QUEUED} ${after} order by ${ROUTE} limit 1)`
  return sql`with recursive routes (route) as (
    select ${next(sql``)}
    union all
    select ${next(sql`and ${ROUTE} > route`)} from routes where route is not null
  )`
}

function isAvailable({ routes }: Exclusions) {
  return sql`route is not null and ${isNotIn(sql`route`, routes.map(routeKey))}`
}

function isUnleased(now: number) {
  return sql`(lease_until <= ${now} or lease_until > ${latestPlausible(now)})`
}

function isNotIn(value: RawBuilder<unknown>, list: string[]) {
  return list.length > 0 ? sql`${value} not in (${sql.join(list)})` : sql`1 = 1`
}

function latestPlausible(now: number) {
  return now + MAX_CLOCK_SKEW_SECONDS * 1000
}

/** Skips a row that another worker is claiming, instead of waiting for it. */
function skipLocked(kind: Store['kind']) {
  return kind === 'postgres' ? sql`for update skip locked` : sql``
}
