import { styleText } from 'node:util'
import { ownCommand } from '../../own-command.ts'
import { isVisitorField, MESSAGE_FIELD, SUBJECT_FIELD } from '../../protocol.ts'
import type { Attempt, Database, Message, Recipient } from '../../store/database.ts'
import { attemptsOf, noticesOf } from '../../store/messages.ts'
import { recipientsOf } from '../../store/outbox.ts'
import { sanitizeLine, sanitizeText } from '../terminal/sanitize.ts'
import { formatLength, formatMoment, isoTime } from '../terminal/time.ts'
import { pad, wrap } from '../terminal/width.ts'
import { type AddCommand, done, failed, type MessagesCommand, NO_MESSAGES } from './command.ts'
import {
  accountWithoutMailServer,
  detailsOf,
  displayFields,
  paintState,
  shortName,
  variablesOf,
  withMessages,
  withQueueReason,
} from './describe.ts'

/** Longer lines are hard to read. */
const MAX_TEXT_WIDTH = 88
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
    'ID is a message id, or its beginning or end if only one message matches; or latest.',
    '--json prints the fields of "list", and service, template, messageIdHeader, ' +
      'templateParams (what was submitted, or null once deleted), attempts: attempt, startedAt, ' +
      'endedAt, outcome, smtpResponse; and, if there were several recipients, recipients: ' +
      'address, outcome, smtpResponse, finishedAt; and notices: transport, state.',
  )
}

const show: MessagesCommand<[id: string]> = {
  run: (call, id) => {
    const { screen, now } = call
    const { db } = call.store
    return withMessages(db, [id], async ([found]) => {
      if (!found) return failed(NO_MESSAGES)
      const message = withQueueReason(found, accountWithoutMailServer(call))
      const attempts = await attemptsOf(db, message.id)
      const recipients = await recipientsOf(db, message.id)
      const notices = await noticesOf(db, message)
      const width = Math.min(screen.columns, MAX_TEXT_WIDTH)
      const parts = [
        headOf(message),
        [...factsOf(message, width, now), ...attemptLines(attempts, message, width, now)],
        contentLines(message, width),
        recipientLines(recipients, width),
        await noticeLines(db, notices, width),
        hintsFor(message, recipients),
      ]
      const text = parts.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'))
      return done(text.join('\n\n'), {
        ...detailsOf(message),
        attempts: attempts.map(attemptOf),
        recipients: recipients.map(recipientOf),
        notices: notices.map(({ transport, state }) => ({ transport, state })),
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

function factsOf(message: Message, width: number, now: number): string[] {
  const { state, reason, received_at, id } = message
  const age = formatLength(now - received_at)
  return [
    ...labelled('state', describeState(message, now), width, (line) => paintState(line, state)),
    ...(reason ? labelled('reason', sanitizeLine(reason), width) : []),
    ...labelled('received', `${formatMoment(received_at)}, ${age} ago`, width),
    ...labelled('id', id, width),
  ]
}

function labelled(label: string, text: string, width: number, paint = (line: string) => line) {
  const lines = wrap(text, width - INDENT.length - LABEL_WIDTH)
  return lines.map((line, index) => {
    const cell = pad(index === 0 ? label : '', LABEL_WIDTH)
    return `${INDENT}${styleText('dim', cell)}${paint(line)}`
  })
}

function contentLines(message: Message, width: number): string[] {
  if (message.template_params === null) {
    return [`${INDENT}The content was deleted after RETENTION_DAYS.`]
  }
  const written = variablesOf(message)
  const text = sanitizeText(written[MESSAGE_FIELD] ?? '').trim()
  const others = Object.entries(written).filter(([field]) => !isVisitorField(field))
  const indented = (lines: string) =>
    wrap(lines, width - INDENT.length).map((line) => `${INDENT}${line}`)
  const lines = indented(text || '(no text)')
  const more = others.flatMap(([field, value]) =>
    indented(`${sanitizeLine(field)}: ${sanitizeText(value)}`),
  )
  return [...lines, ...(more.length > 0 ? ['', ...more] : [])].map((line) => line.trimEnd())
}

function recipientLines(recipients: Recipient[], width: number): string[] {
  if (recipients.length === 0) return []
  return [
    styleText('bold', 'Recipients'),
    ...recipients.flatMap(({ address, outcome, smtp_response: reply }) => [
      `${INDENT}${sanitizeLine(address)}  ${outcome}`,
      ...replyLines(reply, width),
    ]),
  ]
}

async function noticeLines(db: Database, notices: Message[], width: number): Promise<string[]> {
  if (notices.length === 0) return []
  const lines = notices.map(async ({ id, transport, state, reason }) => {
    const reply = (await attemptsOf(db, id)).at(-1)?.smtp_response ?? reason
    const shown = state === 'sent' ? [] : replyLines(reply, width)
    return [`${INDENT}${transport}  ${state}`, ...shown]
  })
  return [styleText('bold', 'Notices'), ...(await Promise.all(lines)).flat()]
}

/** How often delivery was tried, and the result of the last attempt. */
function attemptLines(attempts: Attempt[], message: Message, width: number, now: number): string[] {
  const last = attempts.at(-1)
  if (!last) return []
  const isInProgress = last.attempt === message.attempt && message.lease_until > now
  const result = last.outcome ?? (isInProgress ? 'in progress' : 'no result')
  const count = attempts.length === 1 ? '1' : `${attempts.length}, the last`
  const { started_at, smtp_response: reply } = last
  return [
    ...labelled('attempts', `${count} ${formatMoment(started_at)}: ${result}`, width),
    ...(reply ? labelled('', sanitizeLine(reply), width) : []),
  ]
}

function replyLines(reply: string | null, width: number): string[] {
  const lines = reply ? wrap(sanitizeLine(reply), width - 2 * INDENT.length) : []
  return lines.map((line) => styleText('dim', `${INDENT}${INDENT}${line}`))
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
  switch (message.state) {
    case 'held':
      return 'held'
    case 'sent':
      return `sent ${ago(message.finished_at, now)}`
    case 'failed':
      return `failed ${ago(message.finished_at, now)}`
    case 'queued':
      return `queued, ${describeNextAttempt(message, now)}`
  }
}

function ago(time: number | null, now: number): string {
  return `${formatLength(now - (time ?? now))} ago`
}

function describeNextAttempt({ lease_until, next_attempt_at }: Message, now: number): string {
  if (lease_until > now) return 'delivery in progress'
  if (next_attempt_at > now)
    return `retry in ${formatLength(next_attempt_at - now)} (${formatMoment(next_attempt_at)})`
  if (now - next_attempt_at < OVERDUE_MS) return 'due now'
  return `overdue by ${formatLength(now - next_attempt_at)}; is the gateway running?`
}
