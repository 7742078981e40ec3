import type { Message, Recipient } from '../store/database.ts'
import { type AttemptResult, LEASE_SECONDS, type Outcome } from '../store/outbox.ts'
import type { Failure, FailureKind, Reply } from './transport.ts'

/** Starts the response text of an attempt that failed because of a configuration error. */
export const CONFIG_ERROR_PREFIX = 'Configuration error'

/** Shown as the recipient if the mail could not be composed. */
const ALL_RECIPIENTS = 'all recipients'

/** The result of an attempt, with its redacted response for the log. */
export type LoggedResult = AttemptResult & Reply & { pausedUntil?: number }

/** The result of a mail for one recipient. */
export type Delivery = Reply & {
  address: string
  kind: 'sent' | FailureKind
  isUnknown?: boolean | undefined
}

/**
 * Derives the result of an attempt. The message is retried for five days while a recipient may still get it,
 * and for that recipient alone. It ends as sent if at least one recipient got it, and as failed if none did.
 */
export function conclude(
  message: Message,
  deliveries: Delivery[],
  settled: Recipient[],
  now: number,
): LoggedResult {
  const failures = message.consecutive_failures + 1
  const isExpired =
    now - message.retry_started_at > MAX_QUEUE_SECONDS * 1000 && failures >= MIN_ATTEMPTS
  const results = deliveries.map((one) => (isExpired ? giveUp(one, failures) : one))
  const response = summarize(results)
  const isSingle = deliveries.length + settled.length === 1
  const recipients = isSingle
    ? undefined
    : results.filter(({ address }) => address).flatMap(finalOutcome)
  const isMisconfigured = results.some(({ kind }) => kind === 'misconfigured')
  if (isMisconfigured || results.some(({ kind }) => kind === 'deferred')) {
    const maxSeconds = isMisconfigured ? CONFIG_ERROR_DELAY_SECONDS : MAX_DELAY_SECONDS
    const dueAt = now + backoffSeconds(failures, Math.random, maxSeconds) * 1000
    const shown = isMisconfigured ? withPrefix(CONFIG_ERROR_PREFIX, response) : response
    const isUnknown = results.some((one) => one.isUnknown)
    return {
      outcome: 'deferred',
      ...shown,
      dueAt,
      failures,
      isMisconfigured,
      isUnknown,
      recipients,
    }
  }
  const all = [...settled, ...results.flatMap(finalOutcome)]
  if (all.every(({ outcome }) => outcome === 'rejected')) {
    return { outcome: 'rejected', ...response, recipients }
  }
  const refused = all.filter(({ outcome }) => outcome === 'rejected')
  const list = refused
    .map(({ address, smtp_response: reply }) => `${address || ALL_RECIPIENTS}: ${reply ?? ''}`)
    .join('; ')
  const reason = list === '' ? undefined : `not delivered to ${list}`
  return { outcome: 'sent', ...response, reason, recipients }
}

/** The result of an attempt that failed before there was a mail to send. */
export function concludeFailure(
  message: Message,
  failure: Failure,
  settled: Recipient[],
  now: number,
): LoggedResult {
  return conclude(message, [{ ...failure, address: '' }], settled, now)
}

/** Makes the message claimable again at once, because neither the mail nor the server is known to have failed. */
export function requeueNow(
  { consecutive_failures: failures }: Message,
  why: string,
  now: number,
): LoggedResult {
  return { outcome: 'deferred', ...gatewayResponse(why), dueAt: now, failures, isUnknown: true }
}

function giveUp(delivery: Delivery, failures: number): Delivery {
  if (delivery.kind === 'sent' || delivery.kind === 'rejected') return delivery
  return {
    ...delivery,
    kind: 'rejected',
    ...withPrefix(`Given up after ${failures} attempts`, delivery),
  }
}

function finalOutcome({ address, kind, reply }: Delivery): Outcome[] {
  if (kind === 'sent') return [{ address, outcome: 'sent', smtp_response: reply }]
  return kind === 'rejected' ? [{ address, outcome: kind, smtp_response: reply }] : []
}

/** Returns the response for the only recipient, or the responses for all of them. */
function summarize(results: Delivery[]): Reply {
  const [first] = results
  if (!first) return gatewayResponse('All recipients already got it')
  if (results.every(({ reply }) => reply === first.reply)) return first
  return {
    reply: results.map(({ address, reply }) => `${address}: ${reply}`).join('; '),
    redacted: results.map(({ kind, redacted }) => `${kind}: ${redacted}`).join('; '),
  }
}

function gatewayResponse(text: string): Reply {
  return { reply: text, redacted: text }
}

function withPrefix(prefix: string, { reply, redacted }: Reply): Reply {
  return { reply: `${prefix}: ${reply}`, redacted: `${prefix}: ${redacted}` }
}

const FIRST_DELAY_SECONDS = 60
const MAX_DELAY_SECONDS = 4 * 3600
/** Each delay is up to a tenth longer, so that messages that failed together are retried apart. */
const JITTER = 0.1

/** The longest delay while only the owner can repair the error: short, so that a repair shows soon. */
const CONFIG_ERROR_DELAY_SECONDS = 15 * 60

/** How long delivery is retried: five days, as mail servers do. */
export const MAX_QUEUE_SECONDS = 5 * 86_400
/** Five days contain at least this many attempts. A machine that slept meanwhile has made fewer. */
export const MIN_ATTEMPTS = 30

/** The worker aborts an attempt well before its lease ends, or another worker would send it too. */
export const LEASE_MARGIN_SECONDS = 60
export const ATTEMPT_SECONDS = LEASE_SECONDS - LEASE_MARGIN_SECONDS

/** The exponential back-off after consecutive failures: a minute, two, four, up to a limit. */
export function backoffSeconds(
  failures: number,
  random: () => number,
  maxSeconds = MAX_DELAY_SECONDS,
): number {
  const delay = Math.min(FIRST_DELAY_SECONDS * 2 ** (failures - 1), maxSeconds)
  return Math.round(delay * (1 + JITTER * random()))
}
