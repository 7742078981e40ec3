import MimeNode from 'nodemailer/lib/mime-node'
import { isCertificateError } from '../smtp.ts'
import { type Failure, type Handover, type OutgoingMail, shorten } from '../transport.ts'

/** A request to the API of a mail provider, or to a way of notices. */
export type ApiRequest = {
  url: string
  headers: Record<string, string>
  /** A text, or what is sent as JSON. */
  body: string | Record<string, unknown>
  /** What no reply may repeat. */
  secrets: string[]
}

export type ApiResponse = {
  status: number
  text: string
  json: Record<string, unknown>
  retryAfterSeconds: number | undefined
}

const REQUEST_TIMEOUT_MS = 30_000
/** Errors before the first byte of a request. */
const UNREACHABLE = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]

const KEY_ADVICE = 'Check the key or the application of the mail provider, and what it may send.'

/** Posts a request. Returns the response, or why there is none. */
export async function post(
  { url, headers, body, secrets }: ApiRequest,
  signal: AbortSignal,
  timeoutMs = REQUEST_TIMEOUT_MS,
): Promise<{ response: ApiResponse } | { failure: Failure }> {
  const redact = (text: string) =>
    secrets.filter(Boolean).reduce((all, secret) => all.replaceAll(secret, '***'), text)
  const isText = typeof body === 'string'
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...(!isText && { 'content-type': 'application/json' }), ...headers },
      body: isText ? body : JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    const retryAfterSeconds = secondsOf(response.headers.get('retry-after'))
    const text = redact(await response.text())
    const json = parseObject(text)
    return { response: { status: response.status, text: shorten(text), json, retryAfterSeconds } }
  } catch (error) {
    // An abort says nothing about the mail.
    if (signal.aborted) throw error
    const { code = '', message } = causeOf(error)
    const reply = shorten(redact(`${new URL(url).host}: ${message || code}`))
    const known = { reply, redacted: reply }
    if (isCertificateError(message)) return { failure: { ...known, kind: 'misconfigured' } }
    const isUnreachable = UNREACHABLE.includes(code)
    return { failure: { ...known, kind: 'deferred', isUnreachable, isUnknown: !isUnreachable } }
  }
}

export function accepted(reply: string): Handover {
  return { kind: 'sent', reply, redacted: reply, refusals: [] }
}

/** What a status means whatever the provider. Undefined if its error code must be read. */
export function failureOf(
  { status, retryAfterSeconds }: ApiResponse,
  text: string,
): Failure | undefined {
  const known = { reply: shorten(`${status} ${text}`), redacted: `${status}` }
  if (status === 401 || status === 403)
    return { ...known, kind: 'misconfigured', advice: KEY_ADVICE }
  const isLater = [408, 409, 429].includes(status) || status >= 500
  return isLater ? { ...known, kind: 'deferred', retryAfterSeconds } : undefined
}

/** The pending recipients of a mail, each in the header that names it. */
export function pendingRecipients({ to, cc, bcc, envelope }: OutgoingMail) {
  const pendingOf = (header: OutgoingMail['to']) =>
    new MimeNode('text/plain')
      .setEnvelope({ to: String(header ?? '') })
      .getEnvelope()
      .to.filter((address) => envelope.to.includes(address))
  return { to: pendingOf(to), cc: pendingOf(cc), bcc: pendingOf(bcc) }
}

/** The sender of a mail as one text. */
export function addressed(from: OutgoingMail['from']): string {
  if (typeof from !== 'object' || !('address' in from)) return String(from ?? '')
  return `"${(from.name ?? '').replace(/["\\]/g, '')}" <${from.address}>`
}

/** Why a request failed: fetch hides it in the cause of its error. */
function causeOf(error: unknown): { code?: string; message: string } {
  if (!(error instanceof Error)) return { message: String(error) }
  return error.cause instanceof Error ? error.cause : error
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** The header is a number of seconds or a date (RFC 9110). */
function secondsOf(header: string | null): number | undefined {
  if (!header) return undefined
  const seconds = /^\d+(\.\d+)?$/.test(header)
    ? Number(header)
    : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}
