import type { Failure } from './transport.ts'
import { post, sessionFailureOf } from './transports/https.ts'

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
    const form = { ...grant, client_id: clientId, client_secret: clientSecret }
    const result = await post(
      {
        url: tokenUrl,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(form).toString(),
        secrets: [clientSecret, refreshToken ?? ''],
      },
      signal,
    )
    if ('failure' in result) return result
    const { status, json } = result.response
    const { access_token: token, expires_in: lifetime } = json
    if (status !== 200 || typeof token !== 'string') {
      const text = `${json.error}: ${json.error_description}`
      return { failure: sessionFailureOf(result.response, text) ?? refusedGrant(status, text) }
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

function refusedGrant(status: number, text: string): Failure {
  const advice =
    'Sign in again for a new OAUTH_REFRESH_TOKEN, or renew OAUTH_CLIENT_SECRET: one has ended or is withdrawn.'
  const reply = { reply: `${status} ${text}`, redacted: `${status}` }
  return { kind: 'failed', ...reply, stage: 'session', code: 0, isPermanent: true, advice }
}
