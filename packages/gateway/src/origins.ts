import { isIP } from 'node:net'
import type { Account } from './accounts.ts'

/** The origin of a request, as the browser sends it. Programs send none. */
export type Origin = {
  address: string
  hostname: string
  /** Whether the page is served from the host that the request goes to. */
  isSameHost: boolean
}

/**
 * Whether a site may send from an origin. An origin equal to the host proves nothing by itself:
 * anyone can point a domain at this gateway (DNS rebinding).
 */
export function isAllowed(
  { address, hostname, isSameHost }: Origin,
  { isOwnSite, origins, hosts }: Account,
): boolean {
  if (origins.has(address)) return true
  return isOwnSite && isSameHost && (isLocalName(hostname) || hosts.has(hostname))
}

/** IP addresses, and names that cannot be registered: of this machine or of a private network. */
export function isLocalName(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, '')
  return isIP(name) !== 0 || !name.includes('.') || name.endsWith('.localhost')
}
