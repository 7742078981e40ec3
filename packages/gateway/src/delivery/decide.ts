import type { Message } from '../store/database.ts'
import type { AttemptResult } from '../store/outbox.ts'
import type { Failure, Handover, OutgoingMail, Reply } from './transport.ts'

// What follows from an attempt is decided here alone: for the message, for its transport, and who is notified. A
// session that fails would fail for every mail, so it pauses the transport. A refused mail only slows it, because the
// text and the address of a stranger may be the cause. Worker and delivery carry it out.

/** Whether and how fast a transport delivers. It lives in memory: a restart tries at once. */
export type TransportState = {
  /** Failed sessions in a row. While there are any, one message probes. */
  failedSessions: number
  /** Refused mails in a row. */
  refusals: number
  /** The messages that were refused in a row, as far as it matters how many. */
  refused: string[]
  /** How many mails may be in flight. */
  limit: number
  /** Until when no mail starts, and for how long that was set. */
  blocked: { until: number; ms: number }
  /** Why it delivers nothing. */
  trouble: Trouble | undefined
}

/** `until` is the end of a pause. Without it the server takes mails, but not from this sender or to this recipient. */
export type Trouble = {
  reason: string
  advice: string | undefined
  until?: number
  /** Whether nothing answered, so that a connection ends the pause. */
  isUnreachable?: boolean
}

export const STARTING_STATE: TransportState = {
  failedSessions: 0,
  refusals: 0,
  refused: [],
  limit: 1,
  blocked: { until: 0, ms: 0 },
  trouble: undefined,
}

/** What a message brings to the decision. */
type Facts = Pick<Message, 'id' | 'attempt' | 'consecutive_failures' | 'retry_started_at'>

export type Attempt = {
  message: Facts
  handover: Handover
  state: TransportState
  /** How many mails the transport can have in flight. */
  most: number
  now: number
  random?: () => number
}

/** The result of an attempt, with its redacted response for the log. */
export type LoggedResult = AttemptResult & Reply & { isMisconfigured?: boolean }

export type Decision = {
  result: LoggedResult
  state: TransportState
  /** Whether all refused messages are due once more. */
  requeuesRefused: boolean
}

export function decide(attempt: Attempt): Decision {
  const { state } = attempt
  const next = stateAfter(attempt)
  return {
    result: resultOf(attempt),
    state: next,
    // What refused so many was no text, and is repaired.
    requeuesRefused: state.refused.length === MANY_REFUSED && next.refused.length === 0,
  }
}

// The message

/**
 * No refusal is final before five days: with one mailbox for all messages its cause is the owner's, or a text, and
 * nobody can tell which.
 */
function resultOf({ message, handover, now, random = Math.random }: Attempt): LoggedResult {
  if (handover.kind === 'sent') return { outcome: 'sent', ...replyOf(handover) }
  const { attempt, consecutive_failures: failures } = message
  const age = now - message.retry_started_at
  if (age > MAX_QUEUE_MS && attempt >= MIN_ATTEMPTS) {
    const prefix = `Given up after ${attempt} attempts`
    return { outcome: 'rejected', ...withPrefix(prefix, replyOf(handover)) }
  }
  const { stage, isPermanent } = handover
  // What a stranger wrote is nothing to repair.
  const isMisconfigured = isPermanent && stage !== 'content'
  const reply = replyOf(handover)
  return {
    outcome: 'deferred',
    ...(isMisconfigured ? withPrefix(CONFIG_ERROR_PREFIX, reply) : reply),
    isMisconfigured,
    // A failed session pauses the transport. The pause holds the message back, and a restart ends it. It is no refusal,
    // as which the begin of the attempt was counted.
    ...(stage === 'session'
      ? { dueAt: now, failures: failures - 1 }
      : { dueAt: now + backOff(failures, firstDelayMs(isPermanent), random), failures }),
  }
}

function replyOf({ reply, redacted }: Reply): Reply {
  return { reply, redacted }
}

/** Makes the message due again at once, because neither the mail nor the server is known to have failed. */
export function requeue({ consecutive_failures }: Message, why: string, now: number): LoggedResult {
  const failures = consecutive_failures - 1
  return { outcome: 'deferred', reply: why, redacted: why, dueAt: now, failures }
}

/** Some servers, such as Postfix, refuse a sender only when they know the recipient. */
export function refusesSender({ isPermanent, stage, status }: Failure): boolean {
  return isPermanent && (stage === 'sender' || status === '5.1.7' || status === '5.1.8')
}

/** A mail that is refused for its Reply-To is tried once more without it, at once. */
export function refusesReplyTo({ replyTo }: OutgoingMail, handover: Handover): boolean {
  if (handover.kind === 'sent' || !replyTo) return false
  const { isPermanent, stage, reply } = handover
  return isPermanent && stage === 'content' && /reply[-_ ]?to/i.test(reply)
}

/** A failure that this program found. */
export function ownFailure(stage: Failure['stage'], reply: string): Failure {
  return { kind: 'failed', stage, isPermanent: true, code: 0, reply, redacted: reply }
}

/** Starts the response text of an attempt that fails until the owner repairs something. */
export const CONFIG_ERROR_PREFIX = 'Configuration error'
function withPrefix(prefix: string, { reply, redacted }: Reply): Reply {
  return { reply: `${prefix}: ${reply}`, redacted: `${prefix}: ${redacted}` }
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** How long delivery is retried: five days, as mail servers do. */
const MAX_QUEUE_MS = 120 * HOUR_MS
/** Five days contain more attempts. A machine that slept meanwhile has made fewer. */
const MIN_ATTEMPTS = 15

/** So many different messages are refused in a row for a cause that the owner repairs. */
const MANY_REFUSED = 3

/** Each delay is up to a tenth longer, so that messages that failed together are retried apart. */
const JITTER = 0.1

/** The back-off after a first failure. */
export function firstDelayMs(isPermanent: boolean): number {
  return isPermanent ? 5 * MINUTE_MS : MINUTE_MS
}

/** Exponential back-off: twice as long after each failure, up to a limit. */
export function backOff(
  failures: number,
  firstMs: number,
  random: () => number,
  mostMs = 4 * HOUR_MS,
): number {
  return Math.round(Math.min(firstMs * 2 ** (failures - 1), mostMs) * (1 + JITTER * random()))
}

// The transport

const MAX_PAUSE_MS = 15 * MINUTE_MS
const MAX_GAP_MS = 30_000

function stateAfter(attempt: Attempt): TransportState {
  const { message, handover, state, most, now } = attempt
  const stage = handover.kind === 'failed' ? handover.stage : undefined
  // There was no mail to send.
  if (stage === 'composition') return state
  if (handover.kind === 'failed' && stage === 'session') {
    return afterFailedSession(state, handover, now, attempt.random)
  }
  if (handover.kind === 'sent') {
    // The first success after a refusal ends the gap, and further ones double the number in flight.
    const limit = state.refusals > 0 ? 1 : Math.min(2 * state.limit, most)
    // A mail that leaves ends a pause.
    const repaired = { failedSessions: 0, trouble: undefined, blocked: NOT_BLOCKED }
    return { ...state, ...repaired, refusals: 0, refused: [], limit }
  }
  return afterRefusal({ ...state, refused: withRefused(state, message.id) }, handover, now)
}

function withRefused({ refused }: TransportState, id: string): string[] {
  return refused.length < MANY_REFUSED ? [...new Set([...refused, id])] : refused
}

const NOT_BLOCKED = { until: 0, ms: 0 }

/** A session without a mail ends the wait only: whether mails leave is not known. */
export function afterProbe(state: TransportState): TransportState {
  return { ...state, blocked: NOT_BLOCKED }
}

export function afterFailedSession(
  state: TransportState,
  { redacted, advice, retryAfterSeconds = 0, isUnreachable = false }: Failure,
  now: number,
  random = Math.random,
): TransportState {
  // A mail that was in flight says nothing new, except that the server answers now.
  const isNews = state.trouble?.isUnreachable && !isUnreachable
  if (state.failedSessions > 0 && msUntilStart(state, now) > 0 && !isNews) return state
  const failedSessions = state.failedSessions + 1
  const ms = Math.max(
    backOff(failedSessions, MINUTE_MS, random, MAX_PAUSE_MS),
    Math.min(retryAfterSeconds * 1000, MAX_PAUSE_MS),
  )
  const until = now + ms
  return {
    ...state,
    failedSessions,
    limit: 1,
    blocked: { until, ms },
    trouble: { reason: redacted, advice, until, isUnreachable },
  }
}

function afterRefusal(state: TransportState, failure: Failure, now: number): TransportState {
  // An answer to a mail shows that connection and login work.
  const after = afterRefusalOf(state, failure)
  // A mail that was in flight says nothing new.
  if (state.refusals > 0 && msUntilStart(state, now) > 0) return { ...after, limit: 1 }
  const ms = Math.min(1000 * 2 ** state.refusals, MAX_GAP_MS)
  const blocked = { until: now + ms, ms }
  return { ...after, refusals: state.refusals + 1, limit: 1, blocked }
}

/** Only the owner can repair a sender or a recipient that is refused for good, and every mail has the same. */
function afterRefusalOf(state: TransportState, failure: Failure): TransportState {
  const { stage, isPermanent, redacted, advice } = failure
  const works = { ...state, failedSessions: 0 }
  if (stage === 'content') return { ...works, trouble: undefined }
  if (isPermanent) return { ...works, trouble: { reason: redacted, advice } }
  return { ...works, trouble: state.failedSessions > 0 ? undefined : state.trouble }
}

/** How long until a mail may start. */
export function msUntilStart({ blocked }: TransportState, now: number): number {
  return msLeft(blocked, now)
}

/** A time further ahead than it was set for is past: the clock was set back. */
function msLeft({ until, ms }: { until: number; ms: number }, now: number): number {
  const left = until - now
  return left > ms ? 0 : Math.max(0, left)
}
