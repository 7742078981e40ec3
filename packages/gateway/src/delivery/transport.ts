import { createPrivateKey } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Worker } from 'node:worker_threads'
import type { DKIMOptions, SendMailOptions } from 'nodemailer'
import type { Account } from '../accounts.ts'
import type { Configuration } from '../configuration.ts'
import { textOf } from '../log.ts'
import { startThread } from '../start-thread.ts'
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

/** Sends mail by SMTP. TLS is required unless the server is on this machine. */
export function smtpTransport(address: string, dkim?: DKIMOptions): Transport {
  const url = new URL(address)
  const server = openServer({ address, dkim })
  return {
    withPermit: createSemaphore(CONNECTIONS),
    send: async (mail, _id, signal) => {
      const { response, rejectedErrors = [] } = await server.send(mail, signal)
      if (!ACCEPTED.test(response)) {
        throw Object.assign(new Error(`Invalid SMTP response: ${response}`), { response })
      }
      const refusals = refusalsOf({ rejectedErrors })
      return { reply: response, redacted: codesOf(response), refusals }
    },
    verify: server.verify,
    location: `${url.protocol}//${url.host}`,
    isReal: true,
    close: server.close,
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
  const dkim = readDkim(configuration)
  return new Map(
    [...names].map((name) => {
      const address = environment[name]
      const transport = address
        ? smtpTransport(address, dkim)
        : createFileTransport(mailFolder(configuration.DATA_DIR))
      return [name, transport]
    }),
  )
}

function readDkim(configuration: Configuration): DKIMOptions | undefined {
  const { DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY_FILE } = configuration
  if (!DKIM_DOMAIN || !DKIM_SELECTOR || !DKIM_KEY_FILE) return undefined
  return {
    domainName: DKIM_DOMAIN,
    keySelector: DKIM_SELECTOR,
    privateKey: readKey(DKIM_KEY_FILE),
  }
}

function readKey(file: string): string {
  try {
    const key = readFileSync(file, 'utf8')
    createPrivateKey(key)
    return key
  } catch (error) {
    const reason = textOf(error)
    throw new Error(`DKIM_KEY_FILE: ${file} contains no valid private key: ${reason}`)
  }
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

/** The settings of the connections to a mail server. */
export type Connection = { address: string; dkim: DKIMOptions | undefined }

/** A request to the thread. A job without a mail only connects and logs in. */
export type ThreadRequest =
  | { kind: 'run'; job: number; server: number; connection: Connection; mail?: SendMailOptions }
  | { kind: 'abort'; job: number }
  | { kind: 'close'; server: number }

/** The response to a mail that at least one recipient got; empty if there was no mail. */
type Sent = { response: string; rejectedErrors?: MailError[] | undefined }

/** A plain error: sent between threads, an `Error` loses what the mail library adds to it. */
export type ThreadResponse = { job: number } & (
  | { ok: true; sent: Sent }
  | { ok: false; error: MailError }
)

const PROGRAM = 'delivery/smtp-thread'

const jobs = new Map<number, PromiseWithResolvers<Sent>>()
let lastJob = 0
let lastServer = 0
let thread: Worker | undefined

/**
 * Talks SMTP on a worker thread, which all mail servers share. A mail needs half a dozen round
 * trips, and none of them waits for the visitors that this thread answers.
 */
function openServer(connection: Connection) {
  const server = ++lastServer
  const run = async (mail?: SendMailOptions, signal?: AbortSignal) => {
    signal?.throwIfAborted()
    const job = ++lastJob
    const pending = Promise.withResolvers<Sent>()
    const abort = () => thread?.postMessage({ kind: 'abort', job } satisfies ThreadRequest)
    post({ kind: 'run', job, server, connection, ...(mail && { mail }) })
    jobs.set(job, pending)
    thread?.ref()
    signal?.addEventListener('abort', abort)
    try {
      return await pending.promise
    } finally {
      signal?.removeEventListener('abort', abort)
      jobs.delete(job)
      // The thread keeps the process alive only while a job runs.
      if (jobs.size === 0) thread?.unref()
    }
  }
  return {
    send: (mail: SendMailOptions, signal: AbortSignal) => run(mail, signal),
    verify: async () => {
      await run()
    },
    close: () => thread?.postMessage({ kind: 'close', server } satisfies ThreadRequest),
  }
}

function post(request: ThreadRequest) {
  thread ??= start()
  thread.postMessage(request)
}

function start(): Worker {
  // All pending jobs reject, and the next mail starts another thread.
  const worker = startThread(PROGRAM, undefined, (error) => {
    thread = undefined
    for (const job of jobs.values()) job.reject(error)
  })
  worker.on('message', (response: ThreadResponse) => {
    const job = jobs.get(response.job)
    if (response.ok) job?.resolve(response.sent)
    else job?.reject(Object.assign(new Error(response.error.message), response.error))
  })
  return worker
}
