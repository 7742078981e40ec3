import { type Failure, type Stage, shorten } from '../transport.ts'

/** Errors of the connection, TLS and login. */
const SESSION_CODE =
  /^E(CONNECTION|SOCKET|TIMEDOUT|DNS|PROTOCOL|PROXY|AUTH|NOAUTH|OAUTH2|TLS|REQUIRETLS|CONFIG)$/
/** Errors of the mail, which the library finds before the server does, such as its size. */
const MAIL_CODES = ['EENVELOPE', 'EMESSAGE']
const STAGES = new Map<string, Stage>([
  ['MAIL FROM', 'sender'],
  ['RCPT TO', 'recipient'],
  ['DATA', 'content'],
])
// RFC 5321 and RFC 3463: 250, 550-5.7.1
const CODES = /^(\d{3})(?:[ -](\d\.\d{1,3}\.\d{1,3}))?(?!\d)/

/**
 * Says where an error of the mail library happened and what the server answered. Without an answer it is the session's
 * until the server has begun to take the content: from then on a text may be what cuts the line.
 */
export function describeFailure(error: unknown, hasContentBegun = false): Failure {
  const { code = '', command = '', response = '', message } = asMailError(error)
  // OpenSSL names the line of its source.
  const reply = isPlain(message) ? 'the server does not answer with TLS' : shorten(message)
  const redacted = response ? shorten(`${message.split(response, 1)}${codesOf(response)}`) : reply
  const [, reason = '', status] = CODES.exec(response) ?? []
  const known = { kind: 'failed', reply, redacted, status } as const
  if (response) {
    // 421 ends the session (RFC 5321, 3.8). After DATA a content may be why.
    const isOfSession = reason === '421' && command !== 'DATA' && !hasContentBegun
    const stage = STAGES.get(command) ?? (hasContentBegun ? 'content' : 'session')
    return {
      ...known,
      stage: isOfSession ? 'session' : stage,
      isPermanent: reason.startsWith('5'),
    }
  }
  const isOfSession = SESSION_CODE.test(code) && !hasContentBegun
  const stage = isOfSession ? 'session' : 'content'
  return { ...known, stage, isPermanent: MAIL_CODES.includes(code) }
}

/** Whether OpenSSL read an SMTP greeting where it expected TLS. */
function isPlain(message: string): boolean {
  return /wrong version number|packet length too long|record layer/i.test(message)
}

/** The codes of a mail server's response, without its text. */
export function codesOf(response: string): string {
  return CODES.exec(response)?.[0] ?? ''
}

/** The properties of an error of the mail library. */
export type MailError = {
  code?: string | undefined
  command?: string | undefined
  response?: string | undefined
  message: string
}

export function asMailError(error: unknown): MailError {
  const isError = typeof error === 'object' && error !== null && 'message' in error
  return isError ? (error as MailError) : { message: String(error) }
}

/** What to do about an error, where that is certain. */
export function adviceFor(error: unknown): string | undefined {
  const { code = '', command = '', response = '', message } = asMailError(error)
  // The error is of the token server.
  if (command === 'AUTH XOAUTH2' && !response) return adviceForToken(message)
  if (/certificate|altnames|self[- ]signed/i.test(message)) {
    return 'The host in SMTP_HOST must match the certificate, and the certificate must be valid.'
  }
  if (isPlain(message)) {
    return (
      'The port expects no TLS with the first byte. ' +
      'Set SMTP_TLS to starttls, usually with port 587, or use the port for TLS, usually 465.'
    )
  }
  if (/^invalid greeting/i.test(message) && !/^\d/.test(response)) {
    return 'No mail server answers at this port. Check SMTP_HOST and SMTP_PORT: usually port 587, or 465 for TLS.'
  }
  // The server waits for TLS, or drops the connection.
  if (/greeting never received/i.test(message)) {
    return (
      'The port is of another server, or expects TLS with the first byte. ' +
      'Set SMTP_TLS to implicit, usually with SMTP_PORT=465, or use the port for STARTTLS, usually 587.'
    )
  }
  const [, advice] = CERTAIN.find(([pattern]) => pattern.test(`${command} ${response}`)) ?? []
  if (advice) return advice
  // 4xx says nothing about the login (RFC 4954).
  if ((code === 'EAUTH' || code === 'ENOAUTH') && !response.startsWith('4')) return WRONG_LOGIN
  if (code === 'EDNS') return 'Host not found. Check SMTP_HOST for a typo.'
  if (code === 'ETLS') {
    return 'The server does not offer STARTTLS. Should you set SMTP_TLS to implicit with port 465?'
  }
  if (/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|connection timeout/i.test(message)) {
    return (
      'Nothing answers there. Check SMTP_HOST and SMTP_PORT. Many hosts block ports 25, 465 and 587: ' +
      'then use another port of your provider, such as 2465 or 2525.'
    )
  }
  return undefined
}

/** What to do about an access token that cannot be had. */
export function adviceForToken(message: string): string | undefined {
  return message.startsWith('OAuth: ') ? RENEW : undefined
}

const RENEW =
  'Sign in again for a new OAUTH_REFRESH_TOKEN, or renew OAUTH_CLIENT_SECRET: one has ended or is withdrawn.'
const WRONG_LOGIN =
  'The server rejected the name or password in SMTP_USER and SMTP_PASSWORD. In .env, put a password with # into quotes. ' +
  'Some providers require an app password, written without spaces.'
const NEEDS_LOGIN =
  'The server sends only for its users: it needs a name and password. Set SMTP_USER and SMTP_PASSWORD, or another server.'

/** What an answer means for sure, by the command that it answers and its codes. */
const CERTAIN: [pattern: RegExp, advice: string][] = [
  [
    /5\d\d[ -]5\.7\.(?:30|139)(?!\d)/,
    'Microsoft accepts no passwords any more. Set OAUTH_TENANT, OAUTH_CLIENT_ID and ' +
      'OAUTH_CLIENT_SECRET instead of the password, or MAIL_TRANSPORT=graph.',
  ],
  [/5\d\d[ -]5\.4\.5(?!\d)/, 'Wait for the next day, or raise your limit.'],
  [/[45]\d\d[ -][45]\.2\.2(?!\d)/, 'That mailbox is full: make room in it.'],
  [/ 5[23]0?\d?.*\b(?:START)?TLS\b/is, 'The server sends only over TLS. Set SMTP_TLS to starttls.'],
  // A required login (RFC 4954).
  [/^(?:MAIL FROM|RCPT TO|DATA) 53[0458]/, NEEDS_LOGIN],
  [/^RCPT TO 5.*\brelay/is, NEEDS_LOGIN],
  [
    /^MAIL FROM 5|5\d\d[ -]5\.1\.[78](?!\d)|^RCPT TO 5.*sender/is,
    'MAIL_FROM must be an address that this login may send as.',
  ],
  [/^RCPT TO 5\d\d[ -]5\.1\./, 'Correct MAIL_TO.'],
]
