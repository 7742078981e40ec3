import { type Message, PRIORITY, type Priority, type Recipient } from '../store/database.ts'
import { type AttemptResult, EARLY_AFTER_MS, type Outcome } from '../store/outbox.ts'
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
  lastAttemptAt: number
  /** Whether a mail was delivered since the last trouble. */
  isProven: boolean
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

export function startingState(now: number): TransportState {
  return {
    failedSessions: 0,
    refusals: 0,
    refused: [],
    limit: 1,
    blocked: { until: 0, ms: 0 },
    lastAttemptAt: now,
    isProven: false,
    trouble: undefined,
  }
}

/** What a message brings to the decision. */
type Facts = Pick<
  Message,
  | 'id'
  | 'kind'
  | 'priority'
  | 'consecutive_failures'
  | 'content_refusals'
  | 'retry_started_at'
  | 'auto_reply_allowed'
>

export type Attempt = {
  message: Facts
  /** The recipients of the attempt; none if there was no mail to send. */
  pending: string[]
  /** The recipients whose outcome was final before. */
  settled: Recipient[]
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
  /** What the owner is notified of: trouble of the transport, its end, a recipient who does not get a message. */
  notify: ('trouble' | 'repaired' | 'undelivered')[]
  /** Up to which place in the queue refused messages are due once more; undefined if none are. */
  requeues: Priority | undefined
  /** Whether the visitor gets the automatic reply. */
  replies: boolean
}

export function decide(given: Attempt): Decision {
  const attempt = { ...given, handover: ofReply(given) }
  const { message, handover, state } = attempt
  const result = resultOf(attempt)
  const next = stateAfter(attempt)
  const isMessage = message.kind === 'message'
  const hasEnded = result.outcome === 'rejected' || hasRejected(result.recipients)
  return {
    result,
    state: next,
    notify: [
      ...(next.trouble && next.trouble !== state.trouble ? (['trouble'] as const) : []),
      ...(next.isProven && !state.isProven ? (['repaired'] as const) : []),
      ...(isMessage && hasEnded ? (['undelivered'] as const) : []),
    ],
    requeues: requeuesAfter(handover, state, next),
    replies: result.outcome === 'sent' && message.auto_reply_allowed === 1,
  }
}

/** What a server says to an automatic reply after the login is about the stranger's address, also if it ends the session. */
function ofReply({ message, handover }: Attempt): Handover {
  if (message.kind !== 'auto-reply' || handover.kind === 'sent') return handover
  if (handover.stage !== 'session' || !handover.isLoggedIn) return handover
  return { ...handover, stage: 'recipient', isPermanent: false }
}

/** A success shows that the cause is repaired: of a refused sender or recipient, or of what refused many contents. */
function requeuesAfter(handover: Handover, state: TransportState, next: TransportState) {
  if (handover.kind !== 'sent' || next.refusals >= state.refusals) return undefined
  return state.refused.length < MANY_REFUSED ? PRIORITY.refusedEnvelope : PRIORITY.refusedContent
}

const hasRejected = (recipients: Outcome[] = []) =>
  recipients.some(({ outcome }) => outcome === 'rejected')

// The message

type Delivery = Handover & { address: string }

/**
 * The message is retried for five days while a recipient may still get it, and for that recipient alone. It ends as
 * sent if at least one recipient got it, and as failed if none did.
 */
function resultOf({
  message,
  pending,
  settled,
  handover,
  now,
  random = Math.random,
}: Attempt): LoggedResult {
  const failures = message.consecutive_failures + 1
  const isContentRefused = handover.kind === 'failed' && refusesContent(handover)
  const contentRefusals = message.content_refusals + Number(isContentRefused)
  const age = now - message.retry_started_at
  const isExpired = age > MAX_QUEUE_MS && failures >= MIN_ATTEMPTS
  const results = deliveriesOf(handover, pending).map((one): Ending => {
    if (one.kind === 'sent') return { ...one, ending: 'sent' }
    if (isGone(one) || (message.kind === 'auto-reply' && endsReply(one, failures)))
      return { ...one, ending: 'rejected' }
    const isOver = isExpired || (refusesContent(one) && contentRefusals >= MAX_CONTENT_REFUSALS)
    if (!isOver) return { ...one, ending: 'waits' }
    return { ...one, ending: 'rejected', ...withPrefix(`Given up after ${failures} attempts`, one) }
  })
  const response = summarize(results)
  const isSingle = results.length + settled.length === 1
  const outcomes = results.flatMap(finalOutcome)
  const recipients = isSingle ? undefined : outcomes.filter(({ address }) => address)
  const waiting = results.filter((one) => one.ending === 'waits')
  if (waiting.length > 0) {
    const isMisconfigured = waiting.some(isOfOwner)
    return {
      outcome: 'deferred',
      ...(isMisconfigured ? withPrefix(CONFIG_ERROR_PREFIX, response) : response),
      isMisconfigured,
      recipients,
      failures,
      contentRefusals,
      ...waitOf(message, waiting, { failures, contentRefusals, now, random }),
    }
  }
  const all = [...settled, ...outcomes]
  const lost = all.filter(({ outcome }) => outcome === 'rejected')
  if (lost.length === all.length) return { outcome: 'rejected', ...response, recipients }
  const list = lost
    .map(({ address, smtp_response: reply }) => `${address || ALL_RECIPIENTS}: ${reply ?? ''}`)
    .join('; ')
  const reason = list === '' ? undefined : `not delivered to ${list}`
  return { outcome: 'sent', ...response, reason, recipients }
}

type Ending = Delivery & { ending: 'sent' | 'rejected' | 'waits' }

/** A refusal of a recipient is that recipient's alone; any other is of all. */
function deliveriesOf(handover: Handover, pending: string[]): Delivery[] {
  if (pending.length === 0) return handover.kind === 'sent' ? [] : [{ ...handover, address: '' }]
  const { refusals = [] } = pending.length > 1 || handover.kind === 'sent' ? handover : {}
  return pending.map(
    (address) => refusals.find((one) => one.address === address) ?? { ...handover, address },
  )
}

/** Whether an automatic reply ends: the server would refuse it again, or has refused it twice. */
function endsReply({ stage, isPermanent }: Failure, failures: number): boolean {
  return stage !== 'session' && stage !== 'composition' && (isPermanent || failures > 1)
}

/** Whether the owner has to repair something. What a stranger wrote is no reason. */
function isOfOwner(one: Ending): boolean {
  return one.kind === 'failed' && one.isPermanent && one.stage !== 'content'
}

function refusesContent({ stage, isPermanent }: Failure): boolean {
  return stage === 'content' && isPermanent
}

/**
 * The only list of refusals after which a recipient never gets the mail: the mailbox does not exist (RFC 3463: 5.1.x,
 * without the sender's, or 550 without a reason).
 */
function isGone(failure: Failure): boolean {
  const { stage, isPermanent, code, status } = failure
  if (stage !== 'recipient' || !isPermanent || refusesSender(failure)) return false
  return status ? status.startsWith('5.1.') : code === 550
}

/** Some servers, such as Postfix, refuse a sender only when they know the recipient. */
function refusesSender({ stage, status }: Failure): boolean {
  return stage === 'sender' || status === '5.1.7' || status === '5.1.8'
}

type Waiting = { failures: number; contentRefusals: number; now: number; random: () => number }

/** When a message is due again, and its place in the queue. */
function waitOf(
  { kind, priority }: Facts,
  waiting: Ending[],
  { failures, contentRefusals, now, random }: Waiting,
): { dueAt: number; priority: Priority } {
  const stages = waiting.map((one) => (one.kind === 'failed' ? one.stage : 'session'))
  // Due at once, in the place that it has: the pause holds it back, and a restart ends the pause.
  if (stages.every((stage) => stage === 'session')) return { dueAt: now, priority }
  const isOfContent = stages.includes('content')
  const refused = isOfContent ? PRIORITY.refusedContent : PRIORITY.refusedEnvelope
  const isRefused = isOfContent && waiting.some((one) => one.kind === 'failed' && one.isPermanent)
  const delay = isRefused
    ? backOff(contentRefusals, random, { firstMs: 5 * MINUTE_MS, mostMs: DAY_MS })
    : backOff(failures, random, { firstMs: MINUTE_MS, mostMs: 4 * HOUR_MS })
  return { dueAt: now + delay, priority: kind === 'auto-reply' ? priority : refused }
}

/** Makes the message claimable again at once, because neither the mail nor the server is known to have failed. */
export function requeue(
  { consecutive_failures: failures, content_refusals: contentRefusals, priority }: Message,
  why: string,
  now: number,
): LoggedResult {
  const reply = { reply: why, redacted: why }
  return { outcome: 'deferred', ...reply, dueAt: now, failures, contentRefusals, priority }
}

/** An automatic reply that waited longer is no reply. */
const MAX_AGE_MS = 86_400_000

/** Why a message is not sent any more. */
export function expiry({ kind, retry_started_at: since }: Facts, now: number): Failure | undefined {
  if (kind !== 'auto-reply' || now - since <= MAX_AGE_MS) return undefined
  const reply = 'Not sent, because it waited for more than a day'
  return { ...ownFailure('recipient', reply), status: '5.1.0' }
}

/** A failure that this program found. */
export function ownFailure(stage: Failure['stage'], reply: string): Failure {
  return { kind: 'failed', stage, isPermanent: true, code: 0, reply, redacted: reply }
}

/** What is changed before the same attempt is tried once more, at once. */
export function secondTry(
  { kind }: Facts,
  { envelope, replyTo }: OutgoingMail,
  handover: Handover,
): 'sender' | 'reply-to' | undefined {
  if (handover.kind === 'sent' || !handover.isPermanent) return undefined
  const { stage, reply } = handover
  // Some servers, such as Amazon SES, do not take the empty return path of automatic replies.
  if (kind === 'auto-reply' && envelope.from === '' && refusesSender(handover)) return 'sender'
  if (stage === 'content' && replyTo && /reply[-_ ]?to/i.test(reply)) return 'reply-to'
  return undefined
}

/** Starts the response text of an attempt that fails until the owner repairs something. */
export const CONFIG_ERROR_PREFIX = 'Configuration error'
/** Shown as the recipient if the mail could not be composed. */
const ALL_RECIPIENTS = 'all recipients'

function finalOutcome({ address, ending, reply }: Ending): Outcome[] {
  if (ending === 'waits') return []
  return [{ address, outcome: ending, smtp_response: reply }]
}

/** Returns the response for the only recipient, or the responses for all of them. */
function summarize(results: Ending[]): Reply {
  const [first] = results
  if (!first) {
    const reply = 'All recipients already got it'
    return { reply, redacted: reply }
  }
  if (results.every(({ reply }) => reply === first.reply)) return first
  return {
    reply: results.map(({ address, reply }) => `${address}: ${reply}`).join('; '),
    redacted: results.map(({ ending, redacted }) => `${ending}: ${redacted}`).join('; '),
  }
}

function withPrefix(prefix: string, { reply, redacted }: Reply): Reply {
  return { reply: `${prefix}: ${reply}`, redacted: `${prefix}: ${redacted}` }
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How long delivery is retried: five days, as mail servers do. */
const MAX_QUEUE_MS = 5 * DAY_MS
/** Five days contain at least this many attempts. A machine that slept meanwhile has made fewer. */
const MIN_ATTEMPTS = 30
/** A daily limit or a setting of the owner's may be behind it, so they are spread over four days. */
const MAX_CONTENT_REFUSALS = 12

/** So many different messages are refused in a row for a cause that the owner repairs. */
const MANY_REFUSED = 3

/** Each delay is up to a tenth longer, so that messages that failed together are retried apart. */
const JITTER = 0.1

/** Exponential back-off: twice as long after each failure, up to a limit. */
function backOff(
  failures: number,
  random: () => number,
  { firstMs, mostMs }: { firstMs: number; mostMs: number },
): number {
  return Math.round(Math.min(firstMs * 2 ** (failures - 1), mostMs) * (1 + JITTER * random()))
}

// The transport

const MAX_PAUSE_MS = 15 * MINUTE_MS
const MAX_GAP_MS = 30_000

function stateAfter(attempt: Attempt): TransportState {
  const { message, pending, handover, state, most, now } = attempt
  const tried = { ...state, lastAttemptAt: now }
  if (pending.length === 0) return tried
  if (handover.kind === 'failed' && handover.stage === 'session') {
    return afterFailedSession(tried, handover, now, attempt.random)
  }
  // Its recipient is a stranger's choice. Refused, it only keeps the gap that there is.
  if (message.kind === 'auto-reply') {
    if (handover.kind === 'sent' && state.failedSessions > 0) return afterSession(tried)
    const { ms } = state.blocked
    return state.refusals > 0 ? { ...tried, blocked: { until: now + ms, ms } } : tried
  }
  if (handover.kind === 'sent') {
    // The first success after a refusal ends the gap, and further ones double the number in flight.
    const limit = state.refusals > 0 ? 1 : Math.min(2 * state.limit, most)
    return { ...afterSession(tried), refusals: 0, refused: [], limit }
  }
  return afterRefusal({ ...tried, refused: withRefused(state, message.id) }, handover, now)
}

function withRefused({ refused }: TransportState, id: string): string[] {
  return refused.length < MANY_REFUSED ? [...new Set([...refused, id])] : refused
}

const NOT_BLOCKED = { until: 0, ms: 0 }

/** A mail that leaves ends a pause. */
function afterSession(state: TransportState): TransportState {
  const repaired = { failedSessions: 0, isProven: true, trouble: undefined }
  return { ...state, ...repaired, blocked: NOT_BLOCKED }
}

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
    backOff(failedSessions, random, { firstMs: MINUTE_MS, mostMs: MAX_PAUSE_MS }),
    Math.min(retryAfterSeconds * 1000, MAX_PAUSE_MS),
  )
  const until = now + ms
  return {
    ...state,
    failedSessions,
    limit: 1,
    blocked: { until, ms },
    isProven: false,
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
  if (stage === 'content') return { ...works, isProven: true, trouble: undefined }
  if (isPermanent && !isGone(failure))
    return { ...works, isProven: false, trouble: { reason: redacted, advice } }
  return { ...works, trouble: state.failedSessions > 0 ? undefined : state.trouble }
}

/** How long until a mail may start. */
export function msUntilStart({ blocked }: TransportState, now: number): number {
  return msLeft(blocked, now)
}

/** How long until a message that was refused for its envelope may be tried before it is due. */
export function msUntilEarly({ lastAttemptAt }: TransportState, now: number): number {
  return msLeft({ until: lastAttemptAt + EARLY_AFTER_MS, ms: EARLY_AFTER_MS }, now)
}

/** A time further ahead than it was set for is past: the clock was set back. */
function msLeft({ until, ms }: { until: number; ms: number }, now: number): number {
  const left = until - now
  return left > ms ? 0 : Math.max(0, left)
}
