import type { Message } from '../store/database.ts'
import type { AttemptResult } from '../store/outbox.ts'
import type { Failure, Handover } from './transport.ts'

// What follows from an attempt is decided here alone: for the message, for its transport, and who is notified. A
// session that fails would fail for every mail, so it pauses the transport. A refused mail only slows it, because the
// text and the address of a stranger may be the cause. Worker and delivery carry it out.

/** How many mails may be in flight: some servers, such as Microsoft 365, allow no more than three connections. */
export const LANES = 3

/** Whether and how fast the transport delivers. It lives in memory: a restart tries at once. */
export type TransportState = {
  /** Failed sessions in a row. While there are any, one message probes. */
  failedSessions: number
  /** Refused mails in a row. */
  refusals: number
  /** The messages that were refused in a row, as far as it matters how many. */
  refused: string[]
  /** How many mails may be in flight. */
  limit: number
  /** How many connections the server permits, and until when that is believed. */
  fewer: { lanes: number; until: number }
  /** The end of the pause in which no mail starts, its length, and when the attempt that caused it began. */
  blocked: { until: number; ms: number; since: number }
  /** Why it is paused. */
  trouble: { reason: string; advice: string | undefined; until: number } | undefined
}

const NOT_BLOCKED = { until: 0, ms: 0, since: 0 }

export const STARTING_STATE: TransportState = {
  failedSessions: 0,
  refusals: 0,
  refused: [],
  limit: 1,
  fewer: { lanes: LANES, until: 0 },
  blocked: NOT_BLOCKED,
  trouble: undefined,
}

export type Attempt = {
  message: Pick<
    Message,
    'id' | 'attempt' | 'consecutive_failures' | 'retry_started_at' | 'deferred_at'
  >
  /** Undefined if a stop ended the attempt before the server had the mail. */
  handover: Handover | undefined
  state: TransportState
  now: number
  random?: () => number
}

export type Decision = {
  /** With the server's response and the advice for the log. */
  result: AttemptResult & { redacted: string; advice?: string | undefined }
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
 * the gateway cannot know which.
 */
function resultOf(given: Attempt): Decision['result'] {
  const { message, handover = STOPPED, now, random = Math.random } = given
  const { attempt, consecutive_failures: failures, retry_started_at } = message
  const { reply, redacted } = handover
  if (handover.kind === 'sent') {
    return {
      outcome: 'sent',
      reply,
      redacted,
      changes: {
        state: 'sent',
        finished_at: now,
        reason: null,
        consecutive_failures: failures - 1,
      },
    }
  }
  const age = now - retry_started_at
  if (given.handover && age > MAX_QUEUE_MS && attempt >= MIN_ATTEMPTS) {
    const prefix = `Given up after ${attempt} attempts: `
    const reason = prefix + reply
    return {
      outcome: 'rejected',
      reply: reason,
      redacted: prefix + redacted,
      // A failure is reported also for a message that was reported as waiting.
      changes: {
        state: 'failed',
        finished_at: now,
        reason,
        reported_at: null,
        notified: null,
      },
    }
  }
  const { stage, isPermanent, advice } = handover
  // A failed session pauses the transport. The pause holds the message back, and a restart ends it. It is no refusal,
  // as which the begin of the attempt was counted.
  const isRefusal = stage !== 'session'
  const waitMs = isRefusal ? backOff(failures, firstDelayMs(isPermanent), random) : 0
  return {
    outcome: 'deferred',
    reply,
    redacted,
    advice,
    changes: {
      deferred_at: now,
      next_attempt_at: now + waitMs,
      consecutive_failures: failures - (isRefusal ? 0 : 1),
    },
  }
}

const WHY_STOPPED = 'Stopped before the mail server had the mail'
const STOPPED: Failure = {
  kind: 'failed',
  stage: 'session',
  isPermanent: false,
  reply: WHY_STOPPED,
  redacted: WHY_STOPPED,
}

/** Some servers, such as Postfix, refuse a sender only when they know the recipient. */
export function refusesSender({ isPermanent, stage, status }: Failure): boolean {
  return isPermanent && (stage === 'sender' || status === '5.1.7' || status === '5.1.8')
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** How long delivery is retried: five days, as mail servers do. */
const MAX_QUEUE_MS = 120 * HOUR_MS
/** Five days contain more attempts. A machine that slept meanwhile has made fewer. */
const MIN_ATTEMPTS = 15

/** The number of different messages that are refused in a row only for a cause that the owner repairs. */
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
/** How long a server that refuses a further connection gets fewer of them. */
const FEWER_MS = HOUR_MS
/** How long a mail waits for the only connection that a server permits. */
export const ONLY_CONNECTION_MS = 2000

function stateAfter({ message, handover, state, now, random }: Attempt): TransportState {
  if (!handover || (handover.kind === 'failed' && handover.isOwn)) return state
  // The begin of an attempt defers its message.
  const since = message.deferred_at
  // An answer to a mail ends a pause: connection and login work.
  const works = { ...state, failedSessions: 0, trouble: undefined }
  if (handover.kind === 'sent') {
    // The first success after a refusal ends the gap, and further ones double the number in flight.
    const limit = state.refusals > 0 ? 1 : Math.min(2 * state.limit, LANES)
    return { ...works, blocked: NOT_BLOCKED, refusals: 0, refused: [], limit }
  }
  if (handover.stage === 'session') return afterFailedSession(state, handover, since, now, random)
  const { refused, refusals } = state
  const enough = refused.length >= MANY_REFUSED
  const slowed = {
    ...works,
    refused: enough ? refused : [...new Set([...refused, message.id])],
    limit: 1,
  }
  // A mail that was in flight says nothing new.
  if (refusals > 0 && msUntilStart(state, now) > 0) return slowed
  const ms = Math.min(1000 * 2 ** refusals, MAX_GAP_MS)
  return { ...slowed, refusals: refusals + 1, blocked: { until: now + ms, ms, since } }
}

function afterFailedSession(
  state: TransportState,
  { redacted, advice, isOneTooMany }: Failure,
  since: number,
  now: number,
  random = Math.random,
): TransportState {
  if (isOneTooMany) {
    const { limit } = lanesOf(state, now)
    const lanes = Math.max(1, limit - 1)
    const fewer = { lanes, until: now + FEWER_MS }
    if (limit > 1 || msUntilStart(state, now) > 0) return { ...state, fewer }
    // An automatic reply or the review mail has the connection.
    const ms = ONLY_CONNECTION_MS
    return { ...state, fewer, blocked: { until: now + ms, ms, since } }
  }
  // A mail that was in flight says nothing new.
  if (state.failedSessions > 0 && msUntilStart(state, now) > 0) return state
  const failedSessions = state.failedSessions + 1
  const ms = backOff(failedSessions, MINUTE_MS, random, MAX_PAUSE_MS)
  const until = now + ms
  return {
    ...state,
    failedSessions,
    limit: 1,
    blocked: { until, ms, since },
    trouble: { reason: redacted, advice, until },
  }
}

/** How many mails may be in flight, and how many if one of them is not finished. */
export function lanesOf({ limit, fewer }: TransportState, now: number) {
  const most = now < fewer.until ? fewer.lanes : LANES
  return { limit: Math.min(limit, most), most }
}

/** How long until a mail may start. A time further ahead than it was set for is past: the clock was set back. */
export function msUntilStart({ blocked: { until, ms } }: TransportState, now: number): number {
  const left = until - now
  return left > ms ? 0 : Math.max(0, left)
}
