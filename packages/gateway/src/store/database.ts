import type { Generated, Kysely, Selectable, Transaction } from 'kysely'

export type StoreKind = 'sqlite' | 'postgres'

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

/** The visitor's fields: text from a form, or any JSON from template parameters. */
export type Variables = { [name: string]: Json }

// All times are milliseconds since 1970. A time is null if the event has not happened yet.

export const MESSAGE_STATES = ['queued', 'held', 'sent', 'failed'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/**
 * A visitor's message, an automatic reply to a visitor, a notice to the owner of held messages, or an event of
 * which the owner is notified, once for each way.
 */
export const MESSAGE_KINDS = ['message', 'auto-reply', 'notice', 'event'] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

/** What an event is, in the column `template`. */
export type EventType =
  | 'message.received'
  | 'transport.paused'
  | 'transport.resumed'
  | 'delivery.failed'
  | 'test'

type Messages = {
  id: string
  kind: MessageKind
  account: string
  service: string
  /** By which way its mail leaves: the transport of its service, or the one that took it over. */
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
  state: MessageState
  /** Why a message is held or has failed. */
  reason: string | null
  received_at: number
  /** When delivery started: on receipt, on release or on retry. */
  retry_started_at: number
  next_attempt_at: number
  finished_at: number | null
  /**
   * The number of claims, never reset. It is the fencing token: only its latest holder may settle
   * the message.
   */
  attempt: Generated<number>
  /** Consecutive failures. Sets the back-off. */
  consecutive_failures: Generated<number>
  lease_until: Generated<number>
}

type Attempts = {
  message_id: string
  attempt: number
  started_at: number
  ended_at: number | null
  /** Deferred is `unknown` if no answer came after the last byte: the mail may have been accepted. */
  outcome: 'sent' | 'deferred' | 'rejected' | 'unknown' | null
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

/** Senders that the owner of a site has blocked by the link in a notice: addresses without plus tag. */
type BlockedSenders = { account: string; address: string }

/** Random values that all gateways on one database share. */
type Secrets = { name: string; value: string }

export type Tables = {
  messages: Messages
  attempts: Attempts
  idempotency_keys: IdempotencyKeys
  blocked_senders: BlockedSenders
  secrets: Secrets
  recipients: Recipients
}

export type Message = Selectable<Messages>
export type Attempt = Selectable<Attempts>
export type Recipient = Selectable<Recipients>
export type Database = Kysely<Tables>
/** A database inside a transaction. The first statement of the transaction must write. */
export type InTransaction = Transaction<Tables>
