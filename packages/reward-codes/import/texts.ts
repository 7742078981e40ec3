import { decodeHTMLStrict } from 'entities'
import { countryNamed } from '../content/locale.ts'
import { linksIn, parseRichText } from '../content/rich-text.ts'
import { isReachable } from '../content/schema/address.ts'
import { omitEmpty } from '../content/values.ts'

/** The HTML elements that are removed and leave their text. Other angle brackets, such as List<String>, are text. */
const ELEMENT =
  /<\/?(?:a|abbr|b|blockquote|br|code|div|em|font|h[1-6]|hr|i|img|li|ol|p|pre|small|span|strong|sub|sup|table|tbody|td|tr|u|ul)(?:\s[^<>]*)?\/?>/gi
const UNSEEN = /<!--.*?-->|<(script|style)\b[^>]*>.*?<\/\1\s*>/gis
const LINK = /<a\s[^<>]*?href=["']?([^"'\s<>]+)["']?[^<>]*>([^<>]*)<\/a>/gi
const ENDS_LINE = /^<(?:\/?br|\/?(?:blockquote|div|h[1-6]|hr|ol|p|table|tr|ul)|\/li)\b/i

/** A text as people read it: without HTML, control characters and spaces around it. */
export function cleanText(value: string): string {
  return withoutHtml(value.toWellFormed())
    .replace(/\r\n?|\u2028|\u2029|\u0085/g, '\n')
    .replace(/\t/g, ' ')
    .replace(/[^\P{C}\n\p{Cf}]|\ufeff/gu, '')
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Keeps the lines, items and links of HTML. */
function withoutHtml(text: string): string {
  const plain = text
    .replace(UNSEEN, '')
    .replace(LINK, (_, href: string, label: string) => `[${label}](${href})`)
    .replace(ELEMENT, (element) => {
      if (ENDS_LINE.test(element)) return '\n'
      return /^<li\b/i.test(element) ? '\n• ' : ''
    })
  return decodeHTMLStrict(plain)
}

/** Shows links that lead nowhere from the page as they are written. */
export function withSafeLinks(text: string): string {
  const isBroken = linksIn(parseRichText(text)).some((target) => !isReachable(target))
  return isBroken ? text.replaceAll('[', '\\[') : text
}

/** Files that people keep beside their resume: paper.pdf is no host, though .pdf could be a domain. */
const FILE = /^[^/]+\.(?:avif|docx?|gif|html?|jpe?g|md|pdf|php|png|svg|txt|webp)$/i

/** An address, with the scheme that many leave out. */
export function addressOf(text: string): string {
  const address = text.replace(/\s/g, '%20')
  if (/^[a-z][a-z0-9+.-]*:/i.test(address) && !/^[\w.-]+:\d/.test(address)) return address
  const [, missing] = FILE.test(address) ? [] : (WITHOUT_SCHEME.exec(address) ?? [])
  return missing ? `https://${missing}` : text
}

/** A host name with a dot, an optional port and an optional path. */
const WITHOUT_SCHEME = /^(?:\/\/)?((?:[\p{L}\d_-]+\.)+[\p{L}\d_-]+(?::\d+)?(?:[/?#].*)?)$/u

export type Place = {
  city?: string | undefined
  region?: string | undefined
  country?: string | undefined
}

/** A place such as "Kraków, Poland". Undefined without the name of a country: CA is California too. */
export function locationOf(place: string): Place | undefined {
  const parts = place.split(',').map((part) => part.trim())
  const country = countryNamed(parts.at(-1) ?? '')
  const [city, ...region] = parts.slice(0, -1)
  return country ? omitEmpty({ city, region: region.join(', '), country }) : undefined
}
