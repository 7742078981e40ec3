import type { SendMailOptions } from 'nodemailer'
import type { EventType, Variables } from '../store/database.ts'

/** What a server answered: in full for the owner, and without its text, which may quote the visitor, for the log. */
export type Reply = { reply: string; redacted: string }

export type FailureKind =
  /** The recipient does not get the mail, whatever is repaired. */
  | 'rejected'
  /** Only the owner can repair it: login, token, sender, certificate, limit. */
  | 'misconfigured'
  /** A retry may succeed. */
  | 'deferred'

export type Failure = Reply & {
  kind: FailureKind
  /** How the owner repairs it. */
  advice?: string | undefined
  /** Whether no session could be opened, so that certainly nothing was sent. */
  isUnreachable?: boolean | undefined
  /** Whether no answer came after the last byte, so that the mail may have been accepted. */
  isUnknown?: boolean | undefined
  /** Whether a misconfiguration concerns this mail alone, such as a refused content. */
  isOfMail?: boolean | undefined
  /** How long the provider asks to wait. */
  retryAfterSeconds?: number | undefined
}

/** Why one of several recipients did not get a mail that others got. */
export type Refusal = Failure & { address: string }

/**
 * The outcome of one attempt for the recipients in the envelope of a mail. `refusals` are recipients with an
 * outcome of their own, which only SMTP gives.
 */
export type Handover = (Reply & { kind: 'sent' } & Refusals) | (Failure & Partial<Refusals>)
type Refusals = { refusals: Refusal[] }

/** A mail with its recipients that do not have it yet. */
export type OutgoingMail = SendMailOptions & {
  envelope: { from: string; to: string[] }
  /** What a webhook gets instead, if the mail reports an event. */
  notice?: { type: EventType; data: Variables } | undefined
}

/** A way by which mails leave: SMTP or the API of a provider; notices alone also by a webhook or a chat. */
export type Transport = {
  /**
   * Hands over a mail. `id` is that of the message, the same at every attempt: an idempotency key. Rejects only
   * if the signal is aborted, which says nothing about the mail.
   */
  send: (mail: OutgoingMail, id: string, signal: AbortSignal) => Promise<Handover>
  /** Opens a session without sending a mail. Returns why there is none. Omitted if only a mail shows it. */
  verify?: () => Promise<Failure | undefined>
  isForNotices?: boolean
  /** Whether mails wait in it for a connection, so that more are claimed while others are recorded. */
  hasQueue?: boolean
  /** A description without secrets, for display. */
  location: string
  close: () => void
}

const MAX_REPLY_LENGTH = 500

/** The text of a server in one line of limited length. */
export function shorten(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, MAX_REPLY_LENGTH)
}

/** Whether a failure would meet every mail, so that the transport pauses. */
export function isOfTransport({ kind, isUnreachable, isOfMail, retryAfterSeconds }: Failure) {
  if (isUnreachable || retryAfterSeconds !== undefined) return true
  return kind === 'misconfigured' && !isOfMail
}
