import { isIPv4 } from 'node:net'

/** Where a mail server listens, and whether TLS starts with the first byte instead of by STARTTLS. */
export type MailServerAddress = { host: string; port: number; isImplicitTls: boolean }

/** Parses a valid URL of a mail server, such as smtps://mail.example.com. */
export function parseMailServer(address: string): MailServerAddress {
  const { protocol, hostname, port } = new URL(address)
  const isImplicitTls = protocol === 'smtps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isImplicitTls ? 465 : 587),
    isImplicitTls,
  }
}

/** Whether a mail server needs no TLS, because its connection stays on this machine. */
export function isOnThisMachine({ hostname }: URL): boolean {
  // The URL parser normalizes the host of an http URL, such as 127.1 to 127.0.0.1.
  const name = URL.canParse(`http://${hostname}`) ? new URL(`http://${hostname}`).hostname : ''
  if (isIPv4(name)) return name.startsWith('127.')
  return /^\[::(1|ffff:7f..:.+)\]$/.test(name) || /(^|\.)localhost$/.test(name)
}
