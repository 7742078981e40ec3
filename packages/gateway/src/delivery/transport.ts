import { mkdirSync, writeFileSync } from 'node:fs'
import type { SendMailOptions } from 'nodemailer'
import type { Account } from '../accounts.ts'
import type { Configuration } from '../configuration.ts'
import { createThread } from '../thread.ts'
import { writeAtomic } from '../write-atomic.ts'
import { renderMail } from './compose.ts'
import { mailFile, mailFolder } from './mail-files.ts'
import {
  CONNECTIONS,
  codesOf,
  type MailError,
  type Refusal,
  refusalsOf,
  type SmtpResponse,
} from './smtp.ts'

/** The response to a mail that at least one recipient got. */
type Accepted = SmtpResponse & { refusals: Refusal[] }

export type Transport = {
  /** Runs a function as soon as one of the connections is free. */
  withPermit: Semaphore
  /** Sends a mail. Throws if no recipient got it. */
  send: (mail: SendMailOptions, messageId: string, signal: AbortSignal) => Promise<Accepted>
  /** Connects and logs in, without sending a mail. */
  verify: () => Promise<void>
  /** A description without secrets, for display. */
  location: string
  /** Whether mails are sent, and not written to files. */
  isReal: boolean
  close: () => void
}

/** The mail library accepts any response that starts with a 2. */
const ACCEPTED = /^2\d\d(?!\d)/

/** A request to the thread. One without a mail only connects and logs in. */
export type SmtpRequest =
  | { kind: 'run'; server: number; address: string; mail?: SendMailOptions }
  | { kind: 'close'; server: number }

/** The response to a mail that at least one recipient got; empty if there was no mail. */
type Sent = { response: string; rejectedErrors?: MailError[] | undefined }

/** A plain error: sent between threads, an `Error` loses what the mail library adds to it. */
export type SmtpResult = { ok: true; sent: Sent } | { ok: false; error: MailError }

/**
 * Talks SMTP for all mail servers. A mail needs half a dozen round trips, and none of them waits for
 * the visitors that the main thread answers.
 */
const thread = createThread<SmtpRequest, SmtpResult>('delivery/smtp-thread')
let lastServer = 0

/** Sends mail by SMTP. TLS is required unless the server is on this machine. */
export function smtpTransport(address: string): Transport {
  const url = new URL(address)
  const server = ++lastServer
  const run = async (mail?: SendMailOptions, signal?: AbortSignal): Promise<Sent> => {
    const request = { kind: 'run' as const, server, address }
    const result = await thread.call({ ...request, ...(mail && { mail }) }, signal)
    if (result.ok) return result.sent
    throw Object.assign(new Error(result.error.message), result.error)
  }
  return {
    withPermit: createSemaphore(CONNECTIONS),
    send: async (mail, _id, signal) => {
      const { response, rejectedErrors = [] } = await run(mail, signal)
      if (!ACCEPTED.test(response)) {
        throw Object.assign(new Error(`Invalid SMTP response: ${response}`), { response })
      }
      const refusals = refusalsOf({ rejectedErrors })
      return { reply: response, redacted: codesOf(response), refusals }
    },
    verify: async () => {
      await run()
    },
    location: `${url.protocol}//${url.host}`,
    isReal: true,
    close: () => {
      if (thread.isStarted()) thread.call({ kind: 'close', server }).catch(() => {})
    },
  }
}

/** Writes each mail to a folder, for an owner who has not configured a mail server yet. */
export function createFileTransport(folder: string): Transport {
  return {
    withPermit: createSemaphore(CONNECTIONS),
    send: async (mail, messageId) => {
      const { bytes } = await renderMail(mail)
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const file = mailFile(folder, messageId)
      await writeAtomic(file, async (part) => writeFileSync(part, bytes, { mode: 0o600 }))
      const reply = `Written to ${file}`
      return { reply, redacted: reply, refusals: [] }
    },
    verify: async () => {},
    location: `files in ${folder}/`,
    isReal: false,
    close: () => {},
  }
}

/** The variable of the mail server that sends alerts about the others. */
export const ALERT_SERVICE = 'ALERT_SMTP_URL'

/**
 * Opens a transport for each variable that names a mail server. A variable that is not set gets a
 * folder.
 */
export function openTransports(
  accounts: Map<string, Account>,
  configuration: Configuration,
  environment: Record<string, string | undefined>,
): Map<string, Transport> {
  const services = [...accounts.values()].flatMap(({ services }) => [...services.values()])
  const names = new Set(configuration.ALERT_SMTP_URL ? [...services, ALERT_SERVICE] : services)
  return new Map(
    [...names].map((name) => {
      const address = environment[name]
      const transport = address
        ? smtpTransport(address)
        : createFileTransport(mailFolder(configuration.DATA_DIR))
      return [name, transport]
    }),
  )
}

/** Runs a function as soon as a permit is free. */
type Semaphore = <R>(run: () => Promise<R>) => Promise<R>

export function createSemaphore(permits: number): Semaphore {
  let available = permits
  const waiting: (() => void)[] = []
  return async (run) => {
    if (available > 0) available--
    else await new Promise<void>((start) => waiting.push(start))
    try {
      return await run()
    } finally {
      const start = waiting.shift()
      // A released permit goes straight to the next waiter.
      if (start) start()
      else available++
    }
  }
}
