import { type RawBuilder, sql } from 'kysely'
import type { Database, InTransaction, Message, Recipient } from './database.ts'
import type { Store } from './store.ts'

/** How long a claim is valid. After that its worker counts as dead, and another may claim. */
export const LEASE_SECONDS = 300

/** What a worker claims: a due message of one transport. */
export type ClaimQuery = {
  transport: string
  /** The paused transport whose messages are claimed, except those that it may have sent. */
  from?: string | undefined
  /** The messages that the worker has in flight, even if a clock jump has ended their lease. */
  except?: string[]
  now: number
}

/** Claims the due message that has waited longest, for the length of a lease. */
export function claim({ db, write, kind }: Store, query: ClaimQuery): Promise<Message | undefined> {
  const { now } = query
  const until = now + LEASE_SECONDS * 1000
  const lease = sql`update messages set lease_until = ${until}, attempt = attempt + 1,
    transport = ${query.transport} where id = (${nextDueMessage(kind, query)}) returning *`
  if (kind === 'postgres') {
    const claimed = sql<Message>`with taken as (${lease}),
      begun as (${NEW_ATTEMPT} select id, attempt, ${now} from taken) select * from taken`
    return claimed.execute(db).then(({ rows }) => rows[0])
  }
  return write(async (tx) => {
    const { rows } = await (lease as RawBuilder<Message>).execute(tx)
    const [message] = rows
    if (message)
      await sql`${NEW_ATTEMPT} values (${message.id}, ${message.attempt}, ${now})`.execute(tx)
    return message
  })
}

const NEW_ATTEMPT = sql`insert into attempts (message_id, attempt, started_at)`

/**
 * A message is due when its time has come. It is also due if it was never deferred, or if its time is further
 * ahead than any back-off: the clock was ahead when it was written.
 */
function nextDueMessage(kind: Store['kind'], query: ClaimQuery) {
  const { except = [], now } = query
  return sql`select id from messages where ${isFor(query)}
    and (next_attempt_at <= ${now} or next_attempt_at > ${latestPlausible(now)}
      or next_attempt_at = retry_started_at)
    and (lease_until <= ${now} or lease_until > ${latestPlausible(now)})
    and ${isNotIn(sql`id`, except)}
    order by next_attempt_at limit 1 ${kind === 'postgres' ? SKIP_LOCKED : sql``}`
}

/**
 * Whether a transport delivers a message. From another one it claims none whose outcome is unknown: a mail whose
 * line was cut after the last byte, or one of a process that was killed.
 */
function isFor({ transport, from }: Pick<ClaimQuery, 'transport' | 'from'>) {
  const isOfSource = sql`${QUEUED} and transport = ${from ?? transport}`
  if (!from) return isOfSource
  return sql`${isOfSource} and not exists (select 1 from attempts
    where message_id = messages.id and (outcome is null or outcome = 'unknown'))`
}

/** When the next unclaimed message of a transport is due: how long its worker may wait. */
export async function nextDue(
  { db }: Store,
  { except = [], ...query }: Omit<ClaimQuery, 'now'>,
): Promise<number | undefined> {
  const { rows } = await sql<{ due: number }>`select next_attempt_at as due from messages
    where ${isFor(query)} and lease_until = 0 and ${isNotIn(sql`id`, except)}
    order by next_attempt_at limit 1`.execute(db)
  return rows[0]?.due
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

/** The transport of the messages to an account's service. */
export type Route = { account: string; service: string; transport: string }

/**
 * Gives messages the transport that the configuration has now. Those whose account or service it no longer has
 * go to the fallback, where they are reported and given up in the end. What the second of the own transports has
 * claimed from the first stays with it.
 */
export async function updateTransports(
  { write }: Store,
  routes: Route[],
  fallback: string,
  [first = '', second = '']: string[] = [],
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
      .where(sql<boolean>`not (transport = ${second} and ${transport} = ${first})`)
      .execute(),
  )
}

/**
 * Records the result of an attempt. Returns false if another worker has claimed the message. You
 * may call it again, because the response to a commit can be lost with the connection.
 */
export async function settle(
  { db, write, kind }: Store,
  claimed: Claimed,
  now: number,
  result: AttemptResult,
): Promise<boolean> {
  const completed = { claimed, now, result }
  const isPlain = kind === 'postgres' && result.recipients === undefined
  if (isPlain && (await settleInOneStatement(db, completed))) return true
  return write((tx) => settleIn(tx, completed))
}

/** Changes nothing and returns false if the lease is lost or the result is already recorded. */
async function settleInOneStatement(db: Database, completed: CompletedAttempt): Promise<boolean> {
  const isLeaseHeld = sql<boolean>`exists (select from settled)`
  const { rows } = await sql`
    with settled as (${settleMessage(db, completed).returning('id')}),
    closed as (${closeAttempt(db, completed).where(isLeaseHeld)})
    select id from settled`.execute(db)
  return rows.length > 0
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
      /** Whether the mail may have been accepted. */
      isUnknown?: boolean
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
  const isUnknown = result.outcome === 'deferred' && result.isUnknown
  const outcome = isUnknown ? 'unknown' : result.outcome
  return db
    .updateTable('attempts')
    .set({ ended_at: now, outcome, smtp_response: result.reply })
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

const QUEUED = sql`state = 'queued'`

function isNotIn(value: RawBuilder<unknown>, list: string[]) {
  return list.length > 0 ? sql`${value} not in (${sql.join(list)})` : sql`1 = 1`
}

function latestPlausible(now: number) {
  return now + MAX_CLOCK_SKEW_SECONDS * 1000
}

/** Skips a row that another worker is claiming, instead of waiting for it. */
const SKIP_LOCKED = sql`for update skip locked`
