import { causeOf, postTo } from './post.ts'
import { type Failure, shorten } from './transport.ts'
import { isCertificateError } from './transports/smtp-errors.ts'

/** An application that may send mail, and for whom. */
export type OAuthClient = {
  tokenUrl: string
  clientId: string
  clientSecret: string
  /** What the owner's consent returned. Without it the application signs in as itself. */
  refreshToken?: string | undefined
  /** The permission to ask for, if the token stands for the application. */
  scope: string
}

/** Returns a valid access token, or why there is none. */
export type TokenSource = {
  (signal: AbortSignal): Promise<{ token: string } | { failure: Failure }>
  /** Asks for a new token the next time, because a server refused this one. */
  forget: () => void
}

/** A token is renewed when it has less time left than an attempt may take. */
const MIN_LEFT_MS = 5 * 60_000
const DEFAULT_LIFETIME_SECONDS = 3600

/** Gets access tokens by OAuth2 (RFC 6749, 4.4 and 6), and keeps each until shortly before it ends. */
export function createTokenSource(client: OAuthClient, clock: () => number): TokenSource {
  let current: { token: string; endsAt: number } | undefined
  const read = async (signal: AbortSignal) => {
    if (current && current.endsAt - clock() > MIN_LEFT_MS) return { token: current.token }
    const { tokenUrl, clientId, clientSecret, refreshToken, scope } = client
    const grant = refreshToken
      ? { grant_type: 'refresh_token', refresh_token: refreshToken }
      : { grant_type: 'client_credentials', scope }
    const body = new URLSearchParams({ ...grant, client_id: clientId, client_secret: clientSecret })
    const secrets = [clientSecret, refreshToken ?? '']
    const result = await post(tokenUrl, { body, secrets }, signal)
    if ('failure' in result) return result
    const { status, json } = result.answer
    const { access_token: token, expires_in: lifetime } = json
    if (status !== 200 || typeof token !== 'string') {
      const failure = refusalOf(result.answer, `${json.error}: ${json.error_description}`)
      return { failure: { ...failure, stage: 'session' as const, advice: RENEW } }
    }
    const seconds = typeof lifetime === 'number' ? lifetime : DEFAULT_LIFETIME_SECONDS
    current = { token, endsAt: clock() + seconds * 1000 }
    return { token }
  }
  return Object.assign(read, {
    forget: () => {
      current = undefined
    },
  })
}

const RENEW =
  'Sign in again for a new OAUTH_REFRESH_TOKEN, or renew OAUTH_CLIENT_SECRET: one has ended or is withdrawn.'

type Request = {
  headers?: Record<string, string>
  body: string | URLSearchParams
  /** What no reply may repeat. */
  secrets: string[]
}

type Answer = {
  status: number
  json: Record<string, unknown>
  retryAfterSeconds: number | undefined
}

const REQUEST_TIMEOUT_MS = 30_000
const NO_CONNECTION =
  /^(E(CONNREFUSED|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN|TIMEDOUT)|UND_ERR_CONNECT_TIMEOUT)$/

/** Posts a request by HTTPS. Returns the answer, or why there is none. */
export async function post(
  url: string,
  { headers = {}, body, secrets }: Request,
  signal: AbortSignal,
  timeoutMs = REQUEST_TIMEOUT_MS,
): Promise<{ answer: Answer } | { failure: Failure }> {
  const redact = (text: string) =>
    secrets.filter(Boolean).reduce((all, secret) => all.replaceAll(secret, '***'), text)
  try {
    const response = await postTo(url, { headers, body }, signal, timeoutMs)
    const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
    const retryAfterSeconds = retryAfter >= 0 ? retryAfter : undefined
    const json = parseObject(redact(await response.text()))
    return { answer: { status: response.status, json, retryAfterSeconds } }
  } catch (error) {
    // An abort says nothing about the mail.
    if (signal.aborted) throw error
    return { failure: unanswered(error, url, redact) }
  }
}

/** Asks a host for anything. Returns why it does not answer. */
export async function reach(url: string): Promise<Failure | undefined> {
  try {
    await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
    return undefined
  } catch (error) {
    return unanswered(error, url)
  }
}

function unanswered(error: unknown, url: string, redact = (text: string) => text): Failure {
  const { code = '', message = '' } = causeOf(error)
  const reply = shorten(redact(`${new URL(url).host}: ${message || code}`))
  const isUnreachable = NO_CONNECTION.test(code)
  return {
    kind: 'failed',
    stage: 'session',
    code: 0,
    reply,
    redacted: reply,
    isPermanent: isCertificateError(message),
    isUnreachable,
    ...(isUnreachable && { advice: 'Check the connection of this machine to the internet.' }),
  }
}

/** A refusal: by the key, the rate or the server every mail is refused, otherwise this request. */
export function refusalOf(
  { status, retryAfterSeconds }: Pick<Answer, 'status' | 'retryAfterSeconds'>,
  reply: string,
): Failure {
  const isKey = status === 401 || status === 403
  const isLater = status === 408 || status === 429 || status >= 500
  return {
    kind: 'failed',
    stage: isKey || isLater ? 'session' : 'content',
    code: 0,
    reply: shorten(`${status} ${reply}`),
    redacted: `${status}`,
    isPermanent: !isLater,
    retryAfterSeconds,
    ...(isKey && { advice: 'Check the application at Microsoft, and what it may send.' }),
  }
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
