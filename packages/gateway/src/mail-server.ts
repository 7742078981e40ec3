import { isIPv4 } from 'node:net'
import { LOCAL_NAME } from './address.ts'
import type { Configuration } from './configuration.ts'

/** The owner's mail server. */
export type MailServer = {
  host: string
  port: number
  user: string
  password: string
  /** The owner's consent (OAuth2), which replaces the password. */
  consent: OwnersConsent | undefined
  /** How TLS starts. Unset, by STARTTLS: it is required, or on this machine used if it is offered. */
  tls: Configuration['SMTP_TLS']
}

type OwnersConsent = Record<'clientId' | 'clientSecret' | 'refreshToken' | 'accessUrl', string>

const GOOGLE_TOKEN_URL = 'https://oauth2.googleapis.com/token'

/** The mail server that the variables set; undefined if none is. */
export function mailServerOf({
  SMTP_HOST: host,
  SMTP_PORT: port,
  SMTP_USER: user = '',
  SMTP_PASSWORD: password = '',
  SMTP_TLS: tls = port === 465 ? 'implicit' : undefined,
  OAUTH_CLIENT_ID: clientId = '',
  OAUTH_CLIENT_SECRET: clientSecret = '',
  OAUTH_REFRESH_TOKEN: refreshToken,
  OAUTH_TOKEN_URL: accessUrl = GOOGLE_TOKEN_URL,
}: Configuration): MailServer | undefined {
  if (!host) return undefined
  const consent = refreshToken ? { clientId, clientSecret, refreshToken, accessUrl } : undefined
  return { host, port: port ?? (tls === 'implicit' ? 465 : 587), user, password, consent, tls }
}

/** Whether mails stay on this machine, as to a tunnel: no certificate names the host then. */
export function isOnThisMachine(host: string): boolean {
  const name = hostnameOf(host)
  if (isIPv4(name)) return name.startsWith('127.')
  return /^\[::(1|ffff:7f..:.+)\]$/.test(name) || /(^|\.)localhost$/.test(name)
}

const PRIVATE_ADDRESS = /^(?:10|127|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.|^\[f[cd]/

/** Whether mails pass networks of others without encryption. */
export function isExposed(server: MailServer | undefined): boolean {
  if (server?.tls !== 'none' || isOnThisMachine(server.host)) return false
  return ![LOCAL_NAME, PRIVATE_ADDRESS].some((pattern) => pattern.test(hostnameOf(server.host)))
}

/** The URL parser normalizes a host, such as 127.1 to 127.0.0.1. */
function hostnameOf(host: string): string {
  const address = `http://${host.includes(':') ? `[${host}]` : host}`
  return URL.canParse(address) ? new URL(address).hostname : ''
}

export const MISSING_SERVER = {
  hint: 'messages stay queued until you set SMTP_HOST, MAIL_FROM and MAIL_TO in .env and restart',
}

export const EXPOSED = {
  hint: 'SMTP_TLS=none sends mails and the password readable through the internet; set starttls or implicit',
}
