import { styleText } from 'node:util'
import { ownCommand } from '../../own-command.ts'
import { MESSAGE_FIELD, SUBJECT_FIELD, VISITOR_FIELDS } from '../../protocol.ts'
import type { Attempt, Message } from '../../store/database.ts'
import { attemptsOf, inFlightOf } from '../../store/messages.ts'
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
      'smtpResponse.',
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
      const isInProgress = (await inFlightOf(db, [message.id], now)).size > 0
      const parts = [
        headOf(message),
        [...factsOf(message, now, isInProgress), ...attemptLines(attempts, isInProgress)],
        contentLines(message),
        hintsFor(message),
      ]
      const text = parts.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'))
      return done(text.join('\n\n'), {
        ...detailsOf(message),
        attempts: attempts.map(attemptOf),
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

function factsOf(message: Message, now: number, isInProgress: boolean): string[] {
  const { state, reason, received_at, id } = message
  const age = formatLength(now - received_at)
  return [
    labelled('state', paintState(describeState(message, now, isInProgress), state)),
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

/** How often delivery was tried, and the result of the last attempt. */
function attemptLines(attempts: Attempt[], isInProgress: boolean): string[] {
  const last = attempts.at(-1)
  if (!last) return []
  const result = last.outcome ?? (isInProgress ? 'in progress' : 'no result')
  const count = attempts.length === 1 ? '1' : `${attempts.length}, the last`
  const { started_at, smtp_response: reply } = last
  return [
    labelled('attempts', `${count} ${formatMoment(started_at)}: ${result}`),
    ...(reply ? [labelled('', sanitizeLine(reply))] : []),
  ]
}

function hintsFor({ state, id, template_params: variables }: Message): string[] {
  if (variables === null || (state !== 'held' && state !== 'failed')) return []
  const command = state === 'held' ? 'release' : 'retry'
  const verb = state === 'held' ? 'Release it' : 'Retry it'
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

/** The state of a message and when the next attempt is due. */
function describeState(message: Message, now: number, isInProgress: boolean): string {
  const { state, finished_at } = message
  if (state === 'held') return state
  if (isInProgress) return 'queued, delivery in progress'
  if (state === 'queued') return `queued, ${describeNextAttempt(message, now)}`
  return `${state} ${formatLength(now - (finished_at ?? now))} ago`
}

function describeNextAttempt({ next_attempt_at }: Message, now: number): string {
  if (next_attempt_at > now)
    return `retry in ${formatLength(next_attempt_at - now)} (${formatMoment(next_attempt_at)})`
  if (now - next_attempt_at < OVERDUE_MS) return 'due now'
  return `overdue by ${formatLength(now - next_attempt_at)}; is the gateway running?`
}
