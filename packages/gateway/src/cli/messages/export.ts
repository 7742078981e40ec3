import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { describeCount } from '../../delivery/mail-text.ts'
import type { Message } from '../../store/database.ts'
import { findByAddress, readMessages } from '../../store/messages.ts'
import { sanitizeJson } from '../terminal/sanitize.ts'
import { type AddCommand, type Call, done, type MessagesCommand, type Report } from './command.ts'
import { detailsOf, type FilterOptions, withFilters } from './describe.ts'

type Messages = AsyncIterable<Message> | Iterable<Message>

/** Adds `export`. */
export function addExport(add: AddCommand): void {
  withFilters(add('export', 'Export messages as JSON', exportMessages)).addNotes(
    [
      ['> messages.json', 'all messages'],
      ['--sender anna@example.com --include-automatic', 'all data about one visitor'],
    ],
    'Oldest first. npm prints two extra lines to stdout: use npm run --silent.',
    'The export is an array of what "show --json" prints, without attempts and recipients.',
  )
}

const exportMessages: MessagesCommand<[FilterOptions]> = {
  run: async (call, options) => {
    const { db } = call.store
    const { sender } = options
    const messages = sender ? await findByAddress(db, sender, options) : readMessages(db, options)
    return writeExport(call, messages)
  },
  withoutDatabase: (call) => writeExport(call, []),
}

/** Writes the messages one by one: all of them may not fit into memory. */
async function writeExport({ screen }: Call, messages: Messages): Promise<Report> {
  let exported = 0
  const render = async function* () {
    yield '[\n'
    for await (const message of messages) {
      yield `${exported > 0 ? ',\n' : ''}${sanitizeJson(detailsOf(message))}`
      exported++
    }
    yield '\n]\n'
  }
  await pipeline(Readable.from(render()), screen.output, { end: false })
  const text = `Exported ${describeCount(exported)}.`
  return { ...done(text, undefined), toStderr: true }
}
