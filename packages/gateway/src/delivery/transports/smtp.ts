import type { Readable } from 'node:stream'
import nodemailer, { type SendMailOptions } from 'nodemailer'
import { isOnThisMachine, type MailServer } from '../../mail-server.ts'
import { createRedactor } from '../../redact.ts'
import { LANES } from '../decide.ts'
import type { Failure, Handover, OutgoingMail, Transport } from '../transport.ts'
import type { TokenSource } from './oauth.ts'
import { adviceFor, asMailError, codesOf, describeFailure, type MailError } from './smtp-errors.ts'

/** The mail library accepts any response that starts with a 2. */
const ACCEPTED = /^2\d\d(?!\d)/

const CONNECT_TIMEOUT_MS = 30_000
const GREETING_TIMEOUT_MS = 30_000
/** The time for a server to take the content, counted from when the mail has a connection. */
const CONTENT_TIMEOUT_MS = 120_000
/** Who gives up earlier on the answer to a content sends copies (RFC 5321, 4.5.3.2.6). */
const ANSWER_TIMEOUT_MS = 10 * 60_000

/**
 * Sends mail by SMTP. TLS is required, unless the owner says otherwise or the server is on this machine. `tokens`
 * replaces the password (XOAUTH2).
 */
export function smtpTransport(
  server: MailServer,
  tokens?: TokenSource,
  contentMs = CONTENT_TIMEOUT_MS,
): Transport {
  const { host, port, password, tls } = server
  const mailer = createMailer(server, tokens)
  /** The mails whose connection is logged in, and when the last one ended. */
  const working = new Set<Progress>()
  let workedAt = 0
  // A server may repeat the credentials in its responses.
  const redact = createRedactor({ SMTP_PASSWORD: password })
  return {
    send: async (mail, signal, stopping) => {
      const begunAt = performance.now()
      const handover = await sendOnce(mail, signal, stopping)
      if (handover.kind === 'sent' || handover.stage !== 'session') return handover
      // While others work, the server may permit fewer connections.
      const isOneTooMany =
        /\b421\b|ECONNREFUSED/.test(handover.redacted) && (working.size > 0 || workedAt >= begunAt)
      return { ...handover, isOneTooMany }
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
    const progress: Progress = { onLogin: () => working.add(progress) }
    const early = new AbortController()
    const giveUp = () => {
      if (!progress.content?.readableEnded) early.abort()
    }
    // The server cannot have the mail.
    const stop = () => {
      if (!progress.content?.readableDidRead) early.abort()
    }
    const timer = setTimeout(giveUp, contentMs)
    stopping?.addEventListener('abort', stop)
    if (stopping?.aborted) stop()
    try {
      const either = AbortSignal.any([signal, early.signal])
      const sending = { ...mail, signal: either, progress } as SendMailOptions
      const { response } = await mailer.sendMail(sending)
      if (!ACCEPTED.test(response)) {
        const error = new Error(`Invalid SMTP response: ${response}`)
        throw Object.assign(error, { response, command: 'DATA' })
      }
      workedAt = performance.now()
      return { kind: 'sent', reply: redact(response), redacted: codesOf(response) }
    } catch (error) {
      if (signal.aborted || (early.signal.aborted && stopping?.aborted)) throw error
      const failure = failureOf(early.signal.aborted ? TOO_SLOW : error, progress.content)
      if (failure.stage !== 'session') workedAt = performance.now()
      return failure
    } finally {
      clearTimeout(timer)
      stopping?.removeEventListener('abort', stop)
      working.delete(progress)
    }
  }

  function failureOf(error: unknown, content?: Readable): Failure {
    const redacted = redactError(error)
    const hasContentBegun = content?.readableDidRead ?? false
    return { ...describeFailure(redacted, hasContentBegun), advice: adviceFor(redacted) }
  }

  function redactError(error: unknown): MailError {
    const { message, response, ...rest } = asMailError(error)
    return Object.assign(new Error(redact(message)), {
      ...rest,
      response: response && redact(response),
    })
  }
}

const TOO_SLOW = {
  code: 'ETIMEDOUT',
  command: 'CONN',
  message: 'The server did not take the mail in time',
}

function createMailer({ host, port, user, password, tls }: MailServer, tokens?: TokenSource) {
  const secure = tls === 'implicit'
  const isLocal = isOnThisMachine(host)
  const login = tokens
    ? { type: 'OAuth2' as const, user, provisionCallback: provideToken(tokens) }
    : { user, pass: password }
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
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: GREETING_TIMEOUT_MS,
    socketTimeout: ANSWER_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  mailer.use('stream', ({ message, data }, done) => {
    message.processFunc((content) => {
      // The library keeps the error of the first connection here, and the next one would find it.
      Object.assign(message.getEnvelope(), { mailError: undefined })
      const { progress } = data as { progress?: Progress }
      Object.assign(progress ?? {}, { content })
      progress?.onLogin()
      return content
    })
    done()
  })
  return mailer
}

/**
 * The content of a mail as the connection reads it: it is there once the login worked, and is read once the server has
 * asked for it.
 */
type Progress = { content?: Readable; onLogin: () => void }

type TokenCallback = (error: Error | null, token?: string) => void

/** The mail library asks again, with `renew`, after the server has refused a token. */
function provideToken(tokens: TokenSource) {
  return (_: string, renew: boolean, done: TokenCallback) => {
    if (renew) tokens.forget()
    tokens().then((token) => done(null, token), done)
  }
}
