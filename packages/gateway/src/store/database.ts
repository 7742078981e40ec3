import type { Generated, Kysely, Selectable, Transaction } from 'kysely'
import type { MessageKind, MessageState } from '../message.ts'

export type StoreKind = 'sqlite' | 'postgres'

// All times are milliseconds since 1970. A time is null if the event has not happened yet.

/** The places in the queue. */
export const PRIORITY = {
  /** Messages that no server has refused. */
  first: 0,
  /** Refused for the sender or a recipient: the owner may repair it, and then it is tried early. */
  refusedEnvelope: 1,
  /** Refused for the content. */
  refusedContent: 2,
  autoReply: 3,
} as const
export type Priority = (typeof PRIORITY)[keyof typeof PRIORITY]

type Messages = {
  id: string
  kind: MessageKind
  account: string
  service: string
  /** By which way its mail leaves: the transport of its service. */
  transport: string
  template: string
  /** The visitor's address in lower case, or empty if none was given. */
  sender: string
  /** 1 if the visitor may get an automatic reply once the owner has the message. */
  auto_reply_allowed: number
  /** The submitted fields as JSON; null after the content is deleted. */
  template_params: string | null
  /** The Message-ID of every mail sent for this message. */
  message_id_header: string
  /** The page of its form. */
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
  /** Its place in the queue: a lower number is claimed first, whatever the times are. */
  priority: Generated<Priority>
  finished_at: number | null
  /** When the owner's server took the mail that reports the message as held or failed. */
  reported_at: number | null
  /** As what a notice of it was taken: as one that came, or as one that waits. */
  notified: 'received' | 'waiting' | null
  /**
   * The number of claims, never reset. It is the fencing token: only its latest holder may settle
   * the message.
   */
  attempt: Generated<number>
  /** Consecutive failures. Sets the back-off. */
  consecutive_failures: Generated<number>
  /** How often a server has refused the content for good, which is limited. */
  content_refusals: Generated<number>
  lease_until: Generated<number>
}

type Attempts = {
  message_id: string
  attempt: number
  started_at: number
  ended_at: number | null
  outcome: 'sent' | 'deferred' | 'rejected' | null
  /** The mail server's response. */
  smtp_response: string | null
}

/** The final outcome for one recipient. A recipient without a row is still pending. */
type Recipients = {
  message_id: string
  address: string
  outcome: 'sent' | 'rejected'
  /** The mail server's response for this recipient. */
  smtp_response: string | null
  finished_at: number
}

/** Idempotency keys: of a submission, a solved captcha, one automatic reply a day, a reported event. */
type IdempotencyKeys = { key: string; expires_at: number; message_id: string | null }

/** Senders that the owner of a site has blocked by the link in a mail: addresses without plus tag. */
type BlockedSenders = { account: string; address: string }

/** Random values that all gateways on one database share. */
type Secrets = { name: string; value: string }

/** What the gateways on a database remember. */
type Settings = { name: string; value: string }

export type Tables = {
  messages: Messages
  attempts: Attempts
  idempotency_keys: IdempotencyKeys
  blocked_senders: BlockedSenders
  secrets: Secrets
  settings: Settings
  recipients: Recipients
}

export type Message = Selectable<Messages>
export type Attempt = Selectable<Attempts>
export type Recipient = Selectable<Recipients>
/** A database to read. */
export type Database = Kysely<Tables>
/** A database inside a transaction of `Store.write`, the one way to write. Its first statement must write. */
export type InTransaction = Transaction<Tables>
