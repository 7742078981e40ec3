import type { MessageState } from '../../message.ts'
import type { Database, Message } from '../../store/database.ts'
import { readMessages, releaseMessage, retryMessage } from '../../store/messages.ts'
import type { Store } from '../../store/store.ts'
import {
  type AddCommand,
  done,
  failed,
  type MessagesCommand,
  NO_MESSAGES,
  type Report,
} from './command.ts'
import { lineOf, shortName, withMessages } from './describe.ts'

const CONTENT_DELETED = 'Its content is deleted, so there is nothing to send.'

const RELEASED = 'A running gateway delivers within two seconds.'
const RETRIED =
  'A running gateway tries at once, also if its mail server is paused. After a change of .env, restart it.'

const JSON_SHAPE =
  '--json prints { queued: [id], refused: [{ id, reason }] }. Exit code 1 if one was refused.'

/** Adds `release` and `retry`. */
export function addRequeue(add: AddCommand): void {
  const release = requeueBy(releaseMessage, (db) => readMessages(db, { state: 'held' }), RELEASED)
  add('release [ID...]', 'Queue held messages for delivery', release)
    .option('--all', 'Release all held messages.')
    .addNotes(
      [
        ['3fa9c1', 'one held message'],
        ['3fa9c1 77b0e2', 'two held messages'],
      ],
      JSON_SHAPE,
    )

  const retry = requeueBy(retryMessage, unsentMessages, RETRIED)
  add('retry [ID...]', 'Retry failed and queued messages now', retry)
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

/** The queued messages first: a failed one is queued when it is retried. */
async function* unsentMessages(db: Database): AsyncIterable<Message> {
  yield* readMessages(db, { state: 'queued' })
  yield* readMessages(db, { state: 'failed' })
}

/** Why a message was not queued, by the state that it had before. */
const REFUSALS: Record<MessageState, string> = {
  queued: 'It is queued already, or being delivered.',
  held: 'It is held. Release it.',
  sent: 'It was already sent.',
  failed: 'It has failed. Retry it.',
}

const titleOf = (message: Message) => `${shortName(message.id)}  ${lineOf(message)}`

type Messages = Iterable<Message> | AsyncIterable<Message>

/** A command that queues messages again, each with one statement, and reports the result of each. */
function requeueBy(
  queue: (store: Store, id: string, now: number) => Promise<boolean>,
  readAll: (db: Database) => Messages,
  next: string,
): MessagesCommand<[ids: string[], options: { all?: boolean }]> {
  return {
    run: async ({ store, now }, ids, { all }) => {
      const { db } = store
      const misuse = findMisuse(ids, all)
      if (misuse) return misuse
      const requeue = async (messages: Messages) => {
        const queued: Message[] = []
        const refused: { message: Message; reason: string }[] = []
        for await (const message of messages) {
          if (await queue(store, message.id, now)) queued.push(message)
          else {
            const isDeleted = message.template_params === null
            refused.push({ message, reason: isDeleted ? CONTENT_DELETED : REFUSALS[message.state] })
          }
        }
        const text = [
          ...queued.map((message) => `queued   ${titleOf(message)}`),
          ...refused.map(
            ({ message, reason }) => `refused  ${titleOf(message)}\n         ${reason}`,
          ),
          ...(queued.length > 0 ? ['', next] : []),
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
    withoutDatabase: (ids, { all }) => findMisuse(ids, all) ?? failed(NO_MESSAGES),
  }
}

function findMisuse(ids: string[], all: boolean | undefined): Report | undefined {
  return ids.length > 0 === Boolean(all) ? failed('Name message ids, or use --all.', 2) : undefined
}
