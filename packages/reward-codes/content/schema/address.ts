import { z } from 'zod'

/** A URL that visitors can open. */
export const webUrl = z.url({
  protocol: /^https?$/,
  hostname: z.regexes.domain,
  error: 'a full URL such as https://example.com, of a public host',
})

/** A URL as people write it: example.com for https://www.example.com/. */
export function shortUrl(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?|\/$/g, '')
}

/** The path of a page or file of this site, such as /blog/ or /blog/#first. A build checks that it is there. */
const SITE_PATH = /^\/(?![/\\])[^\s\\]*$/

export function isSitePath(address: string): boolean {
  return SITE_PATH.test(address)
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
