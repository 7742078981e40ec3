import type { Generated, Kysely, RawBuilder, Selectable, Transaction } from 'kysely'
import type { MessageState } from '../message.ts'

export type StoreKind = 'sqlite' | 'postgres'

// All times are milliseconds since 1970. A time is null if the event has not happened yet.

type Messages = {
  id: string
  template: string
  /** The visitor's address in lower case, or empty if none was given. */
  sender: string
  /** 1 if the visitor may get an automatic reply once the owner has the message. */
  auto_reply_allowed: number
  /** The submitted fields as JSON; null after the content is deleted. */
  template_params: string | null
  /** The Message-ID of every mail sent for this message. */
  message_id_header: string
  /** The address of the page with the form. */
  page: string | null
  state: MessageState
  /** Why a message is held or has failed. */
  reason: string | null
  received_at: number
  /** When delivery started: on receipt, on release or on retry. */
  retry_started_at: number
  /** When `next_attempt_at` was set. If that is in the future, the clock was set back since. */
  deferred_at: number
  next_attempt_at: number
  finished_at: number | null
  /** When it was recorded that the visitor gets the automatic reply. */
  replied_at: number | null
  /** When the owner's server took the mail that reports the message as held or failed. */
  reported_at: number | null
  /** The last notice of the message that the receiver took: that it came, or that it waits. */
  notified: 'received' | 'waiting' | null
  /** The number of attempts, never reset. It is the fencing token: only the latest attempt may settle the message. */
  attempt: Generated<number>
  /**
   * Refusals in a row, including the attempt in flight, but no failed sessions. It sets the back-off, and a message that
   * has any waits behind the others.
   */
  consecutive_failures: Generated<number>
}

type Attempts = {
  message_id: string
  attempt: number
  started_at: number
  ended_at: number | null
  /** Null while it lasts, or if its gateway died; unknown once that is known. */
  outcome: 'sent' | 'deferred' | 'rejected' | 'unknown' | null
  /** The mail server's response. */
  smtp_response: string | null
}

/** Idempotency keys: of a submission, a solved captcha. */
type IdempotencyKeys = { key: string; expires_at: number; message_id: string | null }

/** Senders that the owner has blocked by the link in a mail: addresses without plus tag. */
type BlockedSenders = { address: string }

/** What the gateways on a database remember and share, as JSON. */
type Settings = { name: string; value: string }

/** The gateway that delivers, and until when it need not renew that. One row, on PostgreSQL only. */
type Deliverer = { id: number; holder: string; until: number }

export type Tables = {
  messages: Messages
  attempts: Attempts
  idempotency_keys: IdempotencyKeys
  blocked_senders: BlockedSenders
  settings: Settings
  deliverer: Deliverer
}

export type Message = Selectable<Messages>
export type Attempt = Selectable<Attempts>
/** A database to read. */
export type Database = Kysely<Tables>
/** A database inside a transaction of `Store.write`, the one way to write. Its first statement must write: on SQLite it takes the lock. */
export type InTransaction = Transaction<Tables>

/**
 * Runs `work` in a transaction, and resolves when the commit is on the disk. `work` may run more than once, so it only
 * reads and writes the database.
 */
export type Write = <R>(work: (tx: InTransaction) => Promise<R>) => Promise<R>

export async function rowsOf<Row>(db: Database, statement: RawBuilder<Row>): Promise<Row[]> {
  return (await statement.execute(db)).rows
}
