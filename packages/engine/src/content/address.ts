import { z } from 'zod'

/** A URL that visitors can open. */
export const webUrl = z.url({
  protocol: /^https?$/,
  hostname: z.regexes.domain,
  error: ({ input }) => whyNoAddress(input),
})

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

const SCHEME = /^[a-z][a-z0-9+.-]*:/i
/** A host name with a dot and an optional port. */
const HOST = String.raw`[\p{L}\d_-]+(?:\.[\p{L}\d_-]+)+(?::\d+)?`
const WITHOUT_SCHEME = new RegExp(`^(?:\\/\\/)?(${HOST}(?:[/?#].*)?)$`, 'u')
const MISTYPED_SCHEME = new RegExp(`^h?t{1,3}ps?[:;]?\\/{0,3}(${HOST}(?:[/?#].*)?)$`, 'iu')
/** A file name, not a host: it ends in a common file extension. */
const FILE_NAME = /^[^/]+\.(?:avif|gif|html?|jpe?g|md|pdf|png|svg|txt|webp|ya?ml|zip)$/i

/** Adds https:// to an address without a scheme. Undefined if the text is not an address. */
export function readAddress(text: string): string | undefined {
  const written = text.trim()
  if (written.startsWith('tel:')) return written.replaceAll(' ', '')
  if (SCHEME.test(written) && !/^[^/]*:\d/.test(written)) return written
  const [, address] = WITHOUT_SCHEME.exec(written) ?? []
  return address && !FILE_NAME.test(address) ? `https://${address}` : undefined
}

/** Corrects a mistyped scheme, such as htp:/ or https//. */
export function suggestAddress(text: string): string | undefined {
  const [, address] = MISTYPED_SCHEME.exec(text.trim()) ?? []
  if (!address || IP_ADDRESS.test(URL.parse(`https://${address}`)?.hostname ?? '')) return undefined
  return `https://${address}`
}

/** The target of a link in a text: an address may lack https://. */
export function readTarget(text: string): string {
  return text.startsWith('#') ? text : (readAddress(text) ?? text)
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
