import { sql } from 'kysely'
import { domainOf } from '../address.ts'
import type { NewMessage } from '../message.ts'
import type { Write } from './batched-write.ts'
import type { Database, InTransaction } from './database.ts'

export type IncomingMessage = {
  identity: IdempotencyKey
  /** The solved captcha, if it is valid for one message only. */
  captcha: IdempotencyKey | undefined
  message: NewMessage
}

export type Accepted = 'stored' | 'duplicate' | 'captcha-spent'

/**
 * Claims the keys of a message and stores it, in one transaction. A captcha that is spent leaves the identity
 * unclaimed, so that the message may come again with another captcha.
 */
export function acceptMessage(
  write: Write,
  { identity, captcha, message }: IncomingMessage,
): Promise<Accepted> {
  const { id: messageId, now } = message
  return write(async (tx) => {
    if (captcha && !(await claimKey(tx, { ...captcha, messageId, now })))
      return refusedCaptcha(tx, identity, now)
    if (!(await claimKey(tx, { ...identity, messageId, now }))) return 'duplicate'
    await enqueue(tx, message)
    return 'stored'
  })
}

/** A repeat of a stored message has the captcha that the message has spent. */
async function refusedCaptcha(
  db: Database,
  { key }: IdempotencyKey,
  now: number,
): Promise<Accepted> {
  return (await isKeyUsed(db, key, now)) ? 'duplicate' : 'captcha-spent'
}

/** A key that can be claimed once, and when the claim expires. */
export type IdempotencyKey = { key: string; expiresAt: number }

type KeyClaim = IdempotencyKey & { messageId: string | null; now: number }

/** Claims a key. Returns false if it is already claimed. Of two concurrent calls, one succeeds. */
export async function claimKey(db: InTransaction, claim: KeyClaim): Promise<boolean> {
  const { key, expiresAt, messageId, now } = claim
  const { rows } = await sql`
    insert into idempotency_keys (key, expires_at, message_id)
    values (${key}, ${expiresAt}, ${messageId})
    on conflict (key) do update set expires_at = excluded.expires_at, message_id = excluded.message_id
      where idempotency_keys.expires_at <= ${now}
    returning key`.execute(db)
  return rows.length > 0
}

/** What is known of a submission before its captcha is verified. */
type Known = 'duplicate' | 'blocked'

type LookUp = { key: string; now: number; account: string; address: string }

/** Whether a message is stored already, and whether the owner of its site has blocked its sender. */
export async function lookUp(
  db: Database,
  { key, now, account, address }: LookUp,
): Promise<Known[]> {
  const { rows } = await sql<{ known: Known }>`
    select 'duplicate' as known from idempotency_keys where key = ${key} and expires_at > ${now}
    union all
    select 'blocked' from blocked_senders where account = ${account} and address = ${address}`.execute(
    db,
  )
  return rows.map(({ known }) => known)
}

/** Whether a key is claimed. */
async function isKeyUsed(db: Database, key: string, now: number): Promise<boolean> {
  const keys = db.selectFrom('idempotency_keys').select('key')
  const used = keys.where('key', '=', key).where('expires_at', '>', now)
  return (await used.executeTakeFirst()) !== undefined
}

/** Writes a dummy row, and no message. Throws if the database cannot store anything at the moment. */
export async function writeProbe(db: InTransaction, now: number): Promise<void> {
  // A lock on the table of messages would stop a message alone.
  await sql`update messages set state = state where id = ''`.execute(db)
  await db
    .insertInto('idempotency_keys')
    .values({ key: 'readiness', expires_at: now, message_id: null })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ expires_at: now }))
    .execute()
}

/** Adds a message to the outbox: held if it has a hold reason, otherwise due at once. */
export async function enqueue(db: InTransaction, message: NewMessage) {
  const { id, account, template, now } = message
  const { sender = '', reason = null, page = null } = message
  const row = {
    id,
    account,
    template,
    sender,
    reason,
    page,
    auto_reply_allowed: Number(message.mayReply ?? false),
    template_params: JSON.stringify(message.variables),
    message_id_header: `<${id}@${domainOf(message.from)}>`,
    state: reason === null ? 'queued' : 'held',
    received_at: now,
    retry_started_at: now,
    deferred_at: now,
    next_attempt_at: now,
  }
  const columns = sql.raw(Object.keys(row).join(', '))
  await sql`insert into messages (${columns}) values (${sql.join(Object.values(row))})`.execute(db)
}
