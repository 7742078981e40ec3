import { styleText } from 'node:util'
import type { Attempt, Message } from '../../gateway/store/database.ts'
import { attemptsOf } from '../../gateway/store/messages.ts'
import { EMAIL_FIELD, MESSAGE_FIELD, NAME_FIELD, SUBJECT_FIELD } from '../../wire/fields.ts'
import { harmlessLine, harmlessText } from '../terminal/harmless.ts'
import { formatLength, formatMoment } from '../terminal/time.ts'
import { pad, wrap } from '../terminal/width.ts'
import { callByName } from './call-by-name.ts'
import { defineCommand, done, failed } from './command.ts'
import {
  attemptOf,
  describeState,
  paintState,
  shortName,
  variablesOf,
  wholeOf,
  wordsOf,
} from './describe.ts'
import { NO_MESSAGES } from './no-messages.ts'

/** Longer lines are hard to read. */
const WIDEST_TEXT = 88
const INDENT = '  '
const LABEL_WIDTH = 10
const MOST_ATTEMPTS = 10
const HEADLINE_FIELDS = [NAME_FIELD, EMAIL_FIELD, SUBJECT_FIELD, MESSAGE_FIELD]

export const show = defineCommand({
  name: 'show',
  summary: 'One message whole, with every attempt to send it',
  words: 'NAME',
  fewestWords: 1,
  mostWords: 1,
  options: {},
  examples: [
    ['show latest', 'the newest message'],
    ['show 3fa9c1', 'the message that "list" calls 3fa9c1'],
  ],
  notes: [
    'NAME is the beginning or the end of a name, as long as only one message has it, or latest.',
    '--json gives what "list" gives, and service, template, mailId, variables (what was written, ' +
      'or null once deleted) and tries: attempt, startedAt, endedAt, outcome, reply.',
  ],
  run: async ({ words, store: { db }, screen, now }) => {
    const called = await callByName(db, words)
    if (!called.ok) return called.report
    const [message] = called.messages
    if (!message) return failed(NO_MESSAGES)
    const attempts = await attemptsOf(db, message.id)
    const width = Math.min(screen.columns, WIDEST_TEXT)
    const parts = [
      headOf(message),
      factsOf(message, width, now),
      wordsAsWritten(message, width),
      attemptLines(attempts, width),
      hintsFor(message),
    ]
    const text = parts.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'))
    return done(text.join('\n\n'), { ...wholeOf(message), tries: attempts.map(attemptOf) })
  },
  whenNone: () => failed(NO_MESSAGES),
})

function headOf(message: Message): string[] {
  const { name, address } = wordsOf(message)
  const subject = harmlessLine(variablesOf(message)[SUBJECT_FIELD] ?? '')
  const who = [name, address && `<${address}>`].filter(Boolean).join(' ')
  return [styleText('bold', who), subject].filter(Boolean)
}

function factsOf(message: Message, width: number, now: number): string[] {
  const { state, reason, received_at, id } = message
  const age = formatLength(now - received_at)
  return [
    ...labelled('state', describeState(message, now), width, (line) => paintState(line, state)),
    ...(reason ? labelled('because', harmlessLine(reason), width) : []),
    ...labelled('received', `${formatMoment(received_at)}, ${age} ago`, width),
    ...labelled('name', id, width),
  ]
}

function labelled(label: string, text: string, width: number, paint = (line: string) => line) {
  const lines = wrap(text, width - INDENT.length - LABEL_WIDTH)
  return lines.map((line, index) => {
    const cell = pad(index === 0 ? label : '', LABEL_WIDTH)
    return `${INDENT}${styleText('dim', cell)}${paint(line)}`
  })
}

function wordsAsWritten(message: Message, width: number): string[] {
  if (message.variables === null) {
    return [`${INDENT}The words have been deleted, as RETENTION_DAYS or "purge" asked for.`]
  }
  const written = variablesOf(message)
  const text = harmlessText(written[MESSAGE_FIELD] ?? '').trim()
  const others = Object.entries(written).filter(([field]) => !HEADLINE_FIELDS.includes(field))
  const lines = wrap(text || '(no words)', width - INDENT.length).map((line) => `${INDENT}${line}`)
  const more = others.flatMap(([field, value]) =>
    wrap(`${harmlessLine(field)}: ${harmlessText(value)}`, width - INDENT.length).map(
      (line) => `${INDENT}${line}`,
    ),
  )
  return [...lines, ...(more.length > 0 ? ['', ...more] : [])].map((line) => line.trimEnd())
}

function attemptLines(attempts: Attempt[], width: number): string[] {
  if (attempts.length === 0) return []
  const shown = attempts.slice(-MOST_ATTEMPTS)
  const earlier = attempts.length - shown.length
  return [
    styleText('bold', attempts.length === 1 ? 'One attempt' : `${attempts.length} attempts`),
    ...(earlier > 0 ? [`${INDENT}${styleText('dim', `${earlier} earlier ones: --json`)}`] : []),
    ...shown.flatMap(({ started_at, outcome, reply }) => {
      const head = `${INDENT}${formatMoment(started_at)}  ${outcome ?? 'never ended'}`
      const room = width - 2 * INDENT.length
      const said = reply ? wrap(harmlessLine(reply), room) : []
      return [head, ...said.map((line) => styleText('dim', `${INDENT}${INDENT}${line}`))]
    }),
  ]
}

function hintsFor({ state, id, variables }: Message): string[] {
  if (variables === null) return []
  const command = { held: 'release', failed: 'retry', queued: undefined, sent: undefined }[state]
  if (!command) return []
  const doing = { release: 'Send it on', retry: 'Try again' }[command]
  return [styleText('dim', `${doing}: npm run messages -- ${command} ${shortName(id)}`)]
}
