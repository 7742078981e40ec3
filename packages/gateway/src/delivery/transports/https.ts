import { type Failure, type Handover, type Reply, type Stage, shorten } from '../transport.ts'
import { isCertificateError } from './smtp-errors.ts'

/** What a refusal is about. */
type About = { stage: Stage; status?: string }

/** A request to Graph, for a token, or to a way of notices. */
export type ApiRequest = {
  url: string
  headers: Record<string, string>
  /** A text, or what is sent as JSON. */
  body: string | Record<string, unknown>
  /** What no reply may repeat. */
  secrets: string[]
}

type ApiResponse = {
  status: number
  text: string
  json: Record<string, unknown>
  retryAfterSeconds: number | undefined
}

const REQUEST_TIMEOUT_MS = 30_000
const NO_CONNECTION =
  /^(E(CONNREFUSED|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN|TIMEDOUT)|UND_ERR_CONNECT_TIMEOUT)$/
const LINE_ADVICE = 'Check the connection of this machine to the internet.'
const KEY_ADVICE = 'Check the application at Microsoft, and what it may send.'

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
    return { failure: unanswered(error, url, redact) }
  }
}

/** Asks a host for anything. Returns why it does not answer. */
export async function reach(url: string): Promise<Failure | undefined> {
  try {
    await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
    return undefined
  } catch (error) {
    return unanswered(error, url)
  }
}

function unanswered(error: unknown, url: string, redact = (text: string) => text): Failure {
  const { code = '', message } = causeOf(error)
  const reply = shorten(redact(`${new URL(url).host}: ${message || code}`))
  const failure = sessionFailed({ reply, redacted: reply }, isCertificateError(message))
  return NO_CONNECTION.test(code)
    ? { ...failure, isUnreachable: true, advice: LINE_ADVICE }
    : failure
}

export function accepted(reply: string): Handover {
  return { kind: 'sent', reply, redacted: reply }
}

/** The key, the rate or the server refuse every mail. Undefined if the answer is about this request. */
export function sessionFailureOf(
  { status, retryAfterSeconds }: ApiResponse,
  text: string,
): Failure | undefined {
  const isKey = status === 401 || status === 403
  if (!isKey && status !== 408 && status !== 429 && status < 500) return undefined
  const reply = { reply: shorten(`${status} ${text}`), redacted: `${status}` }
  const failure = { ...sessionFailed(reply, isKey), retryAfterSeconds }
  return isKey ? { ...failure, advice: KEY_ADVICE } : failure
}

function sessionFailed(reply: Reply, isPermanent: boolean): Failure {
  return { kind: 'failed', ...reply, stage: 'session', code: 0, isPermanent }
}

/** An answer about this request. */
export function refused(
  { status }: ApiResponse,
  about: About,
  { reply, redacted }: Reply,
): Failure {
  return {
    kind: 'failed',
    reply: shorten(`${status} ${reply}`),
    redacted: `${status} ${redacted}`,
    code: 0,
    // Two requests for one mail at once.
    isPermanent: status !== 409,
    ...about,
  }
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
