import type { Readable } from 'node:stream'
import nodemailer, { type SendMailOptions } from 'nodemailer'
import { createRedactor } from '../../redact.ts'
import { parseMailServer } from '../mail-server-url.ts'
import type { TokenSource } from '../oauth.ts'
import type { Failure, Refusal, Transport } from '../transport.ts'
import { adviceFor, asMailError, codesOf, describeFailure, type MailError } from './smtp-errors.ts'

/** The number of connections to a mail server: some, such as Microsoft 365, allow no more than three. */
export const CONNECTIONS = 3

/** The mail library accepts any response that starts with a 2. */
const ACCEPTED = /^2\d\d(?!\d)/

// In total well below the lease of a message.
const CONNECT_TIMEOUT_MS = 30_000
const GREETING_TIMEOUT_MS = 30_000
const SOCKET_TIMEOUT_MS = 120_000

/**
 * Sends mail by SMTP. TLS is required, unless the owner says otherwise or the server is on this machine. `variable` names its URL in advice;
 * `tokens` replaces the password (XOAUTH2).
 */
export function smtpTransport(
  address: string,
  variable = 'SMTP_URL',
  tokens?: TokenSource,
): Transport {
  const { protocol, host } = new URL(address)
  const mailer = createMailer(address, tokens)
  // A server may repeat the credentials in its responses.
  const redact = createRedactor({ address })
  return {
    send: async (mail, _, signal) => {
      const token = await tokens?.(signal)
      if (token && 'failure' in token) return token.failure
      const progress: Progress = {}
      try {
        const sending = { ...mail, signal, progress } as SendMailOptions
        const { response, rejectedErrors = [] } = await mailer.sendMail(sending)
        if (!ACCEPTED.test(response)) {
          const error = new Error(`Invalid SMTP response: ${response}`)
          throw Object.assign(error, { response, command: 'DATA' })
        }
        return {
          kind: 'sent',
          reply: redact(response),
          redacted: codesOf(response),
          refusals: refusalsOf(rejectedErrors),
        }
      } catch (error) {
        if (signal.aborted) throw error
        const refusals = refusalsOf(asMailError(error).rejectedErrors)
        return { ...failureOf(error, progress.content), refusals }
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
    hasQueue: true,
    location: `${protocol}//${host}`,
    close: () => mailer.close(),
  }

  function failureOf(error: unknown, content?: Readable): Failure {
    const redacted = redactError(error)
    const progress = {
      isLoggedIn: content !== undefined,
      hasContentBegun: content?.readableDidRead ?? false,
    }
    return { ...describeFailure(redacted, progress), advice: adviceFor(redacted, variable) }
  }

  /** The recipients with an outcome of their own, in the mail library's result or error. */
  function refusalsOf(errors: MailError[] = []): Refusal[] {
    return errors.map((error) => ({ address: error.recipient ?? '', ...failureOf(error) }))
  }

  function redactError(error: unknown): MailError {
    const { message, response, ...rest } = asMailError(error)
    return Object.assign(new Error(redact(message)), {
      ...rest,
      response: response && redact(response),
    })
  }
}

function createMailer(address: string, tokens?: TokenSource) {
  const { host, port, isImplicitTls: secure, isLocal, tls } = parseMailServer(address)
  const { username, password } = new URL(address)
  const user = decodeURIComponent(username)
  const login = tokens
    ? { type: 'OAuth2' as const, user, provisionCallback: provideToken(tokens) }
    : { user, pass: decodeURIComponent(password) }
  const mailer = nodemailer.createTransport({
    pool: true,
    host,
    port,
    secure,
    requireTLS: !secure && (tls === 'starttls' || (!isLocal && tls !== 'none')),
    ignoreTLS: tls === 'none',
    ...(isLocal && !secure && { tls: { rejectUnauthorized: false } }),
    ...(username && { auth: login }),
    maxConnections: CONNECTIONS,
    // A server may end a kept connection, when it was idle or has sent as many mails as one may. If it took nothing
    // of this mail, the library sends it by a new connection.
    maxRequeues: 1,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: GREETING_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  mailer.use('stream', ({ message, data }, done) => {
    message.processFunc((content) => {
      // The library keeps the error of the first connection here, and the next one would find it.
      Object.assign(message.getEnvelope(), { mailError: undefined })
      Object.assign((data as { progress?: Progress }).progress ?? {}, { content })
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
type Progress = { content?: Readable }

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
