/** What was answered to a mail, whole for the owner and as it may stand in a log. */
export type Said = {
  reply: string
  /** Of a server's words only its codes: the rest may quote the mail, and with it the visitor. */
  inLog: string
}

/** Why a mail did not get through, as far as it matters for what to do next. */
export type Failure = Said & { kind: FailureKind }

type FailureKind =
  /** The receiving side refuses this mail for good. */
  | 'refused'
  /** Nobody but the owner can mend it: password, greeting, certificate, template. */
  | 'owner'
  /** It may well work later. */
  | 'passing'

const SENDING_COMMANDS = ['MAIL FROM', 'RCPT TO', 'DATA']
const OWNER_CODES = ['EAUTH', 'ENOAUTH', 'EOAUTH2', 'ETLS', 'EREQUIRETLS', 'ECONFIG']
// RFC 4954: the server wants a login, or does not accept this one.
const LOGIN_REPLIES = [530, 534, 535, 538]
const LONGEST_REPLY = 500
// RFC 5321 and RFC 3463: 250, 550-5.7.1
const CODES = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?(?!\d)/

/** Reads an error of the mail library. Only a 5xx to the mail itself is final. */
export function classifyFailure(error: unknown): Failure {
  const { code = '', command = '', response, responseCode = 0, message } = asMailError(error)
  const reply = shorten(message)
  const inLog = response ? shorten(`${message.split(response, 1)}${codesOf(response)}`) : reply
  const isPermanent = responseCode >= 500 && responseCode < 600
  // A 4xx, or no reply at all of the kind that SMTP knows.
  const isForNow = Boolean(response) && !isPermanent
  const isOwners =
    LOGIN_REPLIES.includes(responseCode) || OWNER_CODES.includes(code) || isCertificate(code, reply)
  if (isOwners && !isForNow) return { kind: 'owner', reply, inLog }
  if (!isPermanent) return { kind: 'passing', reply, inLog }
  return { kind: SENDING_COMMANDS.includes(command) ? 'refused' : 'owner', reply, inLog }
}

/** The codes of a mail server's reply, without its words. */
export function codesOf(response: string): string {
  return CODES.exec(response)?.[0] ?? ''
}

function shorten(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, LONGEST_REPLY)
}

/** Broken by a certificate that does not hold: as lasting as a wrong password. */
function isCertificate(code: string, reply: string): boolean {
  return code === 'ESOCKET' && /certificate|altnames|self[- ]signed/i.test(reply)
}

type MailError = {
  code?: string | undefined
  command?: string | undefined
  response?: string | undefined
  responseCode?: number | undefined
  message: string
}

function asMailError(error: unknown): MailError {
  return error instanceof Error ? (error as MailError) : { message: String(error) }
}
