import { styleText } from 'node:util'
import type { Attempt, Message, MessageState } from '../../gateway/store/database.ts'
import { EMAIL_FIELD, MESSAGE_FIELD, NAME_FIELD, SUBJECT_FIELD } from '../../wire/fields.ts'
import { harmlessLine } from '../terminal/harmless.ts'
import { formatLength, formatNear, isoTime } from '../terminal/time.ts'

/** The end of a message's name, which is enough to call it by. */
const SHORT_NAME_LENGTH = 6
/** A running gateway looks at least twice a minute. */
const OVERDUE_MS = 120_000

export function shortName(id: string): string {
  return id.slice(-SHORT_NAME_LENGTH)
}

export function variablesOf({ variables }: Message): Record<string, string> {
  return variables === null ? {} : JSON.parse(variables)
}

/** A message as --json gives it in lists. */
export function summaryOf(message: Message) {
  const written = variablesOf(message)
  const isWaiting = message.state === 'queued'
  return {
    id: message.id,
    state: message.state,
    reason: message.reason,
    purpose: message.purpose,
    account: message.account,
    name: written[NAME_FIELD] ?? null,
    address: written[EMAIL_FIELD] ?? null,
    subject: written[SUBJECT_FIELD] ?? null,
    receivedAt: isoTime(message.received_at),
    nextTryAt: isWaiting ? isoTime(message.due_at) : null,
    settledAt: isoTime(message.settled_at),
    attempts: message.attempt,
    isPurged: message.variables === null,
  }
}

/** A message as --json gives it whole. */
export function wholeOf(message: Message) {
  const { service, template, mail_id: mailId } = message
  const variables = message.variables === null ? null : variablesOf(message)
  return { ...summaryOf(message), service, template, mailId, variables }
}

export function attemptOf({ attempt, started_at, ended_at, outcome, reply }: Attempt) {
  return {
    attempt,
    startedAt: isoTime(started_at),
    endedAt: isoTime(ended_at),
    outcome,
    reply,
  }
}

const STAND_INS = { 'auto-reply': '(automatic reply)', notice: '(notice to you)' }
const PURGED = '(words deleted)'

/** Who wrote a message and about what, each fit for one line of a terminal. */
export function wordsOf(message: Message) {
  const written = variablesOf(message)
  const word = (field: string) => harmlessLine(written[field] ?? '')
  const name = { message: word(NAME_FIELD), ...STAND_INS }[message.purpose]
  return {
    name: message.variables === null ? PURGED : name,
    address: word(EMAIL_FIELD),
    // A form may do without a subject; then the words themselves tell most.
    subject: word(SUBJECT_FIELD) || harmlessLine((written[MESSAGE_FIELD] ?? '').slice(0, 500)),
  }
}

/** What stands where a name would is ours, and quieter than a name. */
export function paintStandIn(cell: string, text: string): string {
  return [PURGED, ...Object.values(STAND_INS)].includes(text) ? styleText('dim', cell) : cell
}

/** Colours what may want the owner; what has been sent is as it should be. */
export function paintState(text: string, state: MessageState): string {
  if (state === 'sent') return text
  return styleText(({ queued: 'cyan', held: 'yellow', failed: 'red' } as const)[state], text)
}

/** The state of a message in words, with what happens next. */
export function describeState(message: Message, now: number): string {
  switch (message.state) {
    case 'held':
      return 'held'
    case 'sent':
      return `sent ${ago(message.settled_at, now)}`
    case 'failed':
      return `failed ${ago(message.settled_at, now)}`
    case 'queued':
      return `queued, ${describeNextTry(message, now)}`
  }
}

function ago(time: number | null, now: number): string {
  return `${formatLength(now - (time ?? now))} ago`
}

function describeNextTry({ lease_until, due_at }: Message, now: number): string {
  if (lease_until > now) return 'being sent right now'
  if (due_at > now) return `next try in ${formatLength(due_at - now)} (${formatNear(due_at, now)})`
  if (now - due_at < OVERDUE_MS) return 'due now'
  return `due for ${formatLength(now - due_at)} already; is the gateway running?`
}

/** How many messages, in words; `one` stands for the singular where a sentence begins with it. */
export function several(count: number, one = 'one message'): string {
  return count === 1 ? one : `${count} messages`
}
