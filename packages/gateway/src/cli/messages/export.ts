import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isVisitorField, VISITOR_FIELDS } from 'reward-codes-protocol/fields'
import type { Message } from '../../store/database.ts'
import { type Filter, readMessages } from '../../store/messages.ts'
import { databaseFiles } from '../../store/sqlite.ts'
import { writeAtomic } from '../../write-atomic.ts'
import { sanitizeJson, sanitizeLine, sanitizeText } from '../terminal/sanitize.ts'
import { isoTime } from '../terminal/time.ts'
import {
  type AddCommand,
  type Call,
  done,
  failed,
  type MessagesCommand,
  type Report,
  usageError,
} from './command.ts'
import { detailsOf, several, variablesOf, withFilters } from './describe.ts'
import { chooseTarget } from './output-file.ts'

const FORMATS = ['json', 'csv', 'mbox'] as const

const OWNER_ONLY = 0o600

type ExportOptions = Filter & {
  format: (typeof FORMATS)[number]
  out?: string
  force?: boolean
}
type Messages = AsyncIterable<Message> | Iterable<Message>
type Counters = { exported: number; skipped: Record<string, number> }
/** A message in the format, or why it is skipped. */
export type Entry = { ok: true; content: string | Buffer } | { ok: false; reason: string }

/** How a stream of messages is serialized. */
export type Format = {
  head?: string
  entryOf: (message: Message) => Entry | Promise<Entry>
  between?: string
  foot?: string
}

/** Adds `export`. */
export function addExport(add: AddCommand): void {
  const exporting = add('export', 'Export messages as JSON, CSV or mbox', exportMessages)
  withFilters(exporting)
    .addOption(
      exporting
        .createOption('--format <FORMAT>', 'Output format.')
        .choices(FORMATS)
        .default('json'),
    )
    .option('--out <FILE>', 'Write to this file instead of stdout.')
    .option('--force', 'Overwrite an existing file.')
    .addNotes(
      [
        ['--format csv --out messages.csv', 'for a spreadsheet'],
        ['--format mbox --out messages.mbox', 'for a mail program'],
        ['--sender anna@example.com --include-automatic', 'all data about one visitor'],
      ],
      'Oldest first. npm prints two extra lines to stdout: use --out, or npm run --silent.',
      'json is an array of what "show --json" prints, without attempts and recipients. csv is ' +
        'UTF-8 with a byte order mark; a cell that a spreadsheet would evaluate as a formula ' +
        'starts with a single quote. mbox (mboxrd) contains the mails as delivered, with their ' +
        'Message-ID; messages whose content is deleted are skipped.',
      'With --out, --json prints { file, exported, skipped: { reason: count } }.',
    )
}

const exportMessages: MessagesCommand<[ExportOptions]> = {
  run: (call, options) => writeExport(call, options, readMessages(call.store.db, options)),
  withoutDatabase: (call, options) => writeExport(call, options, []),
}

async function writeExport(
  call: Call,
  options: ExportOptions,
  messages: Messages,
): Promise<Report> {
  const { configuration, screen } = call
  const { format: name, out, force } = options
  if (name === 'mbox' && !out && screen.isTerminal) {
    return usageError('mbox output is not for a terminal. Add --out FILE.')
  }
  const own = databaseFiles(configuration.DATA_DIR)
  const target = out === undefined ? undefined : chooseTarget(out, force, own)
  if (target?.ok === false) return failed(target.fault)
  const format =
    name === 'mbox'
      ? (await import('./mbox.ts')).mboxFormat(call)
      : { json: JSON_FORMAT, csv: CSV_FORMAT }[name]
  if ('fault' in format) return failed(`Cannot compose the mails.\n${format.fault}`)
  const counts: Counters = { exported: 0, skipped: {} }
  const chunks = Readable.from(render(format, messages, counts))
  if (!target) {
    await pipeline(chunks, screen.output, { end: false })
    return { ...reportOf(counts), data: undefined, toStderr: true }
  }
  await writeAtomic(target.file, (part) =>
    pipeline(chunks, createWriteStream(part, { mode: OWNER_ONLY, flush: true })),
  )
  return reportOf(counts, target.file)
}

async function* render(format: Format, messages: Messages, counts: Counters) {
  if (format.head) yield format.head
  for await (const message of messages) {
    const entry = await format.entryOf(message)
    if (entry.ok) {
      if (counts.exported > 0 && format.between) yield format.between
      yield entry.content
      counts.exported++
    } else {
      counts.skipped[entry.reason] = (counts.skipped[entry.reason] ?? 0) + 1
    }
  }
  if (format.foot) yield format.foot
}

function reportOf({ exported, skipped }: Counters, file?: string): Report {
  const count = several(exported, 'One message')
  const lines = Object.entries(skipped).map(
    ([reason, number]) => `${number} skipped: ${sanitizeLine(reason)}.`,
  )
  // Deleted content is expected; a mail that cannot be rendered is an error.
  const isComplete = Object.keys(skipped).every((reason) => reason === 'content deleted')
  const text = [`${count} exported${file ? ` to ${file}` : ''}.`, ...lines].join('\n')
  return { ...done(text, { file, exported, skipped }), exitCode: isComplete ? 0 : 1 }
}

const JSON_FORMAT: Format = {
  head: '[\n',
  entryOf: (message) => ({ ok: true, content: sanitizeJson(detailsOf(message)) }),
  between: ',\n',
  foot: '\n]\n',
}

const HEADERS = 'id received_at state reason name address subject message other'.split(' ')
const LINE_END = '\r\n'
/** Without it, spreadsheets assume a legacy encoding instead of UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'

/**
 * Text that a spreadsheet evaluates as a formula (CSV injection), also after spaces and with
 * fullwidth signs. A leading single quote makes it text.
 */
const FORMULA = /^\s*[=+\-@\t\r\n＝＋－＠]|^[\t\r\n]/u

const CSV_FORMAT: Format = {
  head: BYTE_ORDER_MARK + rowOf(HEADERS),
  entryOf: (message) => ({ ok: true, content: csvRow(message) }),
}

function csvRow(message: Message): string {
  const written = variablesOf(message)
  const others = Object.entries(written).filter(([field]) => !isVisitorField(field))
  return rowOf([
    message.id,
    isoTime(message.received_at) ?? '',
    message.state,
    message.reason ?? '',
    ...VISITOR_FIELDS.map((field) => written[field] ?? ''),
    others.length > 0 ? JSON.stringify(Object.fromEntries(others)) : '',
  ])
}

function rowOf(cells: string[]): string {
  return cells.map(cellOf).join(',') + LINE_END
}

/** One cell as in RFC 4180, always quoted. */
export function cellOf(text: string): string {
  const safe = FORMULA.test(text) ? `'${sanitizeText(text)}` : sanitizeText(text)
  return `"${safe.replaceAll('"', '""')}"`
}
