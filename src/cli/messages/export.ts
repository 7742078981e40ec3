import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Database, Message } from '../../gateway/store/database.ts'
import { type Filter, messagesAfter } from '../../gateway/store/messages.ts'
import { sqliteFile } from '../../gateway/store/sqlite.ts'
import { harmlessLine } from '../terminal/harmless.ts'
import { type Call, defineCommand, done, failed, type Report, wrongUse } from './command.ts'
import { several } from './describe.ts'
import { chooseFormat, FORMATS, type Format } from './formats.ts'
import { NARROWING, narrow } from './narrow.ts'
import { chooseTarget, FORCE, makeWhole } from './target.ts'

const BATCH = 100
const OWNER_ONLY = 0o600

const OPTIONS = {
  format: { type: 'string', value: 'FORMAT', help: `${FORMATS.join(', ')}; json if left out.` },
  out: { type: 'string', value: 'FILE', help: 'Into this file instead of the output.' },
  ...NARROWING,
  ...FORCE,
} as const

export const exportMessages = defineCommand({
  name: 'export',
  summary: 'Gives messages out as JSON, for a spreadsheet, or as mails',
  words: '',
  fewestWords: 0,
  mostWords: 0,
  options: OPTIONS,
  examples: [
    ['export --format csv --out messages.csv', 'for a spreadsheet'],
    ['export --format mbox --out messages.mbox', 'for a mail program'],
    ['export --from anna@example.com --all', 'what is known about one visitor'],
  ],
  notes: [
    'The oldest first. npm writes two lines of its own: use --out, or npm run --silent.',
    'json is a list of what "show --json" gives, without tries. csv is UTF-8 with a byte order mark; ' +
      'a cell that a spreadsheet would take for a formula begins with a single quote. mbox holds the ' +
      'mails as they are delivered, with their Message-ID, in the mboxrd form; messages whose words ' +
      'have been deleted are left out.',
    'With --out, --json gives { file, exported, leftOut: { reason: count } }.',
  ],
  run: (call) => write(call, (filter) => everyMessage(call.store.db, filter)),
  whenNone: (call) => write(call, nothing),
})

type Source = (filter: Filter) => AsyncIterable<Message>
type Tally = { exported: number; leftOut: Record<string, number> }

async function write(call: Call<typeof OPTIONS>, source: Source): Promise<Report> {
  const { options, configuration, screen } = call
  const narrowed = narrow(options)
  if (!narrowed.ok) return wrongUse(narrowed.fault)
  if (options.format === 'mbox' && !options.out && screen.isTerminal) {
    return wrongUse('Mails are not for reading on a terminal: add --out FILE.')
  }
  const target = options.out === undefined ? undefined : targetOf(options.out, call)
  if (target?.ok === false) return failed(target.fault)
  const chosen = chooseFormat(options.format ?? 'json', configuration)
  if (!chosen.ok) return chosen.report
  const tally: Tally = { exported: 0, leftOut: {} }
  const chunks = Readable.from(render(chosen.format, source(narrowed.filter), tally))
  if (!target) {
    await pipeline(chunks, screen.output, { end: false })
    return { ...tell(tally), data: undefined, isAside: true }
  }
  await makeWhole(target.file, (part) =>
    pipeline(chunks, createWriteStream(part, { mode: OWNER_ONLY, flush: true })),
  )
  return tell(tally, target.file)
}

function targetOf(out: string, { options, configuration }: Call<typeof OPTIONS>) {
  const database = sqliteFile(configuration.DATA_FOLDER)
  return chooseTarget(out, options.force, [database, `${database}-wal`, `${database}-shm`])
}

async function* everyMessage(db: Database, filter: Filter): AsyncIterable<Message> {
  let after = ''
  while (true) {
    const batch = await messagesAfter(db, filter, after, BATCH)
    yield* batch
    const last = batch.at(-1)
    if (!last || batch.length < BATCH) return
    after = last.id
  }
}

async function* nothing(): AsyncIterable<Message> {}

async function* render(format: Format, messages: AsyncIterable<Message>, tally: Tally) {
  if (format.head) yield format.head
  for await (const message of messages) {
    const entry = await format.entryOf(message)
    if (entry.ok) {
      if (tally.exported > 0 && format.between) yield format.between
      yield entry.content
      tally.exported++
    } else {
      tally.leftOut[entry.reason] = (tally.leftOut[entry.reason] ?? 0) + 1
    }
  }
  if (format.foot) yield format.foot
}

function tell({ exported, leftOut }: Tally, file?: string): Report {
  const count = several(exported, 'One message')
  const lines = Object.entries(leftOut).map(
    ([reason, number]) => `${number} left out: ${harmlessLine(reason)}.`,
  )
  // That words were deleted is as it should be; that a mail cannot be made is not.
  const isWhole = Object.keys(leftOut).every((reason) => reason === 'words deleted')
  const text = [`${count} exported${file ? ` to ${file}` : ''}.`, ...lines].join('\n')
  return { ...done(text, { file, exported, leftOut }), exitCode: isWhole ? 0 : 1 }
}
