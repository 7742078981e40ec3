import type { Database, Message } from '../../store/database.ts'
import {
  acknowledgeMessage,
  readMessages,
  releaseMessage,
  retryMessage,
} from '../../store/messages.ts'
import {
  type AddCommand,
  done,
  type MessagesCommand,
  type Report,
  type StoreCall,
  usageError,
} from './command.ts'
import { shortName, titleOf, withMessages } from './describe.ts'

const CONTENT_DELETED = 'Its content is deleted, so there is nothing to send.'

const REQUEUE_JSON =
  '--json prints { queued: [id], refused: [{ id, reason }] }. Exit code 1 if one was refused.'

/** Adds `release`, `retry` and `acknowledge`. */
export function addChanges(add: AddCommand): void {
  add('release <ID...>', 'Queue held messages for delivery', release).addNotes(
    [
      ['3fa9c1', 'one held message'],
      ['3fa9c1 77b0e2', 'two held messages'],
    ],
    REQUEUE_JSON,
  )

  add('retry [ID...]', 'Retry failed messages, queued messages and rejected recipients now', retry)
    .option('--all', 'Retry all failed and queued messages.')
    .addNotes(
      [
        ['3fa9c1', 'one message'],
        ['--all', 'after you have fixed the cause'],
      ],
      'A mail server that accepted the message before its connection was lost gets it twice, with ' +
        'the same Message-ID, by which mail programs recognize duplicates.',
      REQUEUE_JSON,
    )

  add('acknowledge [ID...]', 'Stop reporting failed messages', acknowledge)
    .option('--all', 'Acknowledge every failed message.')
    .addNotes(
      [
        ['3fa9c1', 'after you have answered the visitor yourself'],
        ['--all', 'every failed message'],
      ],
      '"stats --fail-if-older-than", "doctor", a metric and an alert mail report a failed message ' +
        'until you retry or acknowledge it. Its content is kept for RETENTION_DAYS, as for others.',
      '--json prints { acknowledged: [id] }.',
    )
}

const release: MessagesCommand<[ids: string[]]> = {
  run: (call, ids) =>
    withMessages(call.store.db, ids, (messages) =>
      requeue(call, messages, releaseMessage, releaseRefusal),
    ),
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
      return `It is not held: it failed. Retry it: npm run messages -- retry ${shortName(id)}`
  }
}

type AllOption = { all?: boolean }

const retry: MessagesCommand<[ids: string[], options: AllOption]> = {
  run: async (call, ids, { all }) => {
    const { db } = call.store
    if (ids.length > 0 === Boolean(all))
      return usageError('retry needs either message ids or --all.')
    return all
      ? requeue(call, unsentMessages(db), retryMessage, retryRefusal)
      : withMessages(db, ids, (messages) => requeue(call, messages, retryMessage, retryRefusal))
  },
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
      return `It is held. Release it: npm run messages -- release ${shortName(id)}`
    case 'failed':
      return 'Another process has just changed it.'
  }
}

type Requeue = (db: Database, id: string, now: number) => Promise<boolean>
type RefusalOf = (message: Message) => string

/** Queues messages again, each with one statement, and reports the result of each. */
async function requeue(
  { store, now }: StoreCall,
  messages: Iterable<Message> | AsyncIterable<Message>,
  queue: Requeue,
  refusalOf: RefusalOf,
): Promise<Report> {
  const queued: Message[] = []
  const refused: { message: Message; reason: string }[] = []
  for await (const message of messages) {
    if (await queue(store.db, message.id, now)) queued.push(message)
    else refused.push({ message, reason: refusalOf(message) })
  }
  const text = [
    ...queued.map((message) => `queued   ${titleOf(message)}`),
    ...refused.map(({ message, reason }) => `refused  ${titleOf(message)}\n         ${reason}`),
    ...(queued.length > 0
      ? ['', 'A running gateway with a mail server delivers within 30 seconds.']
      : []),
  ].join('\n')
  const data = {
    queued: queued.map(({ id }) => id),
    refused: refused.map(({ message, reason }) => ({ id: message.id, reason })),
  }
  return { ...done(text || 'No messages to retry.', data), exitCode: refused.length > 0 ? 1 : 0 }
}

const acknowledge: MessagesCommand<[ids: string[], options: AllOption]> = {
  run: async ({ store: { db }, now }, ids, { all }) => {
    if (ids.length > 0 === Boolean(all)) {
      return usageError('acknowledge needs either message ids or --all.')
    }
    const acknowledgeAll = async (messages: Iterable<Message> | AsyncIterable<Message>) => {
      const acknowledged: Message[] = []
      for await (const message of messages) {
        if (await acknowledgeMessage(db, message.id, now)) acknowledged.push(message)
      }
      const lines = acknowledged.map((message) => `acknowledged  ${titleOf(message)}`)
      const text = lines.join('\n') || 'No unacknowledged failed messages.'
      return done(text, { acknowledged: acknowledged.map(({ id }) => id) })
    }
    return all
      ? acknowledgeAll(readMessages(db, { state: 'failed' }))
      : withMessages(db, ids, acknowledgeAll)
  },
}
