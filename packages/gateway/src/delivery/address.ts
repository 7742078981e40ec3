import { isIPv4 } from 'node:net'
import { domainToASCII } from 'node:url'
import { EMAIL_LENGTH } from '../../wire/limits.ts'

const LONGEST_LOCAL_PART = 64
const LOCAL_PART = /^[^\s"(),:;<>@[\\\]\p{Cc}\p{Cs}]+$/u
/** Begins a word in code (RFC 2047), which many mail programs show decoded, as another address. */
const ENCODED_WORD = '=?'
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u

/** Whether a text is exactly one plain address: no list, no display name, no comment. */
export function isAddress(text: string): boolean {
  if (text.length > EMAIL_LENGTH) return false
  const [local = '', domain = '', ...more] = text.split('@')
  if (more.length > 0 || local.length > LONGEST_LOCAL_PART || !LOCAL_PART.test(local)) return false
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return false
  if (local.includes(ENCODED_WORD)) return false
  if (!domain.split('.').every((label) => LABEL.test(label))) return false
  // A number at the end, such as 0x7f.1, is another way to write a machine's address.
  return !isIPv4(domainToASCII(domain))
}

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}

/** The address as every mail server takes it; nothing where its local part is not plain ASCII. */
export function asciiAddress(address: string): string | undefined {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  const domain = domainToASCII(address.slice(at + 1))
  return domain && isAscii(local) ? `${local}@${domain}` : undefined
}

/** What people do not see in an address, and what a program puts there to make it another text. */
const UNSEEN = /[\p{Cf}\p{DI}]/gu

/** One text for all that look like one address: wide letters, capitals, invisible ones. */
export function plainAddress(address: string): string {
  const plain = address.normalize('NFKC').replace(UNSEEN, '').toLowerCase()
  const at = plain.lastIndexOf('@')
  return `${plain.slice(0, at + 1)}${plainDomain(plain.slice(at + 1))}`
}

/** The mailbox of an address, whatever its owner puts behind a plus sign. */
export function mailboxOf(address: string): string {
  return plainAddress(address).replace(/(?<=.)\+[^@]*(?=@)/, '')
}

/** A domain as mail servers know it; letters of other alphabets may look like those of its name. */
export function plainDomain(domain: string): string {
  return domainToASCII(domain) || domain.toLowerCase()
}

/** An address for people to read, with the name that mail servers use where it is another one. */
export function shownAddress(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at)
  return isAscii(domain) ? address : `${address} (${address.slice(0, at)}${plainDomain(domain)})`
}

function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length
}
