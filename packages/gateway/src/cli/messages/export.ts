import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isVisitorField, VISITOR_FIELDS } from '../../protocol.ts'
import type { Message } from '../../store/database.ts'
import { findByAddress, readMessages } from '../../store/messages.ts'
import { databaseFiles } from '../../store/sqlite.ts'
import { writeAtomic } from '../../write-atomic.ts'
import { sanitizeJson, sanitizeText } from '../terminal/sanitize.ts'
import { isoTime } from '../terminal/time.ts'
import {
  type AddCommand,
  type Call,
  done,
  failed,
  type MessagesCommand,
  type Report,
} from './command.ts'
import { detailsOf, type FilterOptions, several, variablesOf, withFilters } from './describe.ts'
import { chooseTarget } from './output-file.ts'

const FORMATS = ['json', 'csv'] as const

const OWNER_ONLY = 0o600

type ExportOptions = FilterOptions & {
  format: (typeof FORMATS)[number]
  out?: string
  force?: boolean
}
type Messages = AsyncIterable<Message> | Iterable<Message>
type Counter = { exported: number }

/** How a stream of messages is serialized. */
type Format = {
  head: string
  entryOf: (message: Message) => string
  between?: string
  foot?: string
}

/** Adds `export`. */
export function addExport(add: AddCommand): void {
  const exporting = add('export', 'Export messages as JSON or CSV', exportMessages)
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
        ['--sender anna@example.com --include-automatic', 'all data about one visitor'],
      ],
      'Oldest first. npm prints two extra lines to stdout: use --out, or npm run --silent.',
      'json is an array of what "show --json" prints, without attempts and recipients. csv is ' +
        'UTF-8 with a byte order mark; a cell that a spreadsheet would evaluate as a formula ' +
        'starts with a single quote.',
      'With --out, --json prints { file, exported }.',
    )
}

const exportMessages: MessagesCommand<[ExportOptions]> = {
  run: async (call, options) => {
    const { db } = call.store
    const { sender } = options
    const messages = sender ? await findByAddress(db, sender, options) : readMessages(db, options)
    return writeExport(call, options, messages)
  },
  withoutDatabase: (call, options) => writeExport(call, options, []),
}

async function writeExport(
  call: Call,
  options: ExportOptions,
  messages: Messages,
): Promise<Report> {
  const { configuration, screen } = call
  const { format, out, force } = options
  const own = databaseFiles(configuration.DATA_DIR)
  const target = out === undefined ? undefined : chooseTarget(out, force, own)
  if (target?.ok === false) return failed(target.fault)
  const counter: Counter = { exported: 0 }
  const chunks = Readable.from(
    render({ json: JSON_FORMAT, csv: CSV_FORMAT }[format], messages, counter),
  )
  if (!target) {
    await pipeline(chunks, screen.output, { end: false })
    return { ...reportOf(counter), data: undefined, toStderr: true }
  }
  await writeAtomic(target.file, (part) =>
    pipeline(chunks, createWriteStream(part, { mode: OWNER_ONLY, flush: true })),
  )
  return reportOf(counter, target.file)
}

async function* render(
  { head, entryOf, between, foot }: Format,
  messages: Messages,
  counter: Counter,
) {
  yield head
  for await (const message of messages) {
    if (counter.exported > 0 && between) yield between
    yield entryOf(message)
    counter.exported++
  }
  if (foot) yield foot
}

function reportOf({ exported }: Counter, file?: string): Report {
  const count = several(exported, 'One message')
  return done(`${count} exported${file ? ` to ${file}` : ''}.`, { file, exported })
}

const JSON_FORMAT: Format = {
  head: '[\n',
  entryOf: (message) => sanitizeJson(detailsOf(message)),
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
  entryOf: csvRow,
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
