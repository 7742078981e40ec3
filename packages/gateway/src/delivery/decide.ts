import type { Message } from '../store/database.ts'
import type { AttemptResult } from '../store/outbox.ts'
import type { Failure, Handover } from './transport.ts'

// What follows from an attempt is decided here alone: for the message, for its transport, and who is notified. A
// session that fails would fail for every mail, so it pauses the transport. A refused mail only slows it, because the
// text and the address of a stranger may be the cause. Worker and delivery carry it out.

/** Whether the transport delivers. It lives in memory: a restart tries at once. */
export type TransportState = {
  /** Failed sessions in a row. */
  failedSessions: number
  /** Refused mails in a row. */
  refusals: number
  /** The last different messages among them. */
  refused: string[]
  /** The end of the pause in which no mail starts, and its length. */
  blocked: { until: number; ms: number }
  /** Why sessions fail. */
  trouble: { reason: string; advice: string | undefined; until: number } | undefined
}

export const STARTING_STATE: TransportState = {
  failedSessions: 0,
  refusals: 0,
  refused: [],
  blocked: { until: 0, ms: 0 },
  trouble: undefined,
}

export type Attempt = {
  message: Pick<Message, 'id' | 'attempt' | 'consecutive_failures' | 'retry_started_at'>
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
  /** Whether all refused messages are due once more: what refused so many was no text, and is repaired. */
  requeuesRefused: boolean
}

export function decide(attempt: Attempt): Decision {
  const isSent = attempt.handover?.kind === 'sent'
  const requeuesRefused = isSent && attempt.state.refused.length === MANY_REFUSED
  return { result: resultOf(attempt), state: stateAfter(attempt), requeuesRefused }
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
  // A failed session is no refusal: the pause of the transport delays the message, and a restart ends the pause. The
  // begin of the attempt has counted one, which is taken back.
  const isRefusal = stage !== 'session'
  const firstMs = isPermanent ? 5 * MINUTE_MS : MINUTE_MS
  const waitMs = isRefusal ? backOff(failures, firstMs, MAX_BACK_OFF_MS, random) : 0
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

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const MAX_BACK_OFF_MS = 4 * HOUR_MS

/** How long delivery is retried: five days, as mail servers do. */
const MAX_QUEUE_MS = 120 * HOUR_MS
/** Five days contain more attempts. A machine that slept meanwhile has made fewer. */
const MIN_ATTEMPTS = 15

/** Each delay is up to a tenth longer, so that messages that failed together are retried apart. */
const JITTER = 0.1

/** Exponential back-off: twice as long after each failure, up to a limit. */
function backOff(failures: number, firstMs: number, mostMs: number, random: () => number): number {
  return Math.round(Math.min(firstMs * 2 ** (failures - 1), mostMs) * (1 + JITTER * random()))
}

// The transport

const MAX_PAUSE_MS = 15 * MINUTE_MS
const MAX_GAP_MS = 30_000
/** The number of different messages that are refused in a row only for a cause that the owner repairs. */
const MANY_REFUSED = 3

function stateAfter(attempt: Attempt): TransportState {
  const { message, handover, state, now, random = Math.random } = attempt
  if (!handover) return state
  if (handover.kind === 'sent') return STARTING_STATE
  const { stage, redacted: reason, advice } = handover
  if (stage === 'own') return state
  // The attempt of a mail that was in flight when the pause began neither extends nor repeats the pause.
  const isNews = msUntilStart(state, now) === 0
  if (stage === 'session') {
    if (!isNews && state.failedSessions > 0) return state
    const failedSessions = state.failedSessions + 1
    const ms = backOff(failedSessions, MINUTE_MS, MAX_PAUSE_MS, random)
    const until = now + ms
    const trouble = { reason, advice, until }
    return { ...state, failedSessions, blocked: { until, ms }, trouble }
  }
  // Connection and login work, which ends a pause.
  const refused = [...new Set([...state.refused, message.id])].slice(-MANY_REFUSED)
  const works = { ...state, refused, failedSessions: 0, trouble: undefined }
  if (!isNews && state.refusals > 0) return works
  const ms = Math.min(1000 * 2 ** state.refusals, MAX_GAP_MS)
  return { ...works, refusals: state.refusals + 1, blocked: { until: now + ms, ms } }
}

/** How long until a mail may start. A time further ahead than it was set for is past: the clock was set back. */
export function msUntilStart({ blocked: { until, ms } }: TransportState, now: number): number {
  const left = until - now
  return left > ms ? 0 : Math.max(0, left)
}
