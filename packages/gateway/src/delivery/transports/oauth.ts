import { createRedactor } from '../../redact.ts'
import { post } from '../post.ts'

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

/** Resolves to a valid access token. Rejects if there is none. */
export type TokenSource = {
  (): Promise<string>
  /** Asks for a new token the next time, because a server refused this one. */
  forget: () => void
}

/** A token is renewed when it has less time left than an attempt may take. */
const MIN_LEFT_MS = 5 * 60_000
const DEFAULT_LIFETIME_SECONDS = 3600
const TIMEOUT_MS = 30_000

/** Gets access tokens by OAuth2 (RFC 6749, 4.4 and 6), and keeps each until shortly before it ends. */
export function createTokenSource(client: OAuthClient, clock: () => number): TokenSource {
  const { tokenUrl, clientId, clientSecret, refreshToken, scope } = client
  const redact = createRedactor({ CLIENT_SECRET: clientSecret, REFRESH_TOKEN: refreshToken })
  const grant = refreshToken
    ? { grant_type: 'refresh_token', refresh_token: refreshToken }
    : { grant_type: 'client_credentials', scope }
  let current: { token: string; endsAt: number } | undefined
  const read = async () => {
    if (current && current.endsAt - clock() > MIN_LEFT_MS) return current.token
    const body = new URLSearchParams({ ...grant, client_id: clientId, client_secret: clientSecret })
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
