import type { Generated, Kysely, Selectable, Transaction } from 'kysely'

// All times are milliseconds since 1970. `null` settles what has not happened yet.

export type MessageState = 'queued' | 'held' | 'sent' | 'failed'

/** A visitor's message, the reply a visitor gets by itself, or word to the owner of held messages. */
export type Purpose = 'message' | 'auto-reply' | 'notice'

type Messages = {
  id: string
  purpose: Purpose
  account: string
  service: string
  template: string
  /** The visitor's address in lower case, or nothing where none was given. */
  sender: string
  /** 1 where the visitor may get an automatic reply once the owner has the message. */
  may_reply: number
  /** What the visitor wrote, as JSON; null once it has been purged. */
  variables: string | null
  /** The Message-ID of every mail that is sent for this message. */
  mail_id: string
  state: MessageState
  /** Why a message is held or has failed. */
  reason: string | null
  received_at: number
  /** Since when delivery is tried: on receipt, on release, on retry. */
  queued_at: number
  due_at: number
  settled_at: number | null
  /** Counts claims for life. Only who holds the newest number may settle the message. */
  attempt: Generated<number>
  /** Counts failures in a row that are not the owner's to mend; sets the back-off. */
  failures: Generated<number>
  lease_until: Generated<number>
}

type Attempts = {
  message_id: string
  attempt: number
  started_at: number
  ended_at: number | null
  outcome: 'sent' | 'postponed' | 'refused' | null
  /** What the mail server said. */
  reply: string | null
}

/** What may happen once: a submission, a solved captcha, an auto-reply a day. */
type Once = { key: string; expires_at: number; message_id: string | null }

/** How often something happened in a window of time. */
type Hits = { bucket: string; window_start: number; count: number; expires_at: number }

/** Random values that all gateways on one database share. */
type Secrets = { name: string; value: string }

/** How many messages there are, kept by triggers. What is alike stands in several rows, to be added up. */
type Counts = {
  purpose: Purpose
  state: MessageState
  /** That in which they were settled, since 1970; -1 stands for all that are in this state. */
  hour: number
  messages: number
}

export type Tables = {
  messages: Messages
  attempts: Attempts
  once: Once
  hits: Hits
  secrets: Secrets
  counts: Counts
}

export type Message = Selectable<Messages>
export type Attempt = Selectable<Attempts>
export type Database = Kysely<Tables>
/** A database in the middle of a transaction, whose first statement must write. */
export type InTransaction = Transaction<Tables>
