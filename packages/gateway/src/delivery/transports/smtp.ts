import type { Worker } from 'node:worker_threads'
import type { DKIMOptions, SendMailOptions } from 'nodemailer'
import { startThread } from '../../start-thread.ts'
import type { MailError } from './smtp-error.ts'

/** The settings of a connection to a mail server. */
export type Connection = {
  address: string
  connections: number
  /** Whether the server is on this machine, so that TLS is not required. */
  isLocal: boolean
  dkim: DKIMOptions | undefined
}

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

const PROGRAM = 'delivery/transports/smtp-thread'

const jobs = new Map<number, PromiseWithResolvers<Sent>>()
let lastJob = 0
let lastServer = 0
let thread: Worker | undefined

/**
 * Talks SMTP on a worker thread, which all mail servers share. A mail needs half a dozen round
 * trips, and none of them waits for the visitors that this thread answers.
 */
export function openServer(connection: Connection) {
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
    if (response.ok) job?.resolve({ ...response.sent, rejectedErrors: reviveAll(response.sent) })
    else job?.reject(revive(response.error))
  })
  return worker
}

function revive(error: MailError): Error {
  const { message, ...more } = error
  return Object.assign(new Error(message), { ...more, rejectedErrors: reviveAll(error) })
}

function reviveAll({ rejectedErrors }: Pick<MailError, 'rejectedErrors'>) {
  return rejectedErrors?.map(revive)
}
