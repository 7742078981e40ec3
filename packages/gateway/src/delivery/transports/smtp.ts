import type { Readable } from 'node:stream'
import nodemailer, { type SendMailOptions } from 'nodemailer'
import { isOnThisMachine, type MailServer } from '../../mail-server.ts'
import { createRedactor } from '../../redact.ts'
import type { TokenSource } from '../oauth.ts'
import type { Failure, Handover, OutgoingMail, Transport } from '../transport.ts'
import { adviceFor, asMailError, codesOf, describeFailure, type MailError } from './smtp-errors.ts'

/** The number of connections to a mail server: some, such as Microsoft 365, allow no more than three. */
export const CONNECTIONS = 3

/** The mail library accepts any response that starts with a 2. */
const ACCEPTED = /^2\d\d(?!\d)/

const CONNECT_TIMEOUT_MS = 30_000
const GREETING_TIMEOUT_MS = 30_000
/** Until then a server must have taken the content, from when the mail had a connection of its own. */
const CONTENT_TIMEOUT_MS = 120_000
/** Who gives up earlier on the answer to a content sends copies (RFC 5321, 4.5.3.2.6). */
const ANSWER_TIMEOUT_MS = 10 * 60_000

/** How long a server that refuses a further connection gets fewer of them. */
const FEWER_MS = 60 * 60_000

/**
 * Sends mail by SMTP. TLS is required, unless the owner says otherwise or the server is on this machine. `tokens`
 * replaces the password (XOAUTH2).
 */
export function smtpTransport(
  server: MailServer,
  tokens?: TokenSource,
  { contentMs = CONTENT_TIMEOUT_MS, fewerMs = FEWER_MS } = {},
): Transport {
  const { host, port, password, tls } = server
  const mailer = createMailer(server, tokens)
  const turns = createTurns(CONNECTIONS, fewerMs)
  /** The mails whose connection is logged in, and when the last one ended. */
  const working = new Set<Progress>()
  let workedAt = 0
  // A server may repeat the credentials in its responses.
  const redact = createRedactor({ SMTP_PASSWORD: password })
  return {
    send: async (mail, signal, stopping) => {
      const token = await tokens?.(signal)
      if (token && 'failure' in token) return token.failure
      for (let isAgain = false; ; isAgain = true) {
        await turns.take(isAgain)
        const begunAt = performance.now()
        const handover = await sendOnce(mail, signal, stopping).finally(turns.leave)
        if (!isOneTooMany(handover)) return handover
        if (working.size === 0 && workedAt < begunAt) {
          turns.reset()
          return handover
        }
        turns.lower()
      }
    },
    verify: async () => {
      const token = await tokens?.(AbortSignal.timeout(CONNECT_TIMEOUT_MS))
      if (token && 'failure' in token) return token.failure
      try {
        await mailer.verify()
        return undefined
      } catch (error) {
        return failureOf(error)
      }
    },
    verifiesLogin: true,
    connections: turns.most,
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
    const progress = {
      isLoggedIn: content !== undefined,
      hasContentBegun: content?.readableDidRead ?? false,
    }
    return { ...describeFailure(redacted, progress), advice: adviceFor(redacted) }
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

/** Whether the server refuses a connection, or ends it. While others work, there may be one too many. */
function isOneTooMany(handover: Handover): boolean {
  if (handover.kind === 'sent' || handover.stage !== 'session') return false
  return handover.code === 421 || handover.isUnreachable === true
}

/** Lets some mails pass at once, in the order in which they came. Each must leave in the end. */
function createTurns(usual: number, fewerMs: number) {
  let inside = 0
  let fewer = usual
  let fewerUntil = 0
  const waiting: (() => void)[] = []
  const most = () => (performance.now() < fewerUntil ? fewer : usual)
  const admit = () => {
    while (inside < most() && waiting.length > 0) {
      inside++
      waiting.shift()?.()
    }
  }
  return {
    most,
    take: (isFirst: boolean) =>
      new Promise<void>((resolve) => {
        if (isFirst) waiting.unshift(resolve)
        else waiting.push(resolve)
        admit()
      }),
    leave: () => {
      inside--
      admit()
    },
    /** Lets no more pass for a while than are inside. */
    lower: () => {
      fewer = Math.max(1, Math.min(inside, most()))
      fewerUntil = performance.now() + fewerMs
    },
    reset: () => {
      fewerUntil = 0
    },
  }
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
    maxConnections: CONNECTIONS,
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
  return async (_: string, renew: boolean, done: TokenCallback) => {
    if (renew) tokens.forget()
    const token = await tokens(AbortSignal.timeout(CONNECT_TIMEOUT_MS))
    if ('failure' in token) done(new Error(token.failure.reply))
    else done(null, token.token)
  }
}
