import type { SendMailOptions } from 'nodemailer'
import type { Account } from '../../accounts.ts'
import { composeMail, renderMail } from '../../delivery/compose.ts'
import { templateOf } from '../../delivery/deliver.ts'
import type { Message } from '../../store/database.ts'
import { readOwnAccounts } from '../own-accounts.ts'
import type { Call } from './command.ts'
import type { Entry, Format } from './export.ts'

// Imported only for this format: composing mails takes the libraries of the delivery.

const NULL_SENDER = 'MAILER-DAEMON'

export function mboxFormat({ configuration, readSite }: Call): Format | { fault: string } {
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
