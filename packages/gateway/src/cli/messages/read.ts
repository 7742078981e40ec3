import { styleText } from 'node:util'
import type { Configuration } from '../../configuration.ts'
import { clip } from '../../delivery/compose.ts'
import { MESSAGE_STATES, type MessageState } from '../../message.ts'
import { describeStates, summarize, viewMessage } from '../../message-view.ts'
import { ownCommand } from '../../own-command.ts'
import { listBlocked } from '../../store/accept-message.ts'
import type { Attempt, Message } from '../../store/database.ts'
import {
  attemptsOf,
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
import { formatLength } from '../../time.ts'
import { sanitizeLine, sanitizeText } from '../terminal/sanitize.ts'
import {
  type AddCommand,
  type Call,
  done,
  type Report,
  readAddress,
  shortName,
  withMessages,
} from './command.ts'

const INDENT = ' '.repeat(8)
const STATE_WIDTH = 6
/** The number of messages without --all. */
const LIMIT = 20
const AGE_WIDTH = 6

const LIST_HELP = `
--json prints { counts: { queued, held, sent, failed }, total, messages }. A message has
the columns of its row in the database, with times in ISO 8601. templateParams is what
was submitted, or null once deleted. Counts are of all messages, the total is of those
that the options select. npm prints two extra lines: for a file, use npm run --silent.`

/** Adds `list`, `show` and `blocked`. */
export function addReading(add: AddCommand): void {
  const empty = { counts: NO_COUNTS, total: 0, messages: [] }
  const command = add('list', 'List messages, newest first, and count them by state', list, empty)
  command
    .addOption(
      command
        .createOption('--state <STATE>', 'Only messages in this state.')
        .choices(MESSAGE_STATES),
    )
    .option('--sender <ADDRESS>', 'Only messages with this address in any field.', readAddress)
    .option('--all', `List every message, not only the latest ${LIMIT}.`)
    .addHelpText('after', LIST_HELP)
  add('show <ID>', 'Show a message, its state and its last delivery attempt', show).addHelpText(
    'after',
    '\nID is a message id, or its end if only one message matches; or latest.\n' +
      '--json prints the message as "list" does, and its attempts.',
  )
  add('blocked', 'List the senders that you have blocked', blocked, { blocked: [] }).addHelpText(
    'after',
    '\n--json prints { blocked: [address] }.',
  )
}

type ListOptions = Filter & { sender?: string; all?: boolean }

async function list(call: Call, options: ListOptions): Promise<Report> {
  const { db } = call.store
  const { sender, all, state } = options
  const limit = all ? undefined : LIMIT
  const written = sender ? await findByAddress(db, sender, options) : undefined
  const total = written?.length ?? (await countMessages(db, options))
  const messages =
    written?.toReversed().slice(0, limit) ?? (await listMessages(db, options, limit ?? total))
  const counts = await countByState(db)
  const waited = waitedMs(await waitingSince(db), call.now)
  const nothing = `No ${state ? `${state} ` : ''}messages${sender ? ` with ${sender}` : ''}.`
  const text = [
    headline(counts, waited),
    ...(counts.queued > 0 ? missingMailServer(call.configuration) : []),
    '',
    ...messages.flatMap((message) => linesOf(message, call)),
    ...(messages.length === 0 ? [nothing] : []),
    ...(messages.length < total
      ? ['', styleText('dim', `${messages.length} of ${total} messages; every one: --all`)]
      : []),
  ]
  return done(text.join('\n'), { counts, total, messages: messages.map(forPrograms) })
}

function headline(counts: Record<MessageState, number>, waited: number): string {
  const parts = describeStates(counts).map(([state, text]) => paintState(text, state))
  const stalled = `oldest for ${formatLength(waited)}; find the cause: ${ownCommand('doctor')}`
  const all = [...parts, ...(waited >= STALLED_AFTER_MS ? [stalled] : [])]
  return all.join(', ') || 'No messages from visitors.'
}

/** A message in one line, and why it is held, failed or queued in another: SMTP replies are long. */
function linesOf(message: Message, { screen: { columns }, now }: Call): string[] {
  const { id, state, received_at, reason } = message
  const age = formatLength(now - received_at)
  const start = `${shortName(id)}  ${state.padEnd(STATE_WIDTH)}  ${age.padStart(AGE_WIDTH)}  `
  const text = clip(lineOf(message), columns - start.length)
  const shown = reason && clip(`${INDENT}${sanitizeLine(reason)}`, columns)
  return [paintState(start, state) + text, ...(shown ? [styleText('dim', shown)] : [])]
}

function show({ store: { db }, now, configuration }: Call, id: string): Promise<Report> {
  return withMessages(db, [id], async (messages) => {
    const [message] = messages as [Message]
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
      ...forPrograms(message),
      attempts: attempts.map(forPrograms),
    })
  })
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

/** Says why nothing is delivered, if no mail server is set. */
function missingMailServer({ SMTP_HOST, MAIL_TRANSPORT }: Configuration): string[] {
  if (SMTP_HOST || MAIL_TRANSPORT !== 'smtp') return []
  return ['Not delivered: no mail server is set in .env (SMTP_HOST).']
}

/** A row of the database in the output of --json. */
function forPrograms(row: Message | Attempt) {
  const values = Object.entries(row).map(([column, value]) => {
    const name = column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    if (column === 'template_params') return [name, JSON.parse(String(value))]
    const isTime = column.endsWith('_at') && value !== null
    return [name, isTime ? new Date(value).toISOString() : value]
  })
  return Object.fromEntries(values)
}

/** A message in one line: sender and subject. */
export function lineOf(message: Message): string {
  const { name, address, subject } = summarize(message)
  const sender = [name, address && `<${address}>`].filter(Boolean).join(' ')
  return sanitizeLine([sender, subject].filter(Boolean).join(': '))
}

/** Colors every state but `sent`, which needs no attention. */
function paintState(text: string, state: MessageState): string {
  if (state === 'sent') return text
  return styleText(({ queued: 'cyan', held: 'yellow', failed: 'red' } as const)[state], text)
}

async function blocked({ store }: Call): Promise<Report> {
  const all = await listBlocked(store.db)
  return done(all.map(sanitizeLine).join('\n') || 'No sender is blocked.', { blocked: all })
}
