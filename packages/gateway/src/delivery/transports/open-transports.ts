import type { Account } from '../../accounts.ts'
import { type Configuration, readVariable } from '../../configuration.ts'
import { OWN_SERVICE, ownNotices, ownTransport } from '../../own-transports.ts'
import { createTokenSource, type TokenSource } from '../oauth.ts'
import type { Transport } from '../transport.ts'
import { GRAPH_SCOPE, graphTransport } from './graph.ts'
import { noticeTransport } from './notice-ways.ts'
import { smtpTransport } from './smtp.ts'

const SMTP_SCOPE = 'https://outlook.office365.com/.default'
const GOOGLE_TOKEN_URL = 'https://oauth2.googleapis.com/token'

/** Opens the own transport, one for each other variable that names a mail server, and the ways of notices. */
export function openTransports(
  accounts: Map<string, Account>,
  configuration: Configuration,
  environment: Record<string, string | undefined>,
  clock: () => number = Date.now,
): Map<string, Transport> {
  const transports = new Map<string, Transport>()
  const own = ownTransport(configuration)
  for (const name of serversOf(accounts)) {
    const transport = name === own ? openOwn(configuration, clock) : openServer(name, environment)
    if (transport) transports.set(name, transport)
  }
  const owners = [ownNotices(configuration), ...[...accounts.values()].map((one) => one.notices)]
  for (const [name, way] of owners.flatMap((ways) => [...ways])) {
    transports.set(name, noticeTransport(name, way, clock))
  }
  return transports
}

function openServer(name: string, environment: Record<string, string | undefined>) {
  const address = readVariable(environment, name)
  return address ? smtpTransport(address, name) : undefined
}

function openOwn(configuration: Configuration, clock: () => number): Transport | undefined {
  const { MAIL_TRANSPORT, MAIL_API_URL: url, MAIL_FROM = '' } = configuration
  const { SMTP_URL, SMTP_HOST, OAUTH_CLIENT_ID } = configuration
  const tokens = (scope: string) => tokenSource(configuration, scope, clock)
  if (MAIL_TRANSPORT === 'graph') return graphTransport(MAIL_FROM, tokens(GRAPH_SCOPE), url)
  if (!SMTP_URL) return undefined
  return smtpTransport(
    SMTP_URL,
    SMTP_HOST ? 'SMTP_HOST' : OWN_SERVICE,
    OAUTH_CLIENT_ID ? tokens(SMTP_SCOPE) : undefined,
  )
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

/** The transports of accounts: the own one, and variables that name further mail servers. */
export function serversOf(accounts: Map<string, Account>): Set<string> {
  return new Set([...accounts.values()].flatMap(({ services }) => [...services.values()]))
}
