import nodemailer, { type SendMailOptions } from 'nodemailer'
import type { Account } from '../accounts.ts'
import { redactSecrets } from '../log.ts'
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
  send: (mail: SendMailOptions, signal: AbortSignal) => Promise<Accepted>
  /** Connects and logs in, without sending a mail. */
  verify: () => Promise<void>
  /** A description without secrets, for display. */
  location: string
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
    send: async (mail, signal) => {
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

/** The variable of the mail server that sends alerts about the others. */
export const ALERT_SERVICE = 'ALERT_SMTP_URL'

/** Opens a transport for each variable that names a mail server and is set. */
export function openTransports(
  accounts: Map<string, Account>,
  environment: Record<string, string | undefined>,
): Map<string, Transport> {
  const names = new Set([...serversOf(accounts), ALERT_SERVICE])
  return new Map(
    [...names].flatMap((name) => {
      const address = environment[name]
      return address ? [[name, smtpTransport(address)] as const] : []
    }),
  )
}

/** Only the mail server of the own site may be missing: an account cannot name a variable that is not set. */
export const MISSING_SERVER = {
  hint: 'messages stay queued until you set SMTP_URL, MAIL_FROM and MAIL_TO in .env and restart',
}

/** The variables that name the mail servers of accounts. */
export function serversOf(accounts: Map<string, Account>): Set<string> {
  return new Set([...accounts.values()].flatMap(({ services }) => [...services.values()]))
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
