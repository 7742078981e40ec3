import { styleText } from 'node:util'
import { ownCommand } from '../../own-command.ts'
import { MESSAGE_FIELD, SUBJECT_FIELD, VISITOR_FIELDS } from '../../protocol.ts'
import type { Attempt, Message, Recipient } from '../../store/database.ts'
import { attemptsOf } from '../../store/messages.ts'
import { recipientsOf } from '../../store/outbox.ts'
import { sanitizeLine, sanitizeText } from '../terminal/sanitize.ts'
import { formatLength, formatMoment, isoTime } from '../terminal/time.ts'
import { type AddCommand, done, failed, type MessagesCommand, NO_MESSAGES } from './command.ts'
import {
  detailsOf,
  displayFields,
  paintState,
  shortName,
  variablesOf,
  withMessages,
  withQueueReasons,
} from './describe.ts'

const INDENT = '  '
const LABEL_WIDTH = 10
/** A running gateway checks the queue at least twice a minute. */
const OVERDUE_MS = 120_000

/** Adds `show`. */
export function addShow(add: AddCommand): void {
  add('show <ID>', 'Show a message, its state and its last delivery attempt', show).addNotes(
    [
      ['latest', 'the newest message'],
      ['3fa9c1', 'the message that "list" shows as 3fa9c1'],
    ],
    'ID is a message id, or its end if only one message matches; or latest.',
    '--json prints the fields of "list", and attempts: attempt, startedAt, endedAt, outcome, ' +
      'smtpResponse; and, if there were several recipients, recipients: address, outcome, ' +
      'smtpResponse, finishedAt.',
  )
}

const show: MessagesCommand<[id: string]> = {
  run: (call, id) => {
    const { now } = call
    const { db } = call.store
    return withMessages(db, [id], async (found) => {
      const [message] = await withQueueReasons(found, call)
      if (!message) return failed(NO_MESSAGES)
      const attempts = await attemptsOf(db, message.id)
      const recipients = await recipientsOf(db, message.id)
      const parts = [
        headOf(message),
        [...factsOf(message, now), ...attemptLines(attempts, message, now)],
        contentLines(message),
        recipientLines(recipients),
        hintsFor(message, recipients),
      ]
      const text = parts.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'))
      return done(text.join('\n\n'), {
        ...detailsOf(message),
        attempts: attempts.map(attemptOf),
        recipients: recipients.map(recipientOf),
      })
    })
  },
}

function headOf(message: Message): string[] {
  const { name, address } = displayFields(message)
  const subject = sanitizeLine(variablesOf(message)[SUBJECT_FIELD] ?? '')
  const who = [name, address && `<${address}>`].filter(Boolean).join(' ')
  return [styleText('bold', who), subject].filter(Boolean)
}

function factsOf(message: Message, now: number): string[] {
  const { state, reason, received_at, id } = message
  const age = formatLength(now - received_at)
  return [
    labelled('state', paintState(describeState(message, now), state)),
    ...(reason ? [labelled('reason', sanitizeLine(reason))] : []),
    labelled('received', `${formatMoment(received_at)}, ${age} ago`),
    labelled('id', id),
  ]
}

function labelled(label: string, text: string): string {
  return `${INDENT}${styleText('dim', label.padEnd(LABEL_WIDTH))}${text}`
}

function contentLines(message: Message): string[] {
  if (message.template_params === null) {
    return [`${INDENT}The content was deleted after RETENTION_DAYS.`]
  }
  const written = variablesOf(message)
  const text = sanitizeText(written[MESSAGE_FIELD] ?? '').trim() || '(no text)'
  const others = Object.entries(written)
    .filter(([field]) => !VISITOR_FIELDS.some((own) => own === field))
    .map(([field, value]) => `${sanitizeLine(field)}: ${sanitizeText(value)}`)
  const all = others.length > 0 ? [text, '', ...others] : [text]
  return all.flatMap((lines) => lines.split('\n')).map((line) => `${INDENT}${line}`.trimEnd())
}

function recipientLines(recipients: Recipient[]): string[] {
  if (recipients.length === 0) return []
  const lines = recipients.map(({ address, outcome, smtp_response: reply }) => {
    const shown = reply ? styleText('dim', `: ${sanitizeLine(reply)}`) : ''
    return `${INDENT}${sanitizeLine(address)}  ${outcome}${shown}`
  })
  return [styleText('bold', 'Recipients'), ...lines]
}

/** How often delivery was tried, and the result of the last attempt. */
function attemptLines(attempts: Attempt[], message: Message, now: number): string[] {
  const last = attempts.at(-1)
  if (!last) return []
  const isInProgress = last.attempt === message.attempt && message.lease_until > now
  const result = last.outcome ?? (isInProgress ? 'in progress' : 'no result')
  const count = attempts.length === 1 ? '1' : `${attempts.length}, the last`
  const { started_at, smtp_response: reply } = last
  return [
    labelled('attempts', `${count} ${formatMoment(started_at)}: ${result}`),
    ...(reply ? [labelled('', sanitizeLine(reply))] : []),
  ]
}

function hintsFor(
  { state, id, template_params: variables }: Message,
  recipients: Recipient[],
): string[] {
  if (variables === null) return []
  const isIncomplete = recipients.some(({ outcome }) => outcome === 'rejected')
  const command = {
    held: 'release',
    failed: 'retry',
    queued: undefined,
    sent: isIncomplete ? 'retry' : undefined,
  }[state]
  if (!command) return []
  const verb = command === 'release' ? 'Release it' : 'Retry it'
  return [styleText('dim', `${verb}: ${ownCommand('messages', `${command} ${shortName(id)}`)}`)]
}

function attemptOf({
  attempt,
  started_at,
  ended_at,
  outcome,
  smtp_response: smtpResponse,
}: Attempt) {
  return {
    attempt,
    startedAt: isoTime(started_at),
    endedAt: isoTime(ended_at),
    outcome,
    smtpResponse,
  }
}

function recipientOf({ address, outcome, smtp_response: smtpResponse, finished_at }: Recipient) {
  return { address, outcome, smtpResponse, finishedAt: isoTime(finished_at) }
}

/** The state of a message and when the next attempt is due. */
function describeState(message: Message, now: number): string {
  const { state, finished_at } = message
  if (state === 'held') return state
  if (state === 'queued') return `queued, ${describeNextAttempt(message, now)}`
  return `${state} ${formatLength(now - (finished_at ?? now))} ago`
}

function describeNextAttempt({ lease_until, next_attempt_at }: Message, now: number): string {
  if (lease_until > now) return 'delivery in progress'
  if (next_attempt_at > now)
    return `retry in ${formatLength(next_attempt_at - now)} (${formatMoment(next_attempt_at)})`
  if (now - next_attempt_at < OVERDUE_MS) return 'due now'
  return `overdue by ${formatLength(now - next_attempt_at)}; is the gateway running?`
}
