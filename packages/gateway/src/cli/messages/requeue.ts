import { ownCommand } from '../../own-command.ts'
import type { Database, Message } from '../../store/database.ts'
import { readMessages, releaseMessage, retryMessage } from '../../store/messages.ts'
import {
  type AddCommand,
  done,
  failed,
  type MessagesCommand,
  NO_MESSAGES,
  type Report,
  usageError,
} from './command.ts'
import { shortName, titleOf, withMessages } from './describe.ts'

const CONTENT_DELETED = 'Its content is deleted, so there is nothing to send.'

const JSON_SHAPE =
  '--json prints { queued: [id], refused: [{ id, reason }] }. Exit code 1 if one was refused.'

/** Adds `release` and `retry`. */
export function addRequeue(add: AddCommand): void {
  const release = requeueBy(releaseMessage, releaseRefusal, (db) =>
    readMessages(db, { state: 'held' }),
  )
  add('release [ID...]', 'Queue held messages for delivery', release)
    .option('--all', 'Release all held messages.')
    .addNotes(
      [
        ['3fa9c1', 'one held message'],
        ['3fa9c1 77b0e2', 'two held messages'],
      ],
      JSON_SHAPE,
    )

  const retry = requeueBy(retryMessage, retryRefusal, unsentMessages)
  add('retry [ID...]', 'Retry failed messages, queued messages and rejected recipients now', retry)
    .option('--all', 'Retry all failed and queued messages.')
    .addNotes(
      [
        ['3fa9c1', 'one message'],
        ['--all', 'after you have fixed the cause'],
      ],
      'A mail server that accepted the message before its connection was lost gets it twice, with ' +
        'the same Message-ID, by which mail programs recognize duplicates.',
      JSON_SHAPE,
    )
}

function releaseRefusal({ state, template_params: variables, id }: Message): string {
  switch (state) {
    case 'held':
      return variables === null ? CONTENT_DELETED : 'Another process has just released it.'
    case 'queued':
      return 'It is not held: it is already queued.'
    case 'sent':
      return 'It is not held: it was sent.'
    case 'failed':
      return `It is not held: it failed. Retry it: ${ownCommand('messages', `retry ${shortName(id)}`)}`
  }
}

/** The queued messages first: a failed one is queued when it is retried. */
async function* unsentMessages(db: Database): AsyncIterable<Message> {
  yield* readMessages(db, { state: 'queued' })
  yield* readMessages(db, { state: 'failed' })
}

function retryRefusal({ state, template_params: variables, id }: Message): string {
  if (variables === null) return CONTENT_DELETED
  switch (state) {
    case 'queued':
      return 'Its delivery is in progress.'
    case 'sent':
      return 'It was already sent.'
    case 'held':
      return `It is held. Release it: ${ownCommand('messages', `release ${shortName(id)}`)}`
    case 'failed':
      return 'Another process has just changed it.'
  }
}

type Messages = Iterable<Message> | AsyncIterable<Message>

/** A command that queues messages again, each with one statement, and reports the result of each. */
function requeueBy(
  queue: (db: Database, id: string, now: number) => Promise<boolean>,
  refusalOf: (message: Message) => string,
  readAll: (db: Database) => Messages,
): MessagesCommand<[ids: string[], options: { all?: boolean }]> {
  return {
    run: async ({ store: { db }, now }, ids, { all }) => {
      const misuse = findMisuse(ids, all)
      if (misuse) return misuse
      const requeue = async (messages: Messages) => {
        const queued: Message[] = []
        const refused: { message: Message; reason: string }[] = []
        for await (const message of messages) {
          if (await queue(db, message.id, now)) queued.push(message)
          else refused.push({ message, reason: refusalOf(message) })
        }
        const text = [
          ...queued.map((message) => `queued   ${titleOf(message)}`),
          ...refused.map(
            ({ message, reason }) => `refused  ${titleOf(message)}\n         ${reason}`,
          ),
          ...(queued.length > 0
            ? [
                '',
                'A running gateway delivers within 30 seconds, or after the pause of its mail server.',
              ]
            : []),
        ].join('\n')
        const data = {
          queued: queued.map(({ id }) => id),
          refused: refused.map(({ message, reason }) => ({ id: message.id, reason })),
        }
        const report = done(text || 'There are none.', data)
        return refused.length > 0 ? { ...report, exitCode: 1 as const } : report
      }
      return all ? requeue(readAll(db)) : withMessages(db, ids, requeue)
    },
    withoutDatabase: (_, ids, { all }) => findMisuse(ids, all) ?? failed(NO_MESSAGES),
  }
}

function findMisuse(ids: string[], all: boolean | undefined): Report | undefined {
  return ids.length > 0 === Boolean(all) ? usageError('Name message ids, or use --all.') : undefined
}
