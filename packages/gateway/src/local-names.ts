import { isIP } from 'node:net'

/** IP addresses, and names that cannot be registered: of this machine or of a private network. */
export function isLocalName(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || LOCAL_NAME.test(hostname)
}

export const LOCAL_NAME =
  /^[^.:]+$|\.(?:localhost|local|localdomain|internal|lan|home|home\.arpa|corp)$/
