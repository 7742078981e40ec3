import { styleText } from 'node:util'
import type { Message } from '../../gateway/store/database.ts'
import {
  countAutomatic,
  countMessages,
  type Filter,
  listMessages,
} from '../../gateway/store/messages.ts'
import { harmlessLine } from '../terminal/harmless.ts'
import { type Column, layOut } from '../terminal/table.ts'
import { formatLength } from '../terminal/time.ts'
import { clip } from '../terminal/width.ts'
import { defineCommand, done, type Given, wrongUse } from './command.ts'
import { paintStandIn, paintState, shortName, summaryOf, wordsOf } from './describe.ts'
import { NARROWING, narrow } from './narrow.ts'
import { NO_MESSAGES } from './no-messages.ts'

const PER_PAGE = 20
const MOST_PER_PAGE = 1000
const REASON_INDENT = ' '.repeat(8)

const COLUMNS: Column[] = [
  { title: 'name', paint: (cell) => styleText('bold', cell) },
  { title: 'state', paint: (cell, text) => paintState(cell, text as Message['state']) },
  { title: 'age' },
  { title: 'from', isFlexible: true, paint: paintStandIn },
  { title: 'address', isFlexible: true },
  { title: 'subject', isFlexible: true },
]

type Page = { number: number; size: number; total: number }

const OPTIONS = {
  ...NARROWING,
  page: { type: 'string', value: 'N', help: 'Further back: the second page, the third ...' },
  'per-page': { type: 'string', value: 'N', help: `Messages on a page (${PER_PAGE}).` },
} as const

export const list = defineCommand({
  name: 'list',
  summary: 'What has come in, the newest first',
  words: '',
  fewestWords: 0,
  mostWords: 0,
  options: OPTIONS,
  examples: [
    ['list', 'the latest messages'],
    ['list --state held', 'what waits for your word'],
    ['list --from anna@example.com', 'everything from one visitor'],
  ],
  notes: [
    '--json gives { messages, page, perPage, total }; each message has id, state, reason, purpose, ' +
      'account, name, address, subject, receivedAt, nextTryAt, settledAt, attempts, isPurged.',
  ],
  run: async ({ options, store: { db }, screen, now }) => {
    const read = readOptions(options)
    if (!read.ok) return wrongUse(read.fault)
    const { filter, number, size } = read
    const total = await countMessages(db, filter)
    const messages = await listMessages(db, filter, { limit: size, offset: (number - 1) * size })
    const page = { number, size, total }
    const unshown = filter.isAll ? 0 : await countAutomatic(db, filter)
    const text = [
      ...(messages.length > 0
        ? tableOf(messages, screen.columns, now)
        : [nothingFor(filter, page)]),
      ...footerOf(page, unshown),
    ].join('\n')
    return done(text, { messages: messages.map(summaryOf), page: number, perPage: size, total })
  },
  whenNone: ({ options }) => {
    const read = readOptions(options)
    if (!read.ok) return wrongUse(read.fault)
    return done(NO_MESSAGES, { messages: [], page: read.number, perPage: read.size, total: 0 })
  },
})

function readOptions(options: Given<typeof OPTIONS>) {
  const narrowed = narrow(options)
  if (!narrowed.ok) return narrowed
  const number = readCount(options.page, 1)
  const size = readCount(options['per-page'], PER_PAGE)
  if (number && size && size <= MOST_PER_PAGE) return { ...narrowed, number, size }
  const fault = `--page and --per-page are numbers from 1 on, at most ${MOST_PER_PAGE} a page.`
  return { ok: false as const, fault }
}

function readCount(text: string | undefined, standard: number): number | undefined {
  if (text === undefined) return standard
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined
}

/** The reason of a held or failed message has a line of its own: mail servers are verbose. */
function tableOf(messages: Message[], width: number, now: number): string[] {
  const rows = messages.map((message) => {
    const { name, address, subject } = wordsOf(message)
    const age = formatLength(now - message.received_at)
    return [shortName(message.id), message.state, age, name, address, subject]
  })
  const [heading = '', ...lines] = layOut(COLUMNS, rows, width)
  return [
    heading,
    ...lines.flatMap((line, index) => {
      const reason = messages[index]?.reason
      if (!reason) return [line]
      const shown = clip(harmlessLine(reason), width - REASON_INDENT.length)
      return [line, styleText('dim', `${REASON_INDENT}${shown}`)]
    }),
  ]
}

function nothingFor({ state, sender }: Filter, { number, size, total }: Page): string {
  if (total > 0) return `There is no page ${number}; the last is ${Math.ceil(total / size)}.`
  const who = sender ? ` from ${harmlessLine(sender)}` : ''
  return state ? `No message${who} is ${state}.` : `No messages${who} yet.`
}

function footerOf({ number, size, total }: Page, unshown: number): string[] {
  const pages = Math.ceil(total / size)
  const older = number < pages ? `; older ones: --page ${number + 1}` : ''
  const lines = [
    ...(pages > 1 && number <= pages
      ? [`Page ${number} of ${pages}, ${total} in all${older}`]
      : []),
    ...(unshown > 0
      ? [`${unshown} automatic ${unshown === 1 ? 'mail' : 'mails'} not shown: --all`]
      : []),
  ]
  return lines.length > 0 ? ['', ...lines.map((line) => styleText('dim', line))] : []
}
