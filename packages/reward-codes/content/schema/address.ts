import { z } from 'zod'

/** A URL that visitors can open. */
export const webUrl = z.url({
  protocol: /^https?$/,
  hostname: z.regexes.domain,
  error: ({ input }) => whyNoAddress(input),
})

/** The path of a page or file of this site, such as /blog/ or /blog/#first. A build checks that it is there. */
const SITE_PATH = /^\/(?![/\\])[^\s\\]*$/

export function isSitePath(address: string): boolean {
  return SITE_PATH.test(address)
}

/** An IP address instead of a host name: IPv4, or IPv6 in brackets. */
const IP_ADDRESS = /^[\d.]+$|^\[/

/** The error message for an address that visitors cannot open. */
export function whyNoAddress(input: unknown): string {
  const url = typeof input === 'string' ? URL.parse(input) : undefined
  const full = 'a full URL such as https://example.com'
  if (!url) return full
  const { protocol, hostname } = url
  if (!/^https?:$/.test(protocol)) return `${full}; ${protocol} is not http or https`
  if (IP_ADDRESS.test(hostname)) return `${full}; ${hostname} is an IP address, not a host name`
  if (/(^|\.)localhost$/.test(hostname))
    return `${full}; ${hostname} is reachable from this machine only`
  return hostname.includes('.') ? full : `${full}; "${hostname}" is not a public host name`
}

/** A telephone number in a link: digits, and a plus sign for the country code. */
const DIAL_STRING = /^tel:\+?[\d().-]{3,30}$/
const MAIL_LINK = /^mailto:([^?]+)(?:\?|$)/

/** Whether a visitor can follow a link: to a web page, mailto: or tel:. */
export function isReachable(address: string): boolean {
  const [, mail] = MAIL_LINK.exec(address) ?? []
  if (mail) return z.email().safeParse(mail).success
  return DIAL_STRING.test(address) || webUrl.safeParse(address).success
}
