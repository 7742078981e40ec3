import type { Configuration } from '../../configuration.ts'
import { mailServerOf } from '../../mail-server.ts'
import type { Transport } from '../transport.ts'
import { GRAPH_SCOPE, graphTransport } from './graph.ts'
import { createTokenSource, type TokenSource } from './oauth.ts'
import { smtpTransport } from './smtp.ts'

const SMTP_SCOPE = 'https://outlook.office365.com/.default'
const GOOGLE_TOKEN_URL = 'https://oauth2.googleapis.com/token'

/** Opens the transport of mails, if it is set. */
export function openTransport(
  configuration: Configuration,
  clock: () => number = Date.now,
): Transport | undefined {
  const { MAIL_TRANSPORT, MAIL_API_URL: url, MAIL_FROM = '', OAUTH_CLIENT_ID } = configuration
  const tokens = (scope: string) => tokenSource(configuration, scope, clock)
  if (MAIL_TRANSPORT === 'graph') return graphTransport(MAIL_FROM, tokens(GRAPH_SCOPE), url)
  const server = mailServerOf(configuration)
  return server && smtpTransport(server, OAUTH_CLIENT_ID ? tokens(SMTP_SCOPE) : undefined)
}

function tokenSource(
  {
    OAUTH_CLIENT_ID: clientId = '',
    OAUTH_CLIENT_SECRET: clientSecret = '',
    OAUTH_REFRESH_TOKEN: refreshToken,
    OAUTH_TENANT: tenant,
    OAUTH_TOKEN_URL,
  }: Configuration,
  scope: string,
  clock: () => number,
): TokenSource {
  const ofProvider = tenant
    ? `https://login.microsoftonline.com/${encodeURIComponent(tenant)}/oauth2/v2.0/token`
    : GOOGLE_TOKEN_URL
  const tokenUrl = OAUTH_TOKEN_URL ?? ofProvider
  return createTokenSource({ tokenUrl, clientId, clientSecret, refreshToken, scope }, clock)
}
