import { mkdirSync, writeFileSync } from 'node:fs'
import nodemailer, { type SendMailOptions } from 'nodemailer'
import type { Account } from '../accounts.ts'
import type { Configuration } from '../configuration.ts'
import { redactSecrets } from '../log.ts'
import { writeAtomic } from '../write-atomic.ts'
import { renderMail } from './compose.ts'
import { mailFile, mailFolder } from './mail-files.ts'
import {
  asMailError,
  CONNECTIONS,
  codesOf,
  type MailError,
  parseMailServer,
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

// In total well below the lease of a message.
const CONNECT_TIMEOUT_MS = 30_000
const GREETING_TIMEOUT_MS = 30_000
const SOCKET_TIMEOUT_MS = 120_000

/** Sends mail by SMTP. TLS is required unless the server is on this machine. */
export function smtpTransport(address: string): Transport {
  const { protocol, host } = new URL(address)
  const mailer = createMailer(address)
  return {
    withPermit: createSemaphore(CONNECTIONS),
    send: async (mail, _id, signal) => {
      try {
        const { response, rejectedErrors = [] } = await mailer.sendMail({ ...mail, signal })
        if (!ACCEPTED.test(response)) {
          throw Object.assign(new Error(`Invalid SMTP response: ${response}`), { response })
        }
        const refusals = refusalsOf({ rejectedErrors: rejectedErrors.map(redactError) })
        return { reply: redact(response), redacted: codesOf(response), refusals }
      } catch (error) {
        throw redactError(error)
      }
    },
    verify: async () => {
      try {
        await mailer.verify()
      } catch (error) {
        throw redactError(error)
      }
    },
    location: `${protocol}//${host}`,
    isReal: true,
    close: () => mailer.close(),
  }

  /** A server may repeat the credentials in its responses. */
  function redact(text: string) {
    return redactSecrets(text, { address })
  }

  function redactError(error: unknown): MailError {
    const { message, response, rejectedErrors, ...rest } = asMailError(error)
    return Object.assign(new Error(redact(message)), {
      ...rest,
      response: response && redact(response),
      rejectedErrors: rejectedErrors?.map(redactError),
    })
  }
}

function createMailer(address: string) {
  const { host, port, isImplicitTls: secure, isLocal } = parseMailServer(address)
  const { username, password } = new URL(address)
  return nodemailer.createTransport({
    pool: true,
    host,
    port,
    secure,
    requireTLS: !secure && !isLocal,
    ignoreTLS: !secure && isLocal,
    ...(username && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    maxConnections: CONNECTIONS,
    // The delivery worker itself retries a mail after a lost connection.
    maxRequeues: 0,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: GREETING_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
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
