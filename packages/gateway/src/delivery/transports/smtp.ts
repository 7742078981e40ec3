import type { Readable } from 'node:stream'
import nodemailer, { type SendMailOptions } from 'nodemailer'
import type SMTPPool from 'nodemailer/lib/smtp-pool'
import { isOnThisMachine, type MailServer } from '../../mail-server.ts'
import { createRedactor } from '../../redact.ts'
import { LANES } from '../context.ts'
import type { Failure, Handover, OutgoingMail, Transport } from '../transport.ts'
import { adviceFor, codesOf, describeFailure, type MailError } from './smtp-errors.ts'

/** The mail library accepts any response that starts with a 2. */
const ACCEPTED = /^2\d\d(?!\d)/

/** How long a server may take, step by step. */
const TIMES = {
  connectMs: 30_000,
  greetingMs: 30_000,
  /** For taking the content. */
  contentMs: 120_000,
  /** For the answer to the content: who gives up earlier sends copies (RFC 5321, 4.5.3.2.6). */
  answerMs: 10 * 60_000,
}
/** How long a server that refuses a further connection gets fewer of them. */
const FEWER_MS = 3_600_000

/** Sends mail by SMTP. TLS is required, unless the owner says otherwise or the server is on this machine. */
export function smtpTransport(server: MailServer, times: Partial<typeof TIMES> = {}): Transport {
  const { host, port, password, consent, tls } = server
  const { contentMs, ...waits } = { ...TIMES, ...times }
  const mailer = createMailer(server, waits)
  const { options } = mailer.transporter as SMTPPool
  let sending = 0
  let ended = 0
  // A server may repeat the credentials in its responses.
  const redact = createRedactor({
    SMTP_PASSWORD: password,
    CLIENT_SECRET: consent?.clientSecret,
    REFRESH_TOKEN: consent?.refreshToken,
  })
  return {
    send: async (mail, signal, stopping) => {
      sending++
      const endedBefore = ended
      const isAlone = () => sending === 1 && ended === endedBefore
      try {
        let handover = await sendOnce(mail, signal, stopping)
        // The server refuses one connection too many: the mail waits for one of the others.
        while (isConnectionRefused(handover) && !isAlone() && options.maxConnections > 1) {
          options.maxConnections--
          setTimeout(() => options.maxConnections++, FEWER_MS).unref()
          handover = await sendOnce(mail, signal, stopping)
        }
        return handover
      } finally {
        sending--
        ended++
      }
    },
    verify: () =>
      mailer.verify().then(
        () => undefined,
        (error) => failureOf(error),
      ),
    location: `${tls === 'implicit' ? 'smtps' : 'smtp'}://${host}:${port}`,
    close: () => mailer.close(),
  }

  async function sendOnce(
    mail: OutgoingMail,
    signal: AbortSignal,
    stopping?: AbortSignal,
  ): Promise<Handover> {
    const early = new AbortController()
    const stop = () => {
      // The server has asked for none of the content, so it cannot have the mail.
      if (!progress.content?.readableDidRead) early.abort()
    }
    const giveUp = () => {
      if (!progress.content?.readableEnded) early.abort()
    }
    let timer: NodeJS.Timeout | undefined
    const begin = () => {
      timer ??= setTimeout(giveUp, contentMs)
    }
    // A mail that waits for the connection of another begins when it has it.
    if (sending <= options.maxConnections) begin()
    const progress: Progress = { begin }
    stopping?.addEventListener('abort', stop)
    if (stopping?.aborted) stop()
    try {
      const either = AbortSignal.any([signal, early.signal])
      const { response } = await mailer.sendMail({
        ...mail,
        signal: either,
        progress,
      } as SendMailOptions)
      if (!ACCEPTED.test(response)) {
        const error = new Error(`Invalid SMTP response: ${response}`)
        throw Object.assign(error, { response, command: 'DATA' })
      }
      return { kind: 'sent', reply: redact(response), redacted: codesOf(response) }
    } catch (error) {
      if (signal.aborted || (early.signal.aborted && stopping?.aborted)) throw error
      return failureOf(early.signal.aborted ? TOO_SLOW : error, progress.content)
    } finally {
      clearTimeout(timer)
      stopping?.removeEventListener('abort', stop)
    }
  }

  function failureOf(error: unknown, content?: Readable): Failure {
    const { code, command, response = '', message = '' }: MailError = Object(error)
    const redacted = { code, command, response: redact(response), message: redact(message) }
    return {
      ...describeFailure(redacted, content?.readableDidRead),
      advice: adviceFor(redacted),
    }
  }
}

const TOO_SLOW = {
  code: 'ETIMEDOUT',
  command: 'CONN',
  message: 'The server did not take the mail in time',
}

function isConnectionRefused(handover: Handover): boolean {
  if (handover.kind === 'sent' || handover.stage !== 'session') return false
  return /\b421\b|ECONNREFUSED/.test(handover.redacted)
}

function createMailer(
  { host, port, user, password, consent, tls }: MailServer,
  { connectMs, greetingMs, answerMs }: Omit<typeof TIMES, 'contentMs'>,
) {
  const secure = tls === 'implicit'
  const isLocal = isOnThisMachine(host)
  const login = consent ? { type: 'OAuth2' as const, user, ...consent } : { user, pass: password }
  const mailer = nodemailer.createTransport({
    pool: true,
    host,
    port,
    secure,
    requireTLS: !secure && (tls === 'starttls' || (!isLocal && tls !== 'none')),
    ignoreTLS: tls === 'none',
    ...(isLocal && !secure && { tls: { rejectUnauthorized: false } }),
    ...(user && { auth: login }),
    maxConnections: LANES,
    // A server may end a kept connection, when it was idle or has sent as many mails as one may. If it took nothing
    // of this mail, the library sends it by a new connection.
    maxRequeues: 1,
    connectionTimeout: connectMs,
    greetingTimeout: greetingMs,
    socketTimeout: answerMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  mailer.use('stream', ({ message, data }, done) => {
    message.processFunc((content) => {
      // A mail that the library sends once more has the error of its first connection, and would fail by it again.
      Object.assign(message.getEnvelope(), { mailError: undefined })
      const { progress } = data as { progress?: Progress }
      progress?.begin()
      Object.assign(progress ?? {}, { content })
      return content
    })
    done()
  })
  return mailer
}

/** The content of a mail as the connection reads it: it is read once the server has asked for it. */
type Progress = { begin: () => void; content?: Readable }
