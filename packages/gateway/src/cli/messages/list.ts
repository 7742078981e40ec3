import { styleText } from 'node:util'
import { clip } from '../../delivery/compose.ts'
import { MESSAGE_STATES, type MessageState } from '../../message.ts'
import { ownCommand } from '../../own-command.ts'
import type { Message } from '../../store/database.ts'
import {
  countByState,
  countMessages,
  type Filter,
  findByAddress,
  listMessages,
  NO_COUNTS,
  STALLED_AFTER_MS,
  waitedMs,
  waitingSince,
} from '../../store/messages.ts'
import { sanitizeLine } from '../terminal/sanitize.ts'
import { formatLength } from '../terminal/time.ts'
import { type AddCommand, done, type MessagesCommand, NO_MESSAGES } from './command.ts'
import {
  detailsOf,
  lineOf,
  missingMailServer,
  paintState,
  readAddress,
  shortName,
} from './describe.ts'

const INDENT = ' '.repeat(8)
const STATE_WIDTH = 6
/** The number of messages without --all. */
const LIMIT = 20
const AGE_WIDTH = 6
/** Those that need attention first. */
const STATES: MessageState[] = ['failed', 'held', 'queued', 'sent']

type ListOptions = Filter & { sender?: string; all?: boolean }

/** Adds `list`. */
export function addList(add: AddCommand): void {
  const command = add('list', 'List messages, newest first, and count them by state', list)
  command
    .addOption(
      command
        .createOption('--state <STATE>', 'Only messages in this state.')
        .choices(MESSAGE_STATES),
    )
    .option('--sender <ADDRESS>', 'Only messages with this address in any field.', readAddress)
    .option('--all', `List every message, not only the latest ${LIMIT}.`)
    .addNotes(
      [
        ['', 'the latest messages'],
        ['--state held', 'the messages to review'],
        ['--sender anna@example.com', 'the latest messages with this address'],
        ['--sender anna@example.com --all --json', 'all data about one visitor'],
      ],
      '--json prints { counts: { queued, held, sent, failed }, total, messages }; each message has ' +
        'id, state, reason, account, name, address, subject, receivedAt, nextAttemptAt, ' +
        'finishedAt, attemptCount, contentDeleted, template, messageIdHeader, ' +
        "templateParams (what was submitted, or null once deleted). Counts are of all visitors' " +
        'messages, the total is of those that the options select.',
      'npm prints two extra lines to stdout: for a file, use npm run --silent.',
    )
}

const list: MessagesCommand<[ListOptions]> = {
  run: async ({ screen, now, configuration, store: { db } }, options) => {
    const { sender, all } = options
    const limit = all ? undefined : LIMIT
    const written = sender ? await findByAddress(db, sender, options) : undefined
    const total = written?.length ?? (await countMessages(db, options))
    const messages =
      written?.toReversed().slice(0, limit) ?? (await listMessages(db, options, limit ?? total))
    const counts = await countByState(db)
    const waited = waitedMs(await waitingSince(db), now)
    const text = [
      headline(counts, waited),
      ...(counts.queued > 0 ? missingMailServer(configuration) : []),
      '',
      ...messages.flatMap((message) => linesOf(message, screen.columns, now)),
      ...(messages.length === 0 ? [emptyText(options)] : []),
      ...footer(messages.length, total),
    ].join('\n')
    return done(text, { counts, total, messages: messages.map(detailsOf) })
  },
  withoutDatabase: () => done(NO_MESSAGES, { counts: NO_COUNTS, total: 0, messages: [] }),
}

function headline(counts: Record<MessageState, number>, waited: number): string {
  const parts = STATES.filter((state) => counts[state] > 0).map((state) =>
    paintState(`${counts[state]} ${state}`, state),
  )
  const stalled = `oldest for ${formatLength(waited)}; find the cause: ${ownCommand('doctor')}`
  const all = [...parts, ...(waited >= STALLED_AFTER_MS ? [stalled] : [])]
  return all.join(', ') || 'No messages from visitors.'
}

/** A message in one line, and why it is held, failed or queued in another: SMTP replies are long. */
function linesOf(message: Message, width: number, now: number): string[] {
  const { id, state, received_at, reason } = message
  const age = formatLength(now - received_at)
  const start = `${shortName(id)}  ${state.padEnd(STATE_WIDTH)}  ${age.padStart(AGE_WIDTH)}  `
  const text = clip(lineOf(message), width - start.length)
  const shown = reason && clip(`${INDENT}${sanitizeLine(reason)}`, width)
  return [paintState(start, state) + text, ...(shown ? [styleText('dim', shown)] : [])]
}

function emptyText({ state, sender }: ListOptions): string {
  return `No ${state ? `${state} ` : ''}messages${sender ? ` with ${sanitizeLine(sender)}` : ''}.`
}

function footer(shown: number, total: number): string[] {
  return shown < total
    ? ['', styleText('dim', `${shown} of ${total} messages; every one: --all`)]
    : []
}
