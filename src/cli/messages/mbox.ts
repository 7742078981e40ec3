import nodemailer, { type SendMailOptions } from 'nodemailer'
import type { Account } from '../../gateway/accounts.ts'
import { templateOf } from '../../gateway/courier/deliver.ts'
import { composeMail } from '../../gateway/mail/compose.ts'
import type { Message } from '../../gateway/store/database.ts'

const NOBODY = 'MAILER-DAEMON'
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

const mailer = nodemailer.createTransport({
  streamTransport: true,
  buffer: true,
  newline: 'unix',
  disableFileAccess: true,
  disableUrlAccess: true,
})

export type Mail = { ok: true; mail: SendMailOptions } | { ok: false; reason: string }

/** The mail that the courier sends for a message. */
export function mailFor(message: Message, accounts: Map<string, Account>): Mail {
  if (message.variables === null) return { ok: false, reason: 'words deleted' }
  const account = accounts.get(message.account)
  if (!account) return { ok: false, reason: `no account "${message.account}"` }
  const template = templateOf(account, message)
  if (!template) return { ok: false, reason: `no template "${message.template}"` }
  return { ok: true, mail: composeMail(message, template, account.sender) }
}

/** One entry of an mbox file. */
export async function mboxEntry(mail: SendMailOptions, time: number): Promise<Buffer> {
  const { envelope, message } = await mailer.sendMail(mail)
  const from = (envelope as { from?: string | false }).from || NOBODY
  return Buffer.concat([
    Buffer.from(`From ${from} ${asctime(new Date(time))}\n`),
    quoteFrom(message as Buffer),
    Buffer.from('\n'),
  ])
}

/**
 * Lines that would begin another mail get a `>`, and so do those that have one already, which makes
 * it possible to take it away again (mboxrd). Bytes, not letters: a mail may hold any encoding.
 */
export function quoteFrom(mail: Buffer): Buffer {
  const text = mail.toString('latin1').replace(/^(?=>*From )/gm, '>')
  return Buffer.from(text.endsWith('\n') ? text : `${text}\n`, 'latin1')
}

/** Such as `Sat Nov  1 07:04:42 2026`, in UTC. */
function asctime(time: Date): string {
  const day = String(time.getUTCDate()).padStart(2, ' ')
  const clock = time.toISOString().slice(11, 19)
  return `${DAYS[time.getUTCDay()]} ${MONTHS[time.getUTCMonth()]} ${day} ${clock} ${time.getUTCFullYear()}`
}
