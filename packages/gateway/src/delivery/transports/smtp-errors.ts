import { type Failure, type Stage, shorten } from '../transport.ts'

/** Errors before a session, in the settings of the owner. */
const OWNER_CODES = ['EAUTH', 'ENOAUTH', 'EOAUTH2', 'ETLS', 'EREQUIRETLS', 'ECONFIG']
/** Errors of the connection. */
const LINE_CODES = ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'EPROTOCOL', 'EPROXY']
/** Errors of the mail, which the library finds before the server does, such as its size. */
const MAIL_CODES = ['EENVELOPE', 'EMESSAGE']
const STAGES = new Map<string, Stage>([
  ['MAIL FROM', 'sender'],
  ['RCPT TO', 'recipient'],
  ['DATA', 'content'],
])
// RFC 5321 and RFC 3463: 250, 550-5.7.1
const CODES = /^(\d{3})(?:[ -](\d\.\d{1,3}\.\d{1,3}))?(?!\d)/

/** How far an attempt got: whether the login worked, and whether the server has begun to take the content. */
type Progress = { isLoggedIn?: boolean; hasContentBegun?: boolean }

/** A line that was cut, or silent, after the greeting. The library names no command of those. */
const AFTER_GREETING =
  /^(?:connection closed unexpectedly|timeout$|read |write |the server did not)/i

/**
 * Says where an error of the mail library happened and what the server answered. Without an answer it is the session's
 * until the server has begun to take the content: from then on a text may be what cuts the line.
 */
export function describeFailure(error: unknown, progress: Progress = {}): Failure {
  const { code = '', command = '', response = '', message } = asMailError(error)
  const { hasContentBegun = false } = progress
  // OpenSSL names the line of its source.
  const reply = isPlain(message) ? 'the server does not answer with TLS' : shorten(message)
  const redacted = response ? shorten(`${message.split(response, 1)}${codesOf(response)}`) : reply
  const [, reason = '', status] = CODES.exec(response) ?? []
  const isLoggedIn = progress.isLoggedIn || STAGES.has(command)
  const known = {
    kind: 'failed',
    reply,
    redacted,
    code: Number(reason),
    status,
    isLoggedIn,
  } as const
  if (response) {
    // The server ends the session (RFC 5321, 3.8). After DATA a content may be why.
    const isOfSession = reason === '421' && command !== 'DATA' && !hasContentBegun
    const stage = STAGES.get(command) ?? (hasContentBegun ? 'content' : 'session')
    return {
      ...known,
      stage: isOfSession ? 'session' : stage,
      isPermanent: reason.startsWith('5'),
    }
  }
  const isOwners = OWNER_CODES.includes(code) || (code === 'ESOCKET' && isCertificateError(reply))
  const isOfSession = isOwners || LINE_CODES.includes(code)
  return {
    ...known,
    stage: isOfSession && !hasContentBegun ? 'session' : 'content',
    isPermanent: isOwners || MAIL_CODES.includes(code),
    isUnreachable:
      isOfSession &&
      !isOwners &&
      !isLoggedIn &&
      command === 'CONN' &&
      !AFTER_GREETING.test(message),
  }
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
  command?: string | undefined
  response?: string | undefined
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
      encoding: ' In .env, put a password with # into quotes.',
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
  const needsLogin = `The server sends only for its users: it needs a name and password. Set ${login}, or another server.`
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
  if (/^[45]\d\d[ -][45]\.2\.2(?!\d)/.test(response))
    return 'That mailbox is full: make room in it.'
  if (/^5[23]0?\d?.*\b(?:START)?TLS\b/is.test(response)) {
    return `The server sends only over TLS. Set ${startTls}.`
  }
  // A required login (RFC 4954).
  if (/^53[0458]/.test(response) && STAGES.has(command)) return needsLogin
  if (command === 'MAIL FROM' || /^5\d\d[ -]5\.1\.[78]|sender/i.test(response)) {
    return 'MAIL_FROM must be an address that this login may send as.'
  }
  if (command === 'RCPT TO') {
    return /^5\d\d[ -]5\.7\./.test(response)
      ? needsLogin
      : 'Correct MAIL_TO, or cc and bcc of the template.'
  }
  switch (code) {
    case 'EAUTH':
    case 'ENOAUTH':
      return (
        `The server rejected the name or password in ${login}.${encoding} ` +
        'Some providers require an app password, written without spaces.'
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
        'then use another port of your provider, such as 2465 or 2525.'
      )
    default:
      return `This is the server's response to the settings in ${host}.`
  }
}
