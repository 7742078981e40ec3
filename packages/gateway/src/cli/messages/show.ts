import { styleText } from 'node:util'
import { viewMessage } from '../../message-view.ts'
import { ownCommand } from '../../own-command.ts'
import type { Attempt, Message } from '../../store/database.ts'
import { attemptsOf } from '../../store/messages.ts'
import { sanitizeLine, sanitizeText } from '../terminal/sanitize.ts'
import { isoTime } from '../terminal/time.ts'
import { type AddCommand, done, failed, type MessagesCommand, NO_MESSAGES } from './command.ts'
import { detailsOf, missingMailServer, paintState, shortName, withMessages } from './describe.ts'

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
  run: ({ store: { db }, now, configuration }, id) =>
    withMessages(db, [id], async ([message]) => {
      if (!message) return failed(NO_MESSAGES)
      const attempts = await attemptsOf(db, message.id)
      const { title, text, rows } = viewMessage(message, attempts, { now })
      const missing = message.state === 'queued' ? missingMailServer(configuration) : []
      const parts = [
        [styleText('bold', paintState(title, message.state)), text, ...missing],
        labelled([...rows, ['Id', message.id]]),
        hintsFor(message),
      ]
      const filled = parts.filter((lines) => lines.length > 0)
      return done(filled.map((lines) => lines.join('\n')).join('\n\n'), {
        ...detailsOf(message),
        attempts: attempts.map(attemptOf),
      })
    }),
}

/** Labels in a column, and beside them the lines of each value. */
function labelled(rows: [label: string, value: string][]): string[] {
  const width = Math.max(...rows.map(([label]) => sanitizeLine(label).length)) + 2
  return rows.flatMap(([label, value]) =>
    sanitizeText(value)
      .trimEnd()
      .split('\n')
      .map((line, at) => {
        const name = at === 0 ? sanitizeLine(label) : ''
        return `  ${styleText('dim', name.padEnd(width))}${line}`.trimEnd()
      }),
  )
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
