import { isIPv4 } from 'node:net'

/** The response to a mail: in full for the owner, and redacted for the log. */
export type SmtpResponse = {
  reply: string
  /** Only the codes of a server's response: its text may quote the mail, and so the visitor. */
  redacted: string
}

/** Why a mail was not delivered, classified by what to do next. */
export type Failure = SmtpResponse & { kind: FailureKind }

/** Why one of several recipients was rejected. */
export type Refusal = Failure & { address: string }

export type FailureKind =
  /** The mail server refuses this recipient permanently. */
  | 'rejected'
  /** Only the owner can repair it: login, sender address, limit, certificate, template. */
  | 'misconfigured'
  /** A retry may succeed. */
  | 'deferred'

const OWNER_CODES = ['EAUTH', 'ENOAUTH', 'EOAUTH2', 'ETLS', 'EREQUIRETLS', 'ECONFIG']
/**
 * Responses to a recipient that are about the sender instead: a required login (RFC 4954), the sender address
 * or a policy (RFC 3463: 5.1.7, 5.1.8, 5.7). Postfix rejects a sender with the response to the recipient.
 */
const ABOUT_SENDER = /^(?:53[0458]|\d{3}[ -]5\.(?:7\.\d+|1\.[78])(?!\d))/
const MAX_REPLY_LENGTH = 500
// RFC 5321 and RFC 3463: 250, 550-5.7.1
const CODES = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?(?!\d)/

/** Classifies an error of the mail library. Only a recipient that the server refuses is rejected. */
export function classifyFailure(error: unknown): Failure {
  const { code = '', command = '', response = '', responseCode = 0, message } = asMailError(error)
  const reply = truncate(message)
  const redacted = response ? truncate(`${message.split(response, 1)}${codesOf(response)}`) : reply
  const failure = (kind: FailureKind) => ({ kind, reply, redacted })
  if (responseCode >= 500 && responseCode < 600) {
    const isRecipient = command === 'RCPT TO' && !ABOUT_SENDER.test(response)
    return failure(isRecipient ? 'rejected' : 'misconfigured')
  }
  // A 4xx, or a response that is not valid SMTP.
  if (response) return failure('deferred')
  const isOwners = OWNER_CODES.includes(code) || (code === 'ESOCKET' && isCertificateError(reply))
  return failure(isOwners ? 'misconfigured' : 'deferred')
}

/** Lists the rejections of single recipients in the mail library's result or error. */
export function refusalsOf(sent: { rejectedErrors?: MailError[] | undefined }): Refusal[] {
  const { rejectedErrors = [] } = sent
  return rejectedErrors.map((error) => ({
    address: error.recipient ?? '',
    ...classifyFailure(error),
  }))
}

/** The codes of a mail server's response, without its text. */
export function codesOf(response: string): string {
  return CODES.exec(response)?.[0] ?? ''
}

function truncate(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, MAX_REPLY_LENGTH)
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
  responseCode?: number | undefined
  recipient?: string | undefined
  rejectedErrors?: MailError[] | undefined
  message: string
}

export function asMailError(error: unknown): MailError {
  const isError = typeof error === 'object' && error !== null && 'message' in error
  return isError ? (error as MailError) : { message: String(error) }
}

/** The number of connections to a mail server: some servers allow no more than three. */
export const CONNECTIONS = 2

/** Where a mail server listens, and when TLS starts. */
export type MailServerAddress = {
  host: string
  port: number
  /** Whether TLS starts with the first byte instead of by STARTTLS. */
  isImplicitTls: boolean
  /** Whether STARTTLS is not required, because the connection stays on this machine. */
  isLocal: boolean
}

/** Parses a valid URL of a mail server, such as smtps://mail.example.com. */
export function parseMailServer(address: string): MailServerAddress {
  const url = new URL(address)
  const isImplicitTls = url.protocol === 'smtps:'
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isImplicitTls ? 465 : 587),
    isImplicitTls,
    isLocal: isOnThisMachine(url),
  }
}

/** Whether the host of a URL is this machine. */
export function isOnThisMachine({ hostname }: URL): boolean {
  // The URL parser normalizes the host of an http URL, such as 127.1 to 127.0.0.1.
  const name = URL.canParse(`http://${hostname}`) ? new URL(`http://${hostname}`).hostname : ''
  if (isIPv4(name)) return name.startsWith('127.')
  return /^\[::(1|ffff:7f..:.+)\]$/.test(name) || /(^|\.)localhost$/.test(name)
}
