import nodemailer from 'nodemailer'
import type { Configuration } from '../../configuration.ts'
import { textOf } from '../../log.ts'
import { GRAPH_URL } from '../../own-site.ts'
import { createRedactor } from '../../redact.ts'
import { type Answer, post } from '../post.ts'
import { type Failure, shorten, type Transport } from '../transport.ts'
import { adviceForToken } from './smtp-errors.ts'

const SCOPE = 'https://graph.microsoft.com/.default'
const TIMEOUT_MS = 30_000
/** A gateway in front of Graph got no answer, and Graph may have the mail. */
const GATEWAY_TIMEOUT = 504

/** Makes a whole mail. */
const composer = nodemailer.createTransport({
  streamTransport: true,
  buffer: true,
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** Sends mail as a mailbox of Microsoft 365 by Graph, which takes the whole mail (RFC 822) in base64. */
export function graphTransport(
  settings: Configuration,
  clock: () => number,
  { url = GRAPH_URL, timeoutMs = TIMEOUT_MS } = {},
): Transport {
  const { MAIL_FROM: mailbox = '' } = settings
  const tokens = createTokenSource(settings, clock)
  const { host } = new URL(url)
  const path = `/v1.0/users/${encodeURIComponent(mailbox)}/sendMail`
  return {
    send: async (mail, signal) => {
      const { message } = await composer.sendMail(mail)
      const body = (message as Buffer).toString('base64')
      const token = await tokens().catch(failedSession)
      if (typeof token !== 'string') return token
      try {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/plain' }
        const inTime = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
        const answer = await post(url + path, { headers, body }, inTime)
        const accepted = `${host}: 202`
        if (answer.status === 202) return { kind: 'sent', reply: accepted, redacted: accepted }
        if (answer.status === 401) tokens.forget()
        const refusal = refusalOf(answer)
        return { ...refusal, reply: refusal.reply.replaceAll(token, '***') }
      } catch (error) {
        // An abort says nothing about the mail.
        signal.throwIfAborted()
        const failure = failedSession(error)
        return isAnswerLost(error) ? { ...failure, stage: 'mail' } : failure
      }
    },
    verify: () => tokens().then(() => undefined, failedSession),
    location: host,
    close: () => {},
  }
}

/** Whether Graph may have the mail. Then it goes again by its back-off, not whenever a pause ends. */
function isAnswerLost(error: unknown): boolean {
  const { code, name } = Object(Object(error).cause)
  return /UND_ERR_SOCKET|ECONNRESET|TimeoutError/.test(`${code} ${name}`)
}

/** There is no token, or no answer. */
function failedSession(error: unknown): Failure {
  const reply = shorten(textOf(error))
  const advice = adviceForToken(reply)
  return { kind: 'failed', stage: 'session', isPermanent: false, reply, redacted: reply, advice }
}

/** A refusal: by the key, the rate or the server every mail is refused, otherwise this request. */
export function refusalOf({ status, json }: Answer): Failure {
  // The code is a word of Graph; its text may quote the visitor.
  const { code = '', message = '' } = Object(json.error)
  const isKey = status === 401 || status === 403
  const isLater = status === 408 || status === 429 || status >= 500
  return {
    kind: 'failed',
    stage: isKey || (isLater && status !== GATEWAY_TIMEOUT) ? 'session' : 'mail',
    isPermanent: !isLater,
    reply: shorten(`${status} ${code}: ${message}`),
    redacted: `${status} ${code}`.trim(),
    ...(isKey && { advice: 'Check the application at Microsoft, and what it may send.' }),
  }
}

/** A token with less time left is renewed before a request, so that it does not end during one. */
const MIN_LEFT_MS = 5 * 60_000
const DEFAULT_LIFETIME_SECONDS = 3600

/** Resolves to a valid access token, or rejects. `forget` asks for a new one the next time, because Graph refused it. */
type TokenSource = { (): Promise<string>; forget: () => void }

/** Gets access tokens for the application by OAuth2 (RFC 6749, 4.4), and keeps each until shortly before it ends. */
export function createTokenSource(settings: Configuration, clock: () => number): TokenSource {
  const { OAUTH_TENANT: tenant = '', OAUTH_CLIENT_ID = '', OAUTH_CLIENT_SECRET = '' } = settings
  const ofTenant = `https://login.microsoftonline.com/${encodeURIComponent(tenant)}/oauth2/v2.0/token`
  const { OAUTH_TOKEN_URL: tokenUrl = ofTenant } = settings
  const redact = createRedactor({ OAUTH_CLIENT_SECRET })
  let current: { token: string; endsAt: number } | undefined
  const read = async () => {
    if (current && current.endsAt - clock() > MIN_LEFT_MS) return current.token
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      scope: SCOPE,
      client_id: OAUTH_CLIENT_ID,
      client_secret: OAUTH_CLIENT_SECRET,
    })
    const { status, json } = await post(tokenUrl, { body }, AbortSignal.timeout(TIMEOUT_MS))
    const { access_token: token, expires_in: lifetime, error, error_description: reason } = json
    if (status !== 200 || typeof token !== 'string') {
      throw new Error(redact(`OAuth: ${status} ${error}: ${reason}`))
    }
    const seconds = typeof lifetime === 'number' ? lifetime : DEFAULT_LIFETIME_SECONDS
    current = { token, endsAt: clock() + seconds * 1000 }
    return token
  }
  return Object.assign(read, {
    forget: () => {
      current = undefined
    },
  })
}
