import { isIPv4 } from 'node:net'
import { type Failure, type FailureKind, shorten } from './transport.ts'

const OWNER_CODES = ['EAUTH', 'ENOAUTH', 'EOAUTH2', 'ETLS', 'EREQUIRETLS', 'ECONFIG']
/** The commands before a mail. A server that refuses one of them has no session for any mail. */
const BEFORE_MAIL = /^(?:CONN|EHLO|HELO|STARTTLS|AUTH)\b/
/** Errors of the operating system while it connects, which the mail library keeps as `originalCode`. */
const NOT_CONNECTED = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EACCES']
/**
 * Responses to a recipient that are about the sender instead: a required login (RFC 4954), the sender address
 * or a policy (RFC 3463: 5.1.7, 5.1.8, 5.7). Postfix rejects a sender with the response to the recipient.
 */
const ABOUT_SENDER = /^(?:53[0458]|\d{3}[ -]5\.(?:7\.\d+|1\.[78])(?!\d))/
/** Responses to a content that every other mail gets too: the same, a full quota, but not 5.7.1 for spam. */
const ABOUT_ALL_MAILS = /^(?:53[0458]|\d{3}[ -]5\.(?:4\.5|7\.(?!1(?!\d))\d+|1\.[78])(?!\d))/
/** A mailbox that is full (RFC 3463: X.2.2): its owner can repair it, even if the server says for good. */
const IS_FULL = /^[45]\d\d[ -][45]\.2\.2(?!\d)/
// RFC 5321 and RFC 3463: 250, 550-5.7.1
const CODES = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?(?!\d)/

/** Classifies an error of the mail library. Only a recipient that the server refuses is rejected. */
export function classifyFailure(error: unknown): Failure {
  const { code = '', command = '', response = '', responseCode = 0, message } = asMailError(error)
  // OpenSSL names the line of its source.
  const reply = isPlain(message) ? 'the server does not answer with TLS' : shorten(message)
  const redacted = response ? shorten(`${message.split(response, 1)}${codesOf(response)}`) : reply
  const failure = (kind: FailureKind, more?: Partial<Failure>) => ({
    kind,
    reply,
    redacted,
    ...more,
  })
  if (responseCode >= 500 && responseCode < 600) {
    if (command === 'RCPT TO' && !IS_FULL.test(response)) {
      return failure(ABOUT_SENDER.test(response) ? 'misconfigured' : 'rejected')
    }
    const isOfMail =
      IS_FULL.test(response) || (command === 'DATA' && !ABOUT_ALL_MAILS.test(response))
    return failure('misconfigured', { isOfMail })
  }
  // A 4xx, or a response that is not valid SMTP.
  if (response) return failure('deferred', { isUnreachable: BEFORE_MAIL.test(command) })
  if (OWNER_CODES.includes(code) || (code === 'ESOCKET' && isCertificateError(reply))) {
    return failure('misconfigured')
  }
  const isUnreachable = isNotConnected(error)
  return failure('deferred', { isUnreachable, isUnknown: !isUnreachable })
}

function isNotConnected(error: unknown): boolean {
  const { code = '', originalCode = '', timeoutType, message } = asMailError(error)
  if (code === 'EDNS' || NOT_CONNECTED.includes(originalCode)) return true
  return timeoutType === 'CONNECT_TIMEOUT' || timeoutType === 'GREETING_TIMEOUT' || isPlain(message)
}

/** Whether OpenSSL read an SMTP greeting where it expected TLS. */
function isPlain(message: string): boolean {
  return /wrong version number|packet length too long|record layer/i.test(message)
}

/** The codes of a mail server's response, without its text. */
export function codesOf(response: string): string {
  return CODES.exec(response)?.[0] ?? ''
}

/** An invalid certificate is as permanent as a wrong password. */
export function isCertificateError(message: string): boolean {
  return /certificate|altnames|self[- ]signed/i.test(message)
}

/** The properties of an error of the mail library. */
export type MailError = {
  code?: string | undefined
  originalCode?: string | undefined
  timeoutType?: string | undefined
  command?: string | undefined
  response?: string | undefined
  responseCode?: number | undefined
  recipient?: string | undefined
  rejectedErrors?: MailError[] | undefined
  message: string
}

export function asMailError(error: unknown): MailError {
  const isError = typeof error === 'object' && error !== null && 'message' in error
  return isError ? (error as MailError) : { message: String(error) }
}

/** How the owner sets a mail server: in the URL of a variable, or in parts. */
function settingsIn(variable: string) {
  if (variable === 'SMTP_HOST') {
    return {
      host: 'SMTP_HOST',
      address: 'SMTP_HOST and SMTP_PORT',
      login: 'SMTP_USER and SMTP_PASSWORD',
      encoding: '',
      implicitTls: 'SMTP_TLS to implicit',
      startTls: 'SMTP_TLS to starttls',
    }
  }
  return {
    host: variable,
    address: `host and port in ${variable}`,
    login: variable,
    encoding: ' Percent-encode # / ? : @ % as %23 %2F %3F %3A %40 %25.',
    implicitTls: `${variable} to smtps://`,
    startTls: `${variable} to smtp://`,
  }
}

/** How the owner repairs an error of the mail server that a variable names. */
export function adviceFor(error: unknown, variable: string): string {
  const { host, address, login, encoding, implicitTls, startTls } = settingsIn(variable)
  const { code = '', command = '', response = '', message } = asMailError(error)
  if (isCertificateError(message)) {
    return `The host in ${host} must match the certificate, and the certificate must be valid.`
  }
  if (isPlain(message)) {
    return (
      'The port expects no TLS with the first byte. ' +
      `Set ${startTls}, usually with port 587, or use the port for TLS, usually 465.`
    )
  }
  if (/^invalid greeting/i.test(message) && !/^\d/.test(response)) {
    return `No mail server answers at this port. Check ${address}: usually port 587, or 465 for TLS.`
  }
  // The server waits for TLS, or drops the connection.
  if (/greeting never received/i.test(message)) {
    return (
      'The port is of another server, or expects TLS with the first byte. ' +
      `Set ${implicitTls}, usually with port 465, or use the port for STARTTLS, usually 587.`
    )
  }
  if (/^5\d\d[ -]5\.7\.(?:30|139)(?!\d)/.test(response)) {
    return (
      'Microsoft accepts no passwords any more. Set OAUTH_TENANT, OAUTH_CLIENT_ID and ' +
      'OAUTH_CLIENT_SECRET instead of the password, or MAIL_TRANSPORT=graph.'
    )
  }
  if (/^5\d\d[ -]5\.4\.5/.test(response)) return 'Wait for the next day, or raise your limit.'
  if (IS_FULL.test(response)) return 'That mailbox is full: make room in it.'
  if (command === 'MAIL FROM' || /^5\d\d[ -]5\.1\.[78]|sender/i.test(response)) {
    return 'MAIL_FROM must be an address that this login may send as.'
  }
  if (command === 'RCPT TO') {
    return ABOUT_SENDER.test(response)
      ? `The server sends only for its users: it needs a name and password. Set ${login}, or another server.`
      : 'Correct MAIL_TO, or cc and bcc of the template.'
  }
  switch (code) {
    case 'EAUTH':
    case 'ENOAUTH':
      return (
        `The server rejected the name or password in ${login}.${encoding} ` +
        'Some providers require an app password.'
      )
    case 'EDNS':
      return `Host not found. Check ${host} for a typo.`
    case 'ETLS':
      return `The server does not offer STARTTLS. Should you set ${implicitTls} with port 465?`
    case 'ETIMEDOUT':
    case 'ESOCKET':
    case 'ECONNECTION':
      return (
        `Nothing answers there. Check ${address}. Many hosts block ports 25, 465 and 587: ` +
        'then send by HTTPS, see MAIL_TRANSPORT in .env.example.'
      )
    default:
      return `This is the server's response to the settings in ${host}.`
  }
}

/** Parses a valid URL of a mail server, such as smtps://mail.example.com. */
export function parseMailServer(address: string) {
  const url = new URL(address)
  // Whether TLS starts with the first byte instead of by STARTTLS.
  const isImplicitTls = url.protocol === 'smtps:'
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isImplicitTls ? 465 : 587),
    isImplicitTls,
    /** Whether the connection is not encrypted: it stays on this machine, or the owner wants it so. */
    isClear: isOnThisMachine(url) || url.searchParams.get('tls') === 'none',
  }
}

/** Whether the host of a URL is this machine. */
export function isOnThisMachine({ hostname }: URL): boolean {
  // The URL parser normalizes the host of an http URL, such as 127.1 to 127.0.0.1.
  const name = URL.canParse(`http://${hostname}`) ? new URL(`http://${hostname}`).hostname : ''
  if (isIPv4(name)) return name.startsWith('127.')
  return /^\[::(1|ffff:7f..:.+)\]$/.test(name) || /(^|\.)localhost$/.test(name)
}

const PRIVATE_HOST =
  /^[^.[]+$|\.(?:localhost|local|localdomain|internal|lan|home\.arpa)$|^(?:10|127|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.|^\[f[cd]/

/** Whether mails pass networks of others without encryption. */
export function isExposed(address = ''): boolean {
  if (!address) return false
  const url = new URL(address)
  return (
    url.searchParams.get('tls') === 'none' &&
    !isOnThisMachine(url) &&
    !PRIVATE_HOST.test(url.hostname)
  )
}

export const EXPOSED = {
  hint: 'SMTP_TLS=none sends mails and the password readable through the internet; set starttls or implicit',
}
