import { isIP } from 'node:net'

/** What decides which pages may send to a site, and under which host names. */
export type SiteAddresses = {
  origins: Set<string>
  /** Host names of the site and its gateway. */
  hosts: Set<string>
}

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
  { origins, hosts }: SiteAddresses,
): boolean {
  if (origins.has(address)) return true
  return isSameHost && (isLocalName(hostname) || hosts.has(hostname))
}

/** IP addresses, and names that cannot be registered: of this machine or of a private network. */
export function isLocalName(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || LOCAL_NAME.test(hostname)
}

export const LOCAL_NAME =
  /^[^.:]+$|\.(?:localhost|local|localdomain|internal|lan|home|home\.arpa|corp)$/
