import { isIPv4 } from 'node:net'
import { LOCAL_NAME } from '../origins.ts'

/** Parses a valid URL of a mail server, such as smtps://mail.example.com. */
export function parseMailServer(address: string) {
  const url = new URL(address)
  // Whether TLS starts with the first byte instead of by STARTTLS.
  const isImplicitTls = url.protocol === 'smtps:'
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isImplicitTls ? 465 : 587),
    isImplicitTls,
    /** Whether it stays on this machine, as to a tunnel: no certificate names the host then. */
    isLocal: isOnThisMachine(url),
    /** What the owner says of STARTTLS in SMTP_TLS. Unset, it is required, or on this machine used if it is offered. */
    tls: url.searchParams.get('tls'),
  }
}

/** Whether the host of a URL is this machine. */
function isOnThisMachine({ hostname }: URL): boolean {
  // The URL parser normalizes the host of an http URL, such as 127.1 to 127.0.0.1.
  const name = URL.canParse(`http://${hostname}`) ? new URL(`http://${hostname}`).hostname : ''
  if (isIPv4(name)) return name.startsWith('127.')
  return /^\[::(1|ffff:7f..:.+)\]$/.test(name) || /(^|\.)localhost$/.test(name)
}

const PRIVATE_ADDRESS = /^(?:10|127|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.|^\[f[cd]/

/** Whether mails pass networks of others without encryption. */
export function isExposed(address = ''): boolean {
  if (!address) return false
  const url = new URL(address)
  const isPrivate = [LOCAL_NAME, PRIVATE_ADDRESS].some((pattern) => pattern.test(url.hostname))
  return url.searchParams.get('tls') === 'none' && !isOnThisMachine(url) && !isPrivate
}

export const EXPOSED = {
  hint: 'SMTP_TLS=none sends mails and the password readable through the internet; set starttls or implicit',
}
