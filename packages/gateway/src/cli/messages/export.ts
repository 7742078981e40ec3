import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Message } from '../../store/database.ts'
import { findByAddress, readMessages } from '../../store/messages.ts'
import { writeAtomic } from '../../write-atomic.ts'
import { sanitizeJson } from '../terminal/sanitize.ts'
import {
  type AddCommand,
  type Call,
  done,
  failed,
  type MessagesCommand,
  type Report,
} from './command.ts'
import { detailsOf, type FilterOptions, several, withFilters } from './describe.ts'
import { chooseTarget, OWNER_ONLY } from './output-file.ts'

type ExportOptions = FilterOptions & { out?: string }
type Messages = AsyncIterable<Message> | Iterable<Message>
type Counter = { exported: number }

/** Adds `export`. */
export function addExport(add: AddCommand): void {
  withFilters(add('export', 'Export messages as JSON', exportMessages))
    .option('--out <FILE>', 'Write to this file instead of stdout.')
    .addNotes(
      [
        ['--out messages.json', 'all messages'],
        ['--sender anna@example.com --include-automatic', 'all data about one visitor'],
      ],
      'Oldest first. npm prints two extra lines to stdout: use --out, or npm run --silent.',
      'The export is an array of what "show --json" prints, without attempts and recipients.',
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
  { screen }: Call,
  { out }: ExportOptions,
  messages: Messages,
): Promise<Report> {
  const target = out === undefined ? undefined : chooseTarget(out)
  if (target?.ok === false) return failed(target.fault)
  const counter: Counter = { exported: 0 }
  const chunks = Readable.from(render(messages, counter))
  if (!target) {
    await pipeline(chunks, screen.output, { end: false })
    return { ...reportOf(counter), data: undefined, toStderr: true }
  }
  await writeAtomic(target.file, (part) =>
    pipeline(chunks, createWriteStream(part, { mode: OWNER_ONLY, flush: true })),
  )
  return reportOf(counter, target.file)
}

async function* render(messages: Messages, counter: Counter) {
  yield '[\n'
  for await (const message of messages) {
    yield `${counter.exported > 0 ? ',\n' : ''}${sanitizeJson(detailsOf(message))}`
    counter.exported++
  }
  yield '\n]\n'
}

function reportOf({ exported }: Counter, file?: string): Report {
  const count = several(exported, 'One message')
  return done(`${count} exported${file ? ` to ${file}` : ''}.`, { file, exported })
}
