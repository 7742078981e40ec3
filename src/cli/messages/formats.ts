import type { Configuration } from '../../gateway/configuration.ts'
import type { Message } from '../../gateway/store/database.ts'
import { loadOwnAccounts } from '../own-accounts.ts'
import { harmlessJson, harmlessLine } from '../terminal/harmless.ts'
import { failed, type Report, wrongUse } from './command.ts'
import { csvHead, csvRow } from './csv.ts'
import { wholeOf } from './describe.ts'
import { mailFor, mboxEntry } from './mbox.ts'

export const FORMATS = ['json', 'csv', 'mbox']

export type Entry = { ok: true; content: string | Buffer } | { ok: false; reason: string }

/** How messages are written one after the other. */
export type Format = {
  head?: string
  entryOf: (message: Message) => Entry | Promise<Entry>
  between?: string
  foot?: string
}

export type ChosenFormat = { ok: true; format: Format } | { ok: false; report: Report }

export function chooseFormat(name: string, configuration: Configuration): ChosenFormat {
  switch (name) {
    case 'json':
      return { ok: true, format: JSON_FORMAT }
    case 'csv':
      return { ok: true, format: CSV_FORMAT }
    case 'mbox':
      return mboxFormat(configuration)
  }
  const fault = `--format ${harmlessLine(name)}: one of ${FORMATS.join(', ')}.`
  return { ok: false, report: wrongUse(fault) }
}

const JSON_FORMAT: Format = {
  head: '[\n',
  entryOf: (message) => ({ ok: true, content: harmlessJson(wholeOf(message)) }),
  between: ',\n',
  foot: '\n]\n',
}

const CSV_FORMAT: Format = {
  head: csvHead(),
  entryOf: (message) => ({ ok: true, content: csvRow(message) }),
}

function mboxFormat(configuration: Configuration): ChosenFormat {
  const read = loadOwnAccounts(configuration)
  if (!read.ok) {
    return { ok: false, report: failed(`The mails cannot be made.\n${read.fault}`) }
  }
  const entryOf = async (message: Message): Promise<Entry> => {
    const made = mailFor(message, read.accounts)
    if (!made.ok) return made
    return { ok: true, content: await mboxEntry(made.mail, message.received_at) }
  }
  return { ok: true, format: { entryOf } }
}
