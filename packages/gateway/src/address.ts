import { isIP, isIPv4 } from 'node:net'
import { domainToASCII } from 'node:url'
import { MAX_EMAIL_LENGTH } from './protocol.ts'

const MAX_LOCAL_PART = 64
const LOCAL_PART = /^[^\s"(),:;<>@[\\\]\p{Cc}\p{Cs}]+$/u
/** Starts an encoded word (RFC 2047), which many mail programs show as another address. */
const ENCODED_WORD = '=?'
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u

/** Whether a text is exactly one plain address: no list, no display name, no comment. */
export function isAddress(text: string): boolean {
  if (text.length > MAX_EMAIL_LENGTH) return false
  const [local = '', domain = '', ...more] = text.split('@')
  if (more.length > 0 || local.length > MAX_LOCAL_PART || !LOCAL_PART.test(local)) return false
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return false
  if (local.includes(ENCODED_WORD)) return false
  if (!domain.split('.').every((label) => LABEL.test(label))) return false
  // A numeric last label, such as 0x7f.1, is another notation of an IP address.
  return !isIPv4(domainToASCII(domain))
}

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}

/** The address as every mail server accepts it; undefined if its local part is not ASCII. */
export function asciiAddress(address: string): string | undefined {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  const domain = domainToASCII(address.slice(at + 1))
  return domain && isAscii(local) ? `${local}@${domain}` : undefined
}

/** Invisible characters. They make an address that looks the same a different text. */
export const INVISIBLE = /[\p{Cf}\p{DI}]/gu

/** Maps addresses that look alike to one text: wide letters, capitals, invisible characters. */
function canonicalAddress(address: string): string {
  const plain = address.normalize('NFKC').replace(INVISIBLE, '').toLowerCase()
  const at = plain.lastIndexOf('@')
  return `${plain.slice(0, at + 1)}${canonicalDomain(plain.slice(at + 1))}`
}

/**
 * What can be an address in a text. The lookbehind starts each search at the beginning of a word: in a
 * long text without spaces every character would start another one.
 */
const ADDRESS_IN_TEXT = /(?<![^\s"(),:;<>@[\\\]=?&])[^\s"(),:;<>@[\\\]=?&]+@[\p{L}\p{N}\p{M}.-]+/gu
const QUOTES = /^['`*]+/
const SENTENCE_END = /[.-]+$/

/** Whether a text contains a mailbox, in any spelling and with any plus tag: alone, in a list, in a sentence. */
export function containsAddress(text: string, address: string): boolean {
  const wanted = mailboxOf(address)
  const plain = text.normalize('NFKC').replace(INVISIBLE, '').trim()
  if (isAddress(plain)) return mailboxOf(plain) === wanted
  return [...plain.matchAll(ADDRESS_IN_TEXT)].some(([found]) => {
    const trimmed = found.replace(QUOTES, '').replace(SENTENCE_END, '')
    return mailboxOf(trimmed) === wanted
  })
}

/** The mailbox of an address: without a plus tag, and of Gmail without dots and its other domain. */
export function mailboxOf(address: string): string {
  const mailbox = canonicalAddress(address).replace(/(?<=.)\+[^@]*(?=@)/, '')
  const [local = '', domain = ''] = mailbox.split('@')
  if (domain !== 'gmail.com' && domain !== 'googlemail.com') return mailbox
  return `${local.replaceAll('.', '')}@gmail.com`
}

/** A domain as mail servers use it, because letters of other alphabets may look alike. */
function canonicalDomain(domain: string): string {
  return domainToASCII(domain) || domain.toLowerCase()
}

/** An address for display, with its ASCII form added if that differs. */
export function displayAddress(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at)
  return isAscii(domain)
    ? address
    : `${address} (${address.slice(0, at)}${canonicalDomain(domain)})`
}

function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length
}

/** IP addresses, and names that cannot be registered: of this machine or of a private network. */
export function isLocalName(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || LOCAL_NAME.test(hostname)
}

export const LOCAL_NAME =
  /^[^.:]+$|\.(?:localhost|local|localdomain|internal|lan|home|home\.arpa|corp)$/
