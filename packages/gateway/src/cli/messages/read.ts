import { styleText } from 'node:util'
import { InvalidArgumentError } from 'commander'
import type { Database, Message, MessageState } from '../../store/database.ts'
import {
  countAutomatic,
  countByState,
  countMessages,
  countSent,
  findByAddress,
  listMessages,
  NO_COUNTS,
  type Sent,
  STALLED_AFTER_MS,
  unacknowledgedFailures,
  waitedMs,
  waitingSince,
} from '../../store/messages.ts'
import { sanitizeLine } from '../terminal/sanitize.ts'
import { formatLength, isoTime } from '../terminal/time.ts'
import { type Column, clip, layOut, pad } from '../terminal/width.ts'
import {
  type AddCommand,
  done,
  type MessagesCommand,
  NO_MESSAGES,
  type Report,
  readAge,
  type StoreCall,
} from './command.ts'
import {
  accountWithoutMailServer,
  displayFields,
  type FilterOptions,
  paintPlaceholder,
  paintState,
  several,
  shortName,
  summaryOf,
  withFilters,
  withQueueReason,
} from './describe.ts'

const REASON_INDENT = ' '.repeat(8)

const COLUMNS: Column[] = [
  { title: 'id', paint: (cell) => styleText('bold', cell) },
  { title: 'state', paint: (cell, text) => paintState(cell, text as Message['state']) },
  { title: 'age' },
  { title: 'from', isFlexible: true, paint: paintPlaceholder },
  { title: 'address', isFlexible: true },
  { title: 'subject', isFlexible: true },
]

type Page = { number: number; size: number; total: number }
type ListOptions = FilterOptions & { page: number; perPage: number }

/** Adds `list`. */
export function addList(add: AddCommand): void {
  withFilters(add('list', 'List messages, newest first', list))
    .option('--page <N>', 'Page number.', readCount(999_999), 1)
    .option('--per-page <N>', 'Messages per page.', readCount(1000), 20)
    .addNotes(
      [
        ['', 'the latest messages'],
        ['--state held', 'the messages to review'],
        ['--sender anna@example.com', 'all messages with this address'],
      ],
      '--json prints { messages, page, perPage, total }; each message has id, state, reason, ' +
        'kind, account, name, address, subject, receivedAt, nextAttemptAt, finishedAt, ' +
        'attemptCount, contentDeleted, acknowledgedAt.',
    )
}

const list: MessagesCommand<[ListOptions]> = {
  run: async (call, options) => {
    const { store, screen, now } = call
    const { page: number, perPage: size } = options
    const { messages: found, total, hidden } = await readPage(store.db, options)
    const accountWithout = accountWithoutMailServer(call)
    const messages = found.map((message) => withQueueReason(message, accountWithout))
    const page = { number, size, total }
    const text = [
      ...(messages.length > 0
        ? tableOf(messages, screen.columns, now)
        : [emptyListText(options, page)]),
      ...footerOf(page, hidden),
    ].join('\n')
    return done(text, { messages: messages.map(summaryOf), page: number, perPage: size, total })
  },
  withoutDatabase: (_, { page, perPage }) =>
    done(NO_MESSAGES, { messages: [], page, perPage, total: 0 }),
}

/** `hidden` is the number of automatic mails that the options leave out. */
async function readPage(db: Database, options: ListOptions) {
  const { sender, includeAutomatic, page, perPage } = options
  const offset = (page - 1) * perPage
  if (sender) {
    const all = await findByAddress(db, sender, { ...options, includeAutomatic: true })
    const found = includeAutomatic ? all : all.filter(({ kind }) => kind === 'message')
    const messages = found.toReversed().slice(offset, offset + perPage)
    return { messages, total: found.length, hidden: all.length - found.length }
  }
  return {
    messages: await listMessages(db, options, { limit: perPage, offset }),
    total: await countMessages(db, options),
    hidden: includeAutomatic ? 0 : await countAutomatic(db, options),
  }
}

/** The reason why a message is held, has failed or stays queued is on a separate line: SMTP replies are long. */
function tableOf(messages: Message[], width: number, now: number): string[] {
  const rows = messages.map((message) => {
    const { name, address, subject } = displayFields(message)
    const age = formatLength(now - message.received_at)
    return [shortName(message.id), message.state, age, name, address, subject]
  })
  const [heading = '', ...lines] = layOut(COLUMNS, rows, width)
  return [
    heading,
    ...lines.flatMap((line, index) => {
      const reason = messages[index]?.reason
      if (!reason) return [line]
      const shown = clip(sanitizeLine(reason), width - REASON_INDENT.length)
      return [line, styleText('dim', `${REASON_INDENT}${shown}`)]
    }),
  ]
}

function emptyListText({ state, sender }: FilterOptions, { number, size, total }: Page): string {
  if (total > 0) return `Page ${number} does not exist; the last is ${Math.ceil(total / size)}.`
  const who = sender ? ` with ${sanitizeLine(sender)}` : ''
  return state ? `No ${state} messages${who}.` : `No messages${who} yet.`
}

function footerOf({ number, size, total }: Page, hidden: number): string[] {
  const pages = Math.ceil(total / size)
  const older = number < pages ? `; older messages: --page ${number + 1}` : ''
  const lines = [
    ...(pages > 1 && number <= pages
      ? [`Page ${number} of ${pages}, ${total} messages${older}`]
      : []),
    ...(hidden > 0
      ? [`${hidden} automatic ${hidden === 1 ? 'mail' : 'mails'} hidden; show: --include-automatic`]
      : []),
  ]
  return lines.length > 0 ? ['', ...lines.map((line) => styleText('dim', line))] : []
}

type Figures = {
  counts: Record<MessageState, number>
  /** Failed messages that were neither retried nor acknowledged. */
  unacknowledged: number
  /** How long the gateway has tried to deliver the oldest queued message. */
  waitingMs: number | null
  sent: Sent
  /** Whether messages stay queued because no mail server is set. */
  isMailServerMissing: boolean
}

const NO_FIGURES: Figures = {
  counts: NO_COUNTS,
  unacknowledged: 0,
  waitingMs: null,
  sent: { latest: null, lastDay: 0, lastWeek: 0 },
  isMailServerMissing: false,
}

type StatsOptions = { failIfOlderThan?: number }

/** Adds `stats`. */
export function addStats(add: AddCommand): void {
  add('stats', 'Show message counts, for you and for monitoring', stats)
    .option(
      '--fail-if-older-than <AGE>',
      'Exit with code 1 if a message has been queued for longer than this, such as 1h, or has ' +
        'failed and is neither retried nor acknowledged.',
      readAge,
    )
    .addNotes(
      [
        ['', 'the message counts'],
        ['--fail-if-older-than 1h', 'for monitoring, such as a timer'],
      ],
      '--json prints { queued, held, sent, failed, oldestQueuedSeconds, lastSentAt, sentLastDay, ' +
        "sentLastWeek, isStuck, unacknowledged }. Only visitors' messages count.",
    )
}

const stats: MessagesCommand<[StatsOptions]> = {
  run: async (call, { failIfOlderThan }) =>
    reportOf(await readFigures(call), failIfOlderThan, call.now),
  withoutDatabase: ({ now }, { failIfOlderThan }) => ({
    ...reportOf(NO_FIGURES, failIfOlderThan, now),
    text: NO_MESSAGES,
  }),
}

async function readFigures(call: StoreCall): Promise<Figures> {
  const { now } = call
  const { db } = call.store
  const since = await waitingSince(db)
  return {
    counts: await countByState(db, ['message']),
    unacknowledged: (await unacknowledgedFailures(db)).count,
    waitingMs: since === null ? null : waitedMs(since, now),
    sent: await countSent(db, now),
    isMailServerMissing: accountWithoutMailServer(call) !== undefined,
  }
}

function reportOf(figures: Figures, limit: number | undefined, now: number): Report {
  const { counts, unacknowledged, waitingMs, sent } = figures
  const isStuck = limit !== undefined && waitingMs !== null && waitingMs > limit
  const report = done(textOf(figures, now), {
    ...counts,
    oldestQueuedSeconds: waitingMs === null ? null : Math.floor(waitingMs / 1000),
    lastSentAt: isoTime(sent.latest),
    sentLastDay: sent.lastDay,
    sentLastWeek: sent.lastWeek,
    isStuck,
    unacknowledged,
  })
  const isUnhealthy = limit !== undefined && (isStuck || unacknowledged > 0)
  return { ...report, exitCode: isUnhealthy ? 1 : 0 }
}

function textOf(figures: Figures, now: number): string {
  const { counts, waitingMs, sent } = figures
  const last = sent.latest === null ? '' : `last sent ${formatLength(now - sent.latest)} ago`
  const recently = counts.sent > 0 ? `${sent.lastDay} in 24 h, ${sent.lastWeek} in 7 d` : ''
  const notes: Record<MessageState, string> = {
    failed: failedNote(figures),
    held: counts.held > 0 ? 'npm run messages -- list --state held' : '',
    queued: waitingMs === null ? '' : `oldest for ${formatLength(waitingMs)}`,
    sent: [recently, last].filter(Boolean).join(', '),
  }
  const states: MessageState[] = ['failed', 'held', 'queued', 'sent']
  const size = Math.max(...states.map((state) => String(counts[state]).length))
  const lines = states.map((state) => {
    const line = `  ${String(counts[state]).padStart(size)} ${pad(state, 8)}`
    const isZero = counts[state] === 0
    const shown = isZero ? styleText('dim', line) : paintState(line, state)
    return `${shown} ${styleText('dim', notes[state])}`.trimEnd()
  })
  return [styleText('bold', headlineOf(figures)), '', ...lines].join('\n')
}

function failedNote({ counts, unacknowledged }: Figures): string {
  if (counts.failed === 0) return ''
  return unacknowledged > 0 ? 'npm run messages -- list --state failed' : 'all acknowledged'
}

/** The most severe condition wins. */
function headlineOf(figures: Figures): string {
  const { counts, unacknowledged, waitingMs, isMailServerMissing } = figures
  if (unacknowledged > 0) return `${several(unacknowledged, 'One message')} could not be delivered.`
  if (counts.queued > 0 && isMailServerMissing) {
    return 'Messages stay queued: no mail server is set in .env (SMTP_URL).'
  }
  if (waitingMs !== null && waitingMs >= STALLED_AFTER_MS) {
    return `Delivery has stalled for ${formatLength(waitingMs)}. Find the cause: npm run doctor`
  }
  if (counts.held > 0) return `${several(counts.held, 'One message')} held for review.`
  return counts.queued > 0 ? 'No problems; delivery in progress.' : 'No problems.'
}

/** Parses a whole number from 1. */
function readCount(max: number): (text: string) => number {
  return (text) => {
    const count = /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 0
    if (count >= 1 && count <= max) return count
    throw new InvalidArgumentError(`It must be at least 1 and at most ${max}.`)
  }
}
