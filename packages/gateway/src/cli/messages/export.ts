import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { SendMailOptions } from 'nodemailer'
import { VISITOR_FIELDS } from 'reward-codes-protocol/fields'
import type { Account } from '../../accounts.ts'
import { composeMail, renderMail } from '../../delivery/compose.ts'
import { templateOf } from '../../delivery/deliver.ts'
import type { Database, Message } from '../../store/database.ts'
import { type Filter, messagesAfter } from '../../store/messages.ts'
import { sqliteFile } from '../../store/sqlite.ts'
import { writeAtomic } from '../../write-atomic.ts'
import { readOwnAccounts } from '../own-accounts.ts'
import { sanitizeJson, sanitizeLine, sanitizeText } from '../terminal/sanitize.ts'
import { isoTime } from '../terminal/time.ts'
import {
  type Call,
  done,
  failed,
  type MessagesCommand,
  type Report,
  usageError,
} from './command.ts'
import { detailsOf, type FilterOptions, filterOf, several, variablesOf } from './describe.ts'
import { chooseTarget } from './output-file.ts'

export const FORMATS = ['json', 'csv', 'mbox'] as const

const BATCH = 100
const OWNER_ONLY = 0o600

type ExportOptions = FilterOptions & {
  format: (typeof FORMATS)[number]
  out?: string
  force?: boolean
}
type Messages = AsyncIterable<Message> | Iterable<Message>
type Counters = { exported: number; skipped: Record<string, number> }
/** A message in the format, or why it is skipped. */
type Entry = { ok: true; content: string | Buffer } | { ok: false; reason: string }

/** How a stream of messages is serialized. */
type Format = {
  head?: string
  entryOf: (message: Message) => Entry | Promise<Entry>
  between?: string
  foot?: string
}

export const exportMessages: MessagesCommand<[ExportOptions]> = {
  run: (call, options) =>
    writeExport(call, options, readMessages(call.store.db, filterOf(options))),
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
  const database = sqliteFile(configuration.DATA_DIR)
  const own = [database, `${database}-wal`, `${database}-shm`]
  const target = out === undefined ? undefined : chooseTarget(out, force, own)
  if (target?.ok === false) return failed(target.fault)
  const format = name === 'mbox' ? mboxFormat(call) : { json: JSON_FORMAT, csv: CSV_FORMAT }[name]
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

/** Reads messages in batches, oldest first. */
export async function* readMessages(db: Database, filter: Filter): AsyncIterable<Message> {
  let after = ''
  while (true) {
    const batch = await messagesAfter(db, filter, after, BATCH)
    yield* batch
    const last = batch.at(-1)
    if (!last || batch.length < BATCH) return
    after = last.id
  }
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
  const others = Object.entries(written).filter(([field]) => !VISITOR_FIELDS.includes(field))
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

const NULL_SENDER = 'MAILER-DAEMON'

function mboxFormat({ configuration, readSite }: Call): Format | { fault: string } {
  const read = readOwnAccounts(readSite(), configuration)
  if (!read.ok) return read
  return { entryOf: (message) => mboxEntryOf(message, read.accounts) }
}

/** The mail that the gateway delivers for a message. */
async function mboxEntryOf(message: Message, accounts: Map<string, Account>): Promise<Entry> {
  if (message.template_params === null) return { ok: false, reason: 'content deleted' }
  const account = accounts.get(message.account)
  if (!account) return { ok: false, reason: `unknown account "${message.account}"` }
  const template = templateOf(account, message)
  if (!template) return { ok: false, reason: `unknown template "${message.template}"` }
  const mail = composeMail(message, template, account.sender)
  return { ok: true, content: await mboxEntry(mail, message.received_at) }
}

/** One entry of an mbox file. */
export async function mboxEntry(mail: SendMailOptions, time: number): Promise<Buffer> {
  const { bytes, from = NULL_SENDER } = await renderMail(mail)
  return Buffer.concat([
    Buffer.from(`From ${from} ${asctime(new Date(time))}\n`),
    quoteFrom(bytes),
    Buffer.from('\n'),
  ])
}

/**
 * Prefixes lines that match `>*From ` with `>`, which is reversible (mboxrd). Works on bytes,
 * because a mail may use any encoding.
 */
export function quoteFrom(mail: Buffer): Buffer {
  const text = mail.toString('latin1').replace(/^(?=>*From )/gm, '>')
  return Buffer.from(text.endsWith('\n') ? text : `${text}\n`, 'latin1')
}

/** The asctime format in UTC, such as `Sat Nov  1 07:04:42 2026`. */
function asctime(time: Date): string {
  const [weekday, day, month, year, clock] = time.toUTCString().split(/,? /)
  return `${weekday} ${month} ${String(Number(day)).padStart(2)} ${clock} ${year}`
}
