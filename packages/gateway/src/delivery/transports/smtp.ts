import nodemailer from 'nodemailer'
import { redactSecrets } from '../../log.ts'
import type { TokenSource } from '../oauth.ts'
import {
  adviceFor,
  asMailError,
  classifyFailure,
  codesOf,
  type MailError,
  parseMailServer,
} from '../smtp.ts'
import type { Failure, Refusal, Transport } from '../transport.ts'

/** The number of connections to a mail server: some, such as Microsoft 365, allow no more than three. */
export const CONNECTIONS = 3

/** The mail library accepts any response that starts with a 2. */
const ACCEPTED = /^2\d\d(?!\d)/

// In total well below the lease of a message.
const CONNECT_TIMEOUT_MS = 30_000
const GREETING_TIMEOUT_MS = 30_000
const SOCKET_TIMEOUT_MS = 120_000

/**
 * Sends mail by SMTP. TLS is required unless the server is on this machine. `variable` names its URL in advice;
 * `tokens` replaces the password (XOAUTH2).
 */
export function smtpTransport(
  address: string,
  variable = 'SMTP_URL',
  tokens?: TokenSource,
): Transport {
  const { protocol, host } = new URL(address)
  const mailer = createMailer(address, tokens)
  return {
    send: async (mail, _, signal) => {
      const token = await tokens?.(signal)
      if (token && 'failure' in token) return token.failure
      try {
        const { response, rejectedErrors = [] } = await mailer.sendMail({ ...mail, signal })
        if (!ACCEPTED.test(response)) {
          throw Object.assign(new Error(`Invalid SMTP response: ${response}`), { response })
        }
        return {
          kind: 'sent',
          reply: redact(response),
          redacted: codesOf(response),
          refusals: refusalsOf(rejectedErrors),
        }
      } catch (error) {
        if (signal.aborted) throw error
        return { ...failureOf(error), refusals: refusalsOf(asMailError(error).rejectedErrors) }
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
    hasQueue: true,
    location: `${protocol}//${host}`,
    close: () => mailer.close(),
  }

  function failureOf(error: unknown): Failure {
    const redacted = redactError(error)
    return { ...classifyFailure(redacted), advice: adviceFor(redacted, variable) }
  }

  /** The recipients with an outcome of their own, in the mail library's result or error. */
  function refusalsOf(errors: MailError[] = []): Refusal[] {
    return errors.map((error) => ({ address: error.recipient ?? '', ...failureOf(error) }))
  }

  /** A server may repeat the credentials in its responses. */
  function redact(text: string) {
    return redactSecrets(text, { address })
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
  const { host, port, isImplicitTls: secure, isClear } = parseMailServer(address)
  const { username, password } = new URL(address)
  const user = decodeURIComponent(username)
  const login = tokens
    ? { type: 'OAuth2' as const, user, provisionCallback: provideToken(tokens) }
    : { user, pass: decodeURIComponent(password) }
  return nodemailer.createTransport({
    pool: true,
    host,
    port,
    secure,
    requireTLS: !secure && !isClear,
    ignoreTLS: !secure && isClear,
    ...(username && { auth: login }),
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
