import { sql } from 'kysely'
import { BLOCKED_SENDER } from '../message.ts'
import type { Database, InTransaction, Message } from './database.ts'
import { STALLED_AFTER_MS, waitedMs, waitingSince } from './messages.ts'

/** More are told as their number. */
const MAX_READ = 1000

/** Messages that came after a time, and of which no notice was taken, oldest first. Held ones are told as waiting. */
export function arrivedToNotify(db: Database, after: number): Promise<Message[]> {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('received_at', '>', after)
    .where('notified', 'is', null)
    .where('state', 'in', ['queued', 'sent'])
    .where('template_params', 'is not', null)
    .orderBy('received_at')
    .limit(MAX_READ)
    .execute()
}

/** What waits for the owner, oldest first: held, failed, or queued for an hour, but no message of a blocked sender. */
function waiting(db: Database, now: number) {
  return (
    db
      .selectFrom('messages')
      // Literal, as in the partial index: with a parameter neither database uses that index.
      .where(sql<boolean>`state <> 'sent' and template_params is not null`)
      .where(sql<boolean>`(reason is null or reason not like ${`${BLOCKED_SENDER}%`})`)
      .where(({ or, eb }) =>
        or([eb('state', '!=', 'queued'), eb('retry_started_at', '<=', now - STALLED_AFTER_MS)]),
      )
      .orderBy('received_at')
  )
}

/** The state of a message that waits, and why. */
export type Waiting = Pick<Message, 'id' | 'state' | 'reason' | 'received_at'>

/** What waits, and of which no notice was taken as such. */
export function waitingToNotify(db: Database, now: number): Promise<Waiting[]> {
  return waiting(db, now)
    .select(['id', 'state', 'reason', 'received_at'])
    .where(sql<boolean>`coalesce(notified, '') <> 'waiting'`)
    .execute()
}

/** What waits, and of which the owner got no mail. */
export function waitingToMail(db: Database, now: number): Promise<Waiting[]> {
  return waiting(db, now)
    .select(['id', 'state', 'reason', 'received_at'])
    .where(sql<boolean>`reported_at is null`)
    .execute()
}

/** What waits and was received until a time, newest first, and the number of all by their state. */
export async function waitingUntil(db: Database, now: number, until: number, limit: number) {
  const all = waiting(db, now).where('received_at', '<=', until)
  const states = await all.select('state').execute()
  const newest = all.clearOrderBy().orderBy('received_at', 'desc')
  return { counts: countStates(states), messages: await newest.selectAll().limit(limit).execute() }
}

/** The ids of the messages that were held or failed until a time. */
export async function settledUntil(db: Database, now: number, until: number): Promise<string[]> {
  const settled = waiting(db, now)
    .select('id')
    .where('state', '!=', 'queued')
    .where(sql<boolean>`coalesce(finished_at, received_at) <= ${until}`)
  return (await settled.execute()).map(({ id }) => id)
}

export type WaitingCounts = { held: number; failed: number; queued: number }

export function countStates(messages: Pick<Message, 'state'>[]): WaitingCounts {
  const count = (state: Message['state']) => messages.filter((one) => one.state === state).length
  return { held: count('held'), failed: count('failed'), queued: count('queued') }
}

/** Whether messages wait that no server has refused. */
export async function hasUnrefused(db: Database): Promise<boolean> {
  const unrefused = db
    .selectFrom('messages')
    .select('id')
    .where(sql<boolean>`state = 'queued'`)
    .where('consecutive_failures', '=', 0)
    .limit(1)
  return (await unrefused.executeTakeFirst()) !== undefined
}

/** How many messages have been queued for an hour. */
export async function countStalled(db: Database, now: number): Promise<number> {
  const { count } = await waiting(db, now)
    .clearOrderBy()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'queued')
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Since when mail stands still; undefined if it does not. A message, or the mail about those that wait, has waited an
 * hour, its back-off included, and the server took nothing in that hour.
 */
export async function mailStandsStill(db: Database, now: number): Promise<number | undefined> {
  const mail = await readWaitingMail(db)
  const sinces = [await waitingSince(db), mail && mail.failures > 0 ? mail.since : null]
  const since = Math.min(...sinces.filter((one) => one !== null && one !== undefined))
  if (!Number.isFinite(since) || waitedMs(since, now) < STALLED_AFTER_MS) return undefined
  const last = await db
    .selectFrom('messages')
    .select('finished_at')
    // Literal, as in the partial index: with a parameter neither database uses that index.
    .where(sql<boolean>`finished_at is not null and template_params is not null`)
    .where('state', '=', 'sent')
    .where('finished_at', '<=', now)
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const took = Math.max(last?.finished_at ?? 0, mail && mail.failures === 0 ? mail.at : 0)
  return took > now - STALLED_AFTER_MS ? undefined : since
}

/** The mail about messages that wait: when it was last sent or tried, and how that ended. */
export type WaitingMail = {
  at: number
  /** How long the next one waits. */
  waitMs: number
  /** Failures in a row, with the attempt that lasts. */
  failures: number
  /** When the first of them was. */
  since: number
  messageId: string
  /** A hash of the messages that it is about. Others get another Message-ID, or a mail program would drop it as a copy. */
  about: string
}

const WAITING_MAIL = 'mail about waiting messages'

export async function readWaitingMail(db: Database): Promise<WaitingMail | undefined> {
  const value = await readSetting(db, WAITING_MAIL)
  return value === undefined ? undefined : JSON.parse(value)
}

export function writeWaitingMail(tx: InTransaction, mail: WaitingMail | null): Promise<void> {
  return writeSetting(tx, WAITING_MAIL, mail && JSON.stringify(mail))
}

const BATCH = 500

/** Records as what messages were told: by a notice, or by the mail about those that wait. */
export async function markTold(
  tx: InTransaction,
  ids: string[],
  told: Pick<Message, 'notified'> | Pick<Message, 'reported_at'>,
): Promise<void> {
  for (let n = 0; n < ids.length; n += BATCH) {
    const some = ids.slice(n, n + BATCH)
    await tx.updateTable('messages').set(told).where('id', 'in', some).execute()
  }
}

/** Reads what the gateways on a database remember. */
export async function readSetting(db: Database, name: string): Promise<string | undefined> {
  const settings = db.selectFrom('settings').select('value').where('name', '=', name)
  return (await settings.executeTakeFirst())?.value
}

/** Remembers a value, or forgets it. */
export async function writeSetting(
  tx: InTransaction,
  name: string,
  value: string | null,
): Promise<void> {
  await tx.deleteFrom('settings').where('name', '=', name).execute()
  if (value !== null) await tx.insertInto('settings').values({ name, value }).execute()
}
