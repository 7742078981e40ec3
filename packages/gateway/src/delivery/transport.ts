import type { SendMailOptions } from 'nodemailer'

/** What a server answered: in full for the owner, and without its text, which may quote the visitor, for the log. */
export type Reply = { reply: string; redacted: string }

/** What failed. */
export type Stage =
  /** Connection, greeting, TLS, login, or 421 before DATA; of Graph the application, the rate or the server. */
  | 'session'
  /** The mail: the server refused its sender, its recipient or its content. */
  | 'mail'
  /** What this program does, which says nothing about the server. */
  | 'own'

/** What went wrong. `decide` says what follows. */
export type Failure = Reply & {
  kind: 'failed'
  stage: Stage
  /** Whether the same attempt would fail again: 5xx of SMTP, 4xx of an API, a wrong certificate. */
  isPermanent: boolean
  /** How the owner repairs it. */
  advice?: string | undefined
}

/** A mail that was not sent for a reason that this program found. */
export function ownFailure(reply: string): Failure {
  return { kind: 'failed', stage: 'own', isPermanent: false, reply, redacted: reply }
}

/** The outcome of one attempt. */
export type Handover = (Reply & { kind: 'sent' }) | Failure

/** A mail with its envelope. */
export type OutgoingMail = SendMailOptions & {
  envelope: { from: string; to: string }
}

/** A way by which mails leave: SMTP or Graph. */
export type Transport = {
  /**
   * Sends a mail. Rejects only if `signal` is aborted, which says nothing about the mail, or `stopping` before the
   * server has any of it.
   */
  send: (mail: OutgoingMail, signal: AbortSignal, stopping?: AbortSignal) => Promise<Handover>
  /** Logs in without sending a mail. Returns why that fails. */
  verify: () => Promise<Failure | undefined>
  /** A description without secrets, for display. */
  location: string
  close: () => void
}

const MAX_REPLY_LENGTH = 500

/** The text of a server in one line of limited length. */
export function shorten(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, MAX_REPLY_LENGTH)
}
