import { styleText } from 'node:util'
import { MESSAGE_FIELD, SUBJECT_FIELD, VISITOR_FIELDS } from 'reward-codes-protocol/fields'
import type { Attempt, Message, Recipient } from '../../store/database.ts'
import { attemptsOf } from '../../store/messages.ts'
import { recipientsOf } from '../../store/outbox.ts'
import { sanitizeLine, sanitizeText } from '../terminal/sanitize.ts'
import { formatLength, formatMoment } from '../terminal/time.ts'
import { pad, wrap } from '../terminal/width.ts'
import { done, failed, type MessagesCommand, NO_MESSAGES } from './command.ts'
import {
  attemptOf,
  describeState,
  detailsOf,
  displayFields,
  paintState,
  recipientOf,
  resolveIds,
  shortName,
  variablesOf,
} from './describe.ts'

/** Longer lines are hard to read. */
const MAX_TEXT_WIDTH = 88
const INDENT = '  '
const LABEL_WIDTH = 10
const MAX_SHOWN_ATTEMPTS = 10

export const show: MessagesCommand<[id: string]> = {
  run: async ({ store: { db }, screen, now }, id) => {
    const resolved = await resolveIds(db, [id])
    if (!resolved.ok) return resolved.report
    const [message] = resolved.messages
    if (!message) return failed(NO_MESSAGES)
    const attempts = await attemptsOf(db, message.id)
    const recipients = await recipientsOf(db, message.id)
    const width = Math.min(screen.columns, MAX_TEXT_WIDTH)
    const parts = [
      headOf(message),
      factsOf(message, width, now),
      contentLines(message, width),
      recipientLines(recipients, width),
      attemptLines(attempts, { message, width, now }),
      hintsFor(message, recipients),
    ]
    const text = parts.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'))
    return done(text.join('\n\n'), {
      ...detailsOf(message),
      attempts: attempts.map(attemptOf),
      recipients: recipients.map(recipientOf),
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
    return [`${INDENT}The content was deleted by RETENTION_DAYS or "purge".`]
  }
  const written = variablesOf(message)
  const text = sanitizeText(written[MESSAGE_FIELD] ?? '').trim()
  const others = Object.entries(written).filter(([field]) => !VISITOR_FIELDS.includes(field))
  const lines = wrap(text || '(no text)', width - INDENT.length).map((line) => `${INDENT}${line}`)
  const more = others.flatMap(([field, value]) =>
    wrap(`${sanitizeLine(field)}: ${sanitizeText(value)}`, width - INDENT.length).map(
      (line) => `${INDENT}${line}`,
    ),
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

type RenderContext = { message: Message; width: number; now: number }

function attemptLines(attempts: Attempt[], { message, width, now }: RenderContext): string[] {
  if (attempts.length === 0) return []
  const shown = attempts.slice(-MAX_SHOWN_ATTEMPTS)
  const earlier = attempts.length - shown.length
  return [
    styleText('bold', attempts.length === 1 ? 'One attempt' : `${attempts.length} attempts`),
    ...(earlier > 0 ? [`${INDENT}${styleText('dim', `${earlier} earlier attempts: --json`)}`] : []),
    ...shown.flatMap(({ attempt, started_at, outcome, smtp_response: reply }) => {
      const isInProgress = attempt === message.attempt && message.lease_until > now
      const end = outcome ?? (isInProgress ? 'in progress' : 'no result')
      return [`${INDENT}${formatMoment(started_at)}  ${end}`, ...replyLines(reply, width)]
    }),
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
  return [styleText('dim', `${verb}: npm run messages -- ${command} ${shortName(id)}`)]
}
