import { type RawBuilder, sql } from 'kysely'
import { BLOCKED_SENDER } from '../message.ts'
import { type Database, type InTransaction, type Message, rowsOf } from './database.ts'
import { STALLED_AFTER_MS, waitingSince } from './messages.ts'

/** How many arrivals one notice counts at most. */
const MAX_READ = 1000

/** Messages that came after a time, and of which no notice was taken, oldest first. Held ones are reported as waiting. */
export function arrivedToNotify(db: Database, after: number): Promise<Message[]> {
  return rowsOf(
    db,
    sql`select * from messages where received_at > ${after} and notified is null
      and state in ('queued', 'sent') and template_params is not null
      order by received_at limit ${MAX_READ}`,
  )
}

/** What waits for the owner: held, failed, or queued for an hour, but no message of a blocked sender. */
function isWaiting(now: number): RawBuilder<unknown> {
  return sql`state <> 'sent' and template_params is not null
    and (state <> 'queued' or retry_started_at <= ${now - STALLED_AFTER_MS})
    and (reason is null or reason not like ${`${BLOCKED_SENDER}%`})`
}

/** The state of a message that waits, and why. */
export type Waiting = Pick<Message, 'id' | 'state' | 'reason' | 'received_at'>

function waitingWhere(db: Database, now: number, condition: RawBuilder<unknown>) {
  return rowsOf(
    db,
    sql<Waiting>`select id, state, reason, received_at from messages
      where ${isWaiting(now)} and ${condition} order by received_at`,
  )
}

/** What waits, and of which no notice was taken as such, oldest first. */
export function waitingToNotify(db: Database, now: number): Promise<Waiting[]> {
  return waitingWhere(db, now, sql`coalesce(notified, '') <> 'waiting'`)
}

/** What waits, and of which the owner got no mail, oldest first. */
export function waitingToMail(db: Database, now: number): Promise<Waiting[]> {
  return waitingWhere(db, now, sql`reported_at is null`)
}

/** What waits and was received until a time, newest first, and the number of all by their state. */
export async function waitingUntil(db: Database, now: number, until: number, limit: number) {
  const states = await waitingWhere(db, now, sql`received_at <= ${until}`)
  const newest = sql<Message>`select * from messages
    where ${isWaiting(now)} and received_at <= ${until} order by received_at desc limit ${limit}`
  return { counts: countStates(states), messages: await rowsOf(db, newest) }
}

/** The ids of the messages that were held or failed until a time. */
export async function settledUntil(db: Database, now: number, until: number): Promise<string[]> {
  const isSettled = sql`state <> 'queued' and coalesce(finished_at, received_at) <= ${until}`
  return (await waitingWhere(db, now, isSettled)).map(({ id }) => id)
}

export type WaitingCounts = { held: number; failed: number; queued: number }

export function countStates(messages: Pick<Message, 'state'>[]): WaitingCounts {
  const count = (state: Message['state']) => messages.filter((one) => one.state === state).length
  return { held: count('held'), failed: count('failed'), queued: count('queued') }
}

/** Whether messages wait that no server has refused. */
export async function hasUnrefused(db: Database): Promise<boolean> {
  const unrefused = sql`
    select id from messages where state = 'queued' and consecutive_failures = 0 limit 1`
  return (await rowsOf(db, unrefused)).length > 0
}

/**
 * Since when mail stands still; undefined if it does not. A message, or the mail about those that wait, has waited an
 * hour, its back-off included, and the server took nothing in that hour.
 */
export async function mailStandsStill(db: Database, now: number): Promise<number | undefined> {
  const mail = await readWaitingMail(db)
  const since = Math.min((await waitingSince(db)) ?? now, mail?.failingSince ?? now)
  const hourAgo = now - STALLED_AFTER_MS
  if (since > hourAgo) return undefined
  if (mail && mail.failingSince === null && mail.at > hourAgo) return undefined
  const taken = sql`select id from messages where state = 'sent' and template_params is not null
    and finished_at > ${hourAgo} and finished_at <= ${now} limit 1`
  return (await rowsOf(db, taken)).length > 0 ? undefined : since
}

/** The mail about messages that wait: when it was last sent or tried, and since when it fails, if the last one did. */
type WaitingMail = { at: number; failingSince: number | null }

const WAITING_MAIL = 'mail about waiting messages'

export function readWaitingMail(db: Database): Promise<WaitingMail | undefined> {
  return readSetting(db, WAITING_MAIL)
}

export function writeWaitingMail(tx: InTransaction, mail: WaitingMail | null): Promise<void> {
  return writeSetting(tx, WAITING_MAIL, mail)
}

const BATCH = 500

/** Records as what messages were reported: by a notice, or by the mail about those that wait. */
export async function markTold(
  tx: InTransaction,
  ids: string[],
  reported: Pick<Message, 'notified'> | Pick<Message, 'reported_at'>,
): Promise<void> {
  for (let n = 0; n < ids.length; n += BATCH) {
    const some = ids.slice(n, n + BATCH)
    await tx.updateTable('messages').set(reported).where('id', 'in', some).execute()
  }
}

/** Reads what the gateways on a database remember. */
export async function readSetting<T>(db: Database, name: string): Promise<T | undefined> {
  const settings = sql<{ value: string }>`select value from settings where name = ${name}`
  const [setting] = await rowsOf(db, settings)
  return setting && JSON.parse(setting.value)
}

/** Remembers a value, or forgets it if it is null. */
export async function writeSetting(tx: InTransaction, name: string, value: unknown): Promise<void> {
  await sql`delete from settings where name = ${name}`.execute(tx)
  if (value === null) return
  await sql`insert into settings (name, value) values (${name}, ${JSON.stringify(value)})`.execute(
    tx,
  )
}
