import { sql } from 'kysely'
import { domainOf, mailboxOf } from '../address.ts'
import type { NewMessage } from '../message.ts'
import { type Database, type InTransaction, rowsOf, type Write } from './database.ts'

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
  const { id, now } = message
  return write(async (tx) => {
    if (captcha && !(await claimKey(tx, captcha, id, now))) {
      // A repeat of a stored message has the captcha that the message has spent.
      return (await isStored(tx, identity.key, now)) ? 'duplicate' : 'captcha-spent'
    }
    if (!(await claimKey(tx, identity, id, now))) return 'duplicate'
    await enqueue(tx, message)
    return 'stored'
  })
}

/** A key that can be claimed once, and when the claim expires. */
export type IdempotencyKey = { key: string; expiresAt: number }

/** Claims a key. Returns false if it is already claimed. Of two concurrent calls, one succeeds. */
export async function claimKey(
  tx: InTransaction,
  { key, expiresAt }: IdempotencyKey,
  messageId: string | null,
  now: number,
): Promise<boolean> {
  const claimed = sql`
    insert into idempotency_keys (key, expires_at, message_id)
    values (${key}, ${expiresAt}, ${messageId})
    on conflict (key) do update set expires_at = excluded.expires_at, message_id = excluded.message_id
      where idempotency_keys.expires_at <= ${now}
    returning key`
  return (await rowsOf(tx, claimed)).length > 0
}

/** Whether the message with an idempotency key is stored. */
export async function isStored(db: Database, key: string, now: number): Promise<boolean> {
  const used = sql`select key from idempotency_keys where key = ${key} and expires_at > ${now}`
  return (await rowsOf(db, used)).length > 0
}

/** Writes a dummy row, and no message. Throws if the database cannot store anything at the moment. */
export async function writeProbe(tx: InTransaction, now: number): Promise<void> {
  // A lock on the table of messages would stop a message alone.
  await sql`update messages set state = state where id = ''`.execute(tx)
  await claimKey(tx, { key: 'readiness', expiresAt: now }, null, Number.MAX_SAFE_INTEGER)
}

/** Adds a message to the outbox: held if it has a hold reason, otherwise due at once. */
export async function enqueue(tx: InTransaction, message: NewMessage) {
  const { id, template, now, sender = '', reason = null, page = null } = message
  const row = {
    id,
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
  } as const
  await tx.insertInto('messages').values(row).execute()
}

/** Whether the owner has blocked a sender, in any spelling and with any plus tag. */
export async function isSenderBlocked(db: Database, sender: string): Promise<boolean> {
  const blocked = sql`select address from blocked_senders where address = ${mailboxOf(sender)}`
  return (await rowsOf(db, blocked)).length > 0
}

export async function blockSender(tx: InTransaction, sender: string): Promise<void> {
  await sql`insert into blocked_senders (address) values (${mailboxOf(sender)})
    on conflict do nothing`.execute(tx)
}

export async function listBlocked(db: Database): Promise<string[]> {
  const blocked = sql<{ address: string }>`select address from blocked_senders order by address`
  return (await rowsOf(db, blocked)).map(({ address }) => address)
}

/** Ends the block of a sender. Returns whether there was one. */
export async function unblockSender(tx: InTransaction, sender: string): Promise<boolean> {
  const unblocked = sql`
    delete from blocked_senders where address = ${mailboxOf(sender)} returning address`
  return (await rowsOf(tx, unblocked)).length > 0
}
