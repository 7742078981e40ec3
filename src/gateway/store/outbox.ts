import { randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { compileOnce } from './compile-once.ts'
import type { InTransaction, Message } from './database.ts'
import { type Busy, firstDue, IDLE, nextAstray, nextInLine } from './queue.ts'
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

/**
 * Where the machine of an SQLite database dies, so do all who hold a claim in it. A PostgreSQL may
 * die alone, and who holds a claim goes on.
 */
const CLAIM_WEIGHT = { sqlite: 'passing', postgres: 'lasting' } as const

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
  { write, kind }: Store,
  now: number,
  busy = IDLE,
): Promise<Message | undefined> {
  return write((tx) => claimIn(tx, kind, now, busy), CLAIM_WEIGHT[kind])
}

async function claimIn(tx: InTransaction, kind: Store['kind'], now: number, busy: Busy) {
  const message = await takeLease(tx, kind, now, busy)
  if (!message) return undefined
  await tx
    .insertInto('attempts')
    .values({
      message_id: message.id,
      attempt: message.attempt,
      started_at: now,
      ended_at: null,
      outcome: null,
      reply: null,
    })
    .execute()
  return message
}

async function takeLease(tx: InTransaction, kind: Store['kind'], now: number, busy: Busy) {
  const take = (id: RawBuilder<string>) =>
    tx
      .updateTable('messages')
      .set(({ eb }) => ({
        lease_until: now + LEASE_SECONDS * 1000,
        attempt: eb('attempt', '+', 1),
      }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
  const look = { now, kind, busy }
  return (await take(nextInLine(look))) ?? (await take(nextAstray(look)))
}

/** When the next queued message is due, so that the courier knows how long to rest. */
export async function nextDue({ db }: Store, busy = IDLE): Promise<number | undefined> {
  const { rows } = await firstDue(busy).execute(db)
  return rows[0]?.due ?? undefined
}

export type Claimed = Pick<Message, 'id' | 'attempt'>

/** What became of an attempt. */
export type Settlement =
  | { outcome: 'sent'; reply: string }
  | { outcome: 'postponed'; reply: string; dueAt: number; failures: number; isOwners?: boolean }
  | { outcome: 'refused'; reply: string }

/**
 * Writes down how an attempt ended; false where the message has meanwhile passed to another. May be
 * called again: the answer to a commit can be lost together with the connection.
 */
export function settle({ write }: Store, claimed: Claimed, now: number, end: Settlement) {
  return write((tx) => settleIn(tx, claimed, now, end))
}

/** Settles one and claims another, which costs one commit instead of two. */
export function settleAndClaim(
  { write, kind }: Store,
  claimed: Claimed,
  now: number,
  end: Settlement,
  busy: Busy,
) {
  return write(async (tx) => ({
    isOurs: await settleIn(tx, claimed, now, end),
    next: await claimIn(tx, kind, now, busy),
  }))
}

async function settleIn(
  tx: InTransaction,
  { id, attempt }: Claimed,
  now: number,
  end: Settlement,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('messages')
    .set({ lease_until: 0, ...changeOf(end, now) })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', '=', 'queued')
    .where('lease_until', '>', 0)
    .executeTakeFirst()
  const isOurs = numUpdatedRows === 1n || (await isSettled(tx, { id, attempt }))
  await tx
    .updateTable('attempts')
    .set({ ended_at: now, outcome: end.outcome, reply: end.reply })
    .where('message_id', '=', id)
    .where('attempt', '=', attempt)
    .execute()
  return isOurs
}

/** Whether this attempt has been written down as ended, and none has been begun since. */
async function isSettled(tx: InTransaction, { id, attempt }: Claimed): Promise<boolean> {
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

function changeOf(end: Settlement, now: number) {
  switch (end.outcome) {
    case 'sent':
      return { state: 'sent' as const, settled_at: now, reason: null }
    case 'postponed':
      return { due_at: end.dueAt, failures: end.failures }
    case 'refused':
      return { state: 'failed' as const, settled_at: now, reason: end.reply }
  }
}
