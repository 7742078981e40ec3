import { type Failure, shorten } from '../transport.ts'

/** Errors of the connection, TLS and login. */
const SESSION_CODE =
  /^E(CONNECTION|SOCKET|TIMEDOUT|DNS|PROTOCOL|PROXY|AUTH|NOAUTH|OAUTH2|TLS|REQUIRETLS|CONFIG)$/
/** Errors of the mail, which the library finds before the server does, such as its size. */
const MAIL_CODES = ['EENVELOPE', 'EMESSAGE']
const MAIL_COMMANDS = ['MAIL FROM', 'RCPT TO', 'DATA']
// RFC 5321 and RFC 3463: 250, 550-5.7.1
const CODES = /^(\d{3})(?:[ -]\d\.\d{1,3}\.\d{1,3})?(?!\d)/

/**
 * Says where an error of the mail library happened and what the server answered. Without an answer it is the session's
 * until the server has begun to take the content: from then on a text may be what cuts the line.
 */
export function describeFailure(error: unknown, hasContentBegun = false): Failure {
  const { code = '', command = '', response = '', message = '' }: MailError = Object(error)
  // OpenSSL names the line of its source.
  const reply = isPlain(message) ? 'the server does not answer with TLS' : shorten(message)
  const redacted = response ? shorten(`${message.split(response, 1)}${codesOf(response)}`) : reply
  // 421 ends the session (RFC 5321, 3.8). After DATA a content may be why.
  const endsSession = response.startsWith('421') && command !== 'DATA'
  const isOfSession = response
    ? endsSession || !MAIL_COMMANDS.includes(command)
    : SESSION_CODE.test(code)
  return {
    kind: 'failed',
    stage: isOfSession && !hasContentBegun ? 'session' : 'mail',
    isPermanent: response ? response.startsWith('5') : MAIL_CODES.includes(code),
    reply,
    redacted,
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

/** The properties of an error of the mail library. */
export type MailError = { code?: string; command?: string; response?: string; message?: string }

/** What to do about an error, where that is certain. */
export function adviceFor(error: unknown): string | undefined {
  const { code = '', command = '', response = '', message = '' }: MailError = Object(error)
  // The error is of the token server.
  if (command === 'AUTH XOAUTH2' && !response) return adviceForToken(message)
  // The library has one code for a connection that does not open and one that falls silent.
  const cause = code === 'ETIMEDOUT' ? message : `${code} ${message}`
  const text = response ? `${command} ${response}` : cause
  const [, advice] = CERTAIN.find(([pattern]) => pattern.test(text)) ?? []
  if (advice) return advice
  // 4xx says nothing about the login (RFC 4954).
  return /^E(NO)?AUTH$/.test(code) && !response.startsWith('4') ? WRONG_LOGIN : undefined
}

/** What to do about an access token that cannot be had. */
export function adviceForToken(message: string): string | undefined {
  return /\b(?:invalid|unauthorized)_(?:grant|client)\b/.test(message) ? RENEW : undefined
}

const RENEW =
  'Sign in again for a new OAUTH_REFRESH_TOKEN, or renew OAUTH_CLIENT_SECRET: one has ended or is withdrawn.'
const WRONG_LOGIN =
  'The server rejected the name or password in SMTP_USER and SMTP_PASSWORD. In .env, put a password with # into quotes. ' +
  'Some providers require an app password, written without spaces.'

/** What an answer to a command, or an error without one, means for sure. The first that matches counts. */
const CERTAIN: [pattern: RegExp, advice: string][] = [
  [
    /certificate|altnames|self[- ]signed/i,
    'The host in SMTP_HOST must match the certificate, and the certificate must be valid.',
  ],
  [
    /^STARTTLS |^ETLS /,
    'The server does not offer STARTTLS. Set SMTP_TLS to implicit, usually with port 465.',
  ],
  [
    /^CONN (?!\d)|wrong version number|packet length too long|record layer|greeting never received/i,
    'No mail server answers there as set. Check SMTP_HOST, SMTP_PORT and SMTP_TLS: 587 is usual for starttls, 465 for implicit.',
  ],
  [
    /^EDNS|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|connection timeout/i,
    'Nothing answers there. Check SMTP_HOST and SMTP_PORT. Many hosts block ports 25, 465 and 587: ' +
      'then use another port of your provider, such as 2465 or 2525.',
  ],
  [
    / 5\d\d[ -]5\.7\.(?:30|139)(?!\d)/,
    'Microsoft accepts no passwords any more. Set MAIL_TRANSPORT=graph, OAUTH_TENANT, OAUTH_CLIENT_ID and ' +
      'OAUTH_CLIENT_SECRET instead of the server and the password.',
  ],
  [/ [45]\d\d[ -][45]\.2\.2(?!\d)/, 'That mailbox is full: make room in it.'],
  [/ 5.*\bSTARTTLS\b/is, 'The server sends only over TLS. Set SMTP_TLS to starttls.'],
  // A required login (RFC 4954).
  [
    /^(?:MAIL FROM|RCPT TO|DATA) 53[0458]|^RCPT TO 5.*\brelay/is,
    'The server sends only for its users: it needs a name and password. Set SMTP_USER and SMTP_PASSWORD, or another server.',
  ],
  [
    /^MAIL FROM 5|^RCPT TO 5.*\bsender/is,
    'MAIL_FROM must be an address that this login may send as.',
  ],
  [/^RCPT TO 5\d\d[ -]5\.1\./, 'Correct MAIL_TO.'],
]
