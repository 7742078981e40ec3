import { randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { compileOnce } from './compile-once.ts'
import type { Database, InTransaction, Message } from './database.ts'
import { type Busy, firstDue, IDLE, type Look, nextAstray, nextInLine } from './queue.ts'
import {
  type Claimed,
  closeAttempt,
  type End,
  type Settlement,
  settleIn,
  settleMessage,
} from './settlement.ts'
import type { Store } from './store.ts'

/** How long a claim lasts. Whoever does not settle by then has died, and another one tries. */
export const LEASE_SECONDS = 300
export const CHANNEL = 'reward_codes_messages'

export type NewMessage = Pick<
  Message,
  'id' | 'purpose' | 'account' | 'service' | 'template' | 'sender' | 'reason'
> & { mayReply: boolean; mailDomain: string; variables: Record<string, string>; now: number }

/** A name that sorts by time, so that lists and files stand in order. */
export function newMessageId(now: number): string {
  return `${now.toString(36).padStart(9, '0')}-${randomBytes(8).toString('hex')}`
}

/** Puts a message into the outbox: held where there is a reason to, else due at once. */
export async function enqueue(db: InTransaction, arrival: NewMessage) {
  await insert(db, {
    ...arrival,
    mayReply: Number(arrival.mayReply),
    mailId: `<${arrival.id}@${arrival.mailDomain}>`,
    variables: JSON.stringify(arrival.variables),
    state: arrival.reason === null ? 'queued' : 'held',
  })
}

type Row = Omit<NewMessage, 'mayReply' | 'variables'> &
  Pick<Message, 'state'> & { mayReply: number; mailId: string; variables: string }

const insert = compileOnce((db, row: Row) =>
  db.insertInto('messages').values({
    id: row.id,
    purpose: row.purpose,
    account: row.account,
    service: row.service,
    template: row.template,
    sender: row.sender,
    may_reply: row.mayReply,
    variables: row.variables,
    mail_id: row.mailId,
    state: row.state,
    reason: row.reason,
    received_at: row.now,
    queued_at: row.now,
    due_at: row.now,
    settled_at: null,
  }),
)

/** Tells gateways on other machines; the message is safe without it. */
export async function announce({ db, kind }: Store): Promise<void> {
  if (kind !== 'postgres') return
  // One gateway's word at a time is committed: none waits here until the disk has it.
  await sql`select set_config('synchronous_commit', 'off', true), pg_notify(${CHANNEL}, '')`.execute(
    db,
  )
}

/**
 * Takes the message that has waited longest, and holds it for the time of a lease. What the courier
 * itself has in hand stays so, even where a clock that jumped has ended its lease.
 */
export function claim(
  { db, write, kind }: Store,
  now: number,
  busy = IDLE,
): Promise<Message | undefined> {
  const look = { now, kind, busy }
  const takeOne = async (from: Database) =>
    (await take(from, nextInLine(look), look)) ?? (await take(from, nextAstray(look), look))
  // Where the machine of an SQLite database dies, so do all who hold a claim in it. A PostgreSQL may
  // die alone, and who holds a claim goes on.
  return kind === 'postgres' ? takeOne(db) : write(takeOne, 'passing')
}

async function take(db: Database, id: RawBuilder<string>, { now, kind }: Look) {
  if (kind === 'postgres') {
    const { rows } = await sql<Message>`with ${taken(id, now)} select * from taken`.execute(db)
    return rows[0]
  }
  const { rows } = await sql<Message>`${lease(id, now)} returning *`.execute(db)
  const [message] = rows
  if (message)
    await sql`${NEW_ATTEMPT} values (${message.id}, ${message.attempt}, ${now})`.execute(db)
  return message
}

const NEW_ATTEMPT = sql`insert into attempts (message_id, attempt, started_at)`

function lease(id: RawBuilder<string>, now: number) {
  const until = now + LEASE_SECONDS * 1000
  return sql`update messages set lease_until = ${until}, attempt = attempt + 1 where id = ${id}`
}

/** Lease and attempt as parts of one statement, as PostgreSQL has them. */
function taken(id: RawBuilder<string>, now: number, condition = sql``) {
  return sql`taken as (${lease(id, now)} ${condition} returning *),
    begun as (${NEW_ATTEMPT} select id, attempt, ${now} from taken)`
}

/** When the next queued message is due, so that the courier knows how long to rest. */
export async function nextDue({ db }: Store, busy = IDLE): Promise<number | undefined> {
  const { rows } = await firstDue(busy).execute(db)
  return rows[0]?.due ?? undefined
}

/**
 * Writes down how an attempt ended; false where the message has meanwhile passed to another. May be
 * called again: the answer to a commit can be lost together with the connection.
 */
export function settle({ write }: Store, claimed: Claimed, now: number, settlement: Settlement) {
  return write((tx) => settleIn(tx, { claimed, now, settlement }))
}

type Settled = { isOurs: boolean; next: Message | undefined }

/**
 * Settles one and claims another, which costs one commit instead of two. What is astray is left to
 * `claim`, as a hand that finds nothing wakes the courier.
 */
export async function settleAndClaim(
  { db, write, kind }: Store,
  claimed: Claimed,
  now: number,
  settlement: Settlement,
  { routes, ids }: Busy,
): Promise<Settled> {
  const end = { claimed, now, settlement }
  const look = { now, kind, busy: { routes, ids: [claimed.id, ...ids] } }
  const done = kind === 'postgres' ? await settleAndClaimAtOnce(db, end, look) : undefined
  return (
    done ??
    write(async (tx) => ({
      isOurs: await settleIn(tx, end),
      next: await take(tx, nextInLine(look), look),
    }))
  )
}

/**
 * In one statement, and so one way there and back instead of six. It may change no row twice, so the
 * message that it settles counts as in hand. Where that is settled or another's, nothing is done.
 */
async function settleAndClaimAtOnce(db: Database, end: End, look: Look) {
  const isOurs = sql<boolean>`exists (select from settled)`
  const { rows } = await sql<Message | { id: null }>`
    with settled as (${settleMessage(db, end).returning('id')}),
    closed as (${closeAttempt(db, end).where(isOurs)}),
    ${taken(nextInLine(look), look.now, sql`and ${isOurs}`)}
    select taken.* from settled left join taken on true`.execute(db)
  const [next] = rows
  return next && { isOurs: true, next: next.id === null ? undefined : next }
}
