import { styleText } from 'node:util'
import { InvalidArgumentError } from 'commander'
import { ownCommand } from '../../own-command.ts'
import type { Database, Message, MessageState } from '../../store/database.ts'
import {
  countAutomatic,
  countByState,
  countMessages,
  findByAddress,
  listMessages,
  NO_COUNTS,
  STALLED_AFTER_MS,
  waitedMs,
  waitingSince,
} from '../../store/messages.ts'
import { sanitizeLine } from '../terminal/sanitize.ts'
import { formatLength } from '../terminal/time.ts'
import { clip, pad } from '../terminal/width.ts'
import { type AddCommand, done, type MessagesCommand, NO_MESSAGES } from './command.ts'
import {
  accountWithoutMailServer,
  displayFields,
  type FilterOptions,
  paintState,
  shortName,
  summaryOf,
  withFilters,
  withQueueReason,
} from './describe.ts'

const INDENT = ' '.repeat(8)
const STATE_WIDTH = 6
const AGE_WIDTH = 6
/** Those that need attention first. */
const STATES: MessageState[] = ['failed', 'held', 'queued', 'sent']

type ListOptions = FilterOptions & { limit: number; all?: boolean }

/** Adds `list`. */
export function addList(add: AddCommand): void {
  withFilters(add('list', 'List messages, newest first, and count them by state', list))
    .option('--limit <N>', 'The number of messages to list.', readCount, 20)
    .option('--all', 'List every message.')
    .addNotes(
      [
        ['', 'the latest messages'],
        ['--state held --all', 'the messages to review'],
        ['--sender anna@example.com', 'all messages with this address'],
      ],
      '--json prints { counts: { queued, held, sent, failed }, total, messages }; each message has ' +
        'id, state, reason, kind, account, name, address, subject, receivedAt, nextAttemptAt, ' +
        "finishedAt, attemptCount, contentDeleted. Counts are of all visitors' messages, the total is " +
        'of those that the options select.',
    )
}

const list: MessagesCommand<[ListOptions]> = {
  run: async (call, options) => {
    const { screen, now } = call
    const { db } = call.store
    const { messages: found, total, hidden } = await select(db, options)
    const accountWithout = accountWithoutMailServer(call)
    const messages = found.map((message) => withQueueReason(message, accountWithout))
    const counts = await countByState(db, ['message'])
    const waited = waitedMs(await waitingSince(db), now)
    const text = [
      headline(counts, waited),
      '',
      ...messages.flatMap((message) => linesOf(message, screen.columns, now)),
      ...(messages.length === 0 ? [emptyText(options)] : []),
      ...footer(messages.length, total, hidden),
    ].join('\n')
    return done(text, { counts, total, messages: messages.map(summaryOf) })
  },
  withoutDatabase: () => done(NO_MESSAGES, { counts: NO_COUNTS, total: 0, messages: [] }),
}

/** `hidden` is the number of automatic mails that the options leave out. */
async function select(db: Database, options: ListOptions) {
  const { sender, includeAutomatic, all, limit } = options
  if (sender) {
    const found = await findByAddress(db, sender, { ...options, includeAutomatic: true })
    const chosen = includeAutomatic ? found : found.filter(({ kind }) => kind === 'message')
    const messages = chosen.toReversed().slice(0, all ? undefined : limit)
    return { messages, total: chosen.length, hidden: found.length - chosen.length }
  }
  const total = await countMessages(db, options)
  return {
    messages: await listMessages(db, options, all ? total : limit),
    total,
    hidden: includeAutomatic ? 0 : await countAutomatic(db, options),
  }
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
  const { name, address, subject } = displayFields(message)
  const age = formatLength(now - received_at)
  const start = `${shortName(id)}  ${pad(state, STATE_WIDTH)}  ${age.padStart(AGE_WIDTH)}  `
  const sender = [name, address && `<${address}>`].filter(Boolean).join(' ')
  const text = clip(subject ? `${sender}: ${subject}` : sender, width - start.length)
  const shown = reason && clip(`${INDENT}${sanitizeLine(reason)}`, width)
  return [paintState(start, state) + text, ...(shown ? [styleText('dim', shown)] : [])]
}

function emptyText({ state, sender }: FilterOptions): string {
  return `No ${state ? `${state} ` : ''}messages${sender ? ` with ${sanitizeLine(sender)}` : ''}.`
}

function footer(shown: number, total: number, hidden: number): string[] {
  const automatic = hidden === 1 ? 'automatic mail' : 'automatic mails'
  const lines = [
    ...(shown < total ? [`${shown} of ${total} messages; every one: --all`] : []),
    ...(hidden > 0 ? [`${hidden} ${automatic} hidden; show: --include-automatic`] : []),
  ]
  return lines.length > 0 ? ['', ...lines.map((line) => styleText('dim', line))] : []
}

function readCount(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number from 1.')
}
