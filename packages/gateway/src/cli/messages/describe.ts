import { styleText } from 'node:util'
import { InvalidArgumentError } from 'commander'
import { isAddress } from '../../address.ts'
import type { Configuration } from '../../configuration.ts'
import type { MessageState, Variables } from '../../message.ts'
import { summarize } from '../../message-view.ts'
import { EMAIL_FIELD, NAME_FIELD, SUBJECT_FIELD } from '../../protocol.ts'
import type { Database, Message } from '../../store/database.ts'
import { findMessages, listMessages } from '../../store/messages.ts'
import { sanitizeLine } from '../terminal/sanitize.ts'
import { isoTime } from '../terminal/time.ts'
import { failed, type Report } from './command.ts'

/** The length of the id suffix that lists show; commands accept it as an id. */
const SHORT_NAME_LENGTH = 6
const LATEST = 'latest'

/** Parses an argument that is an address. */
export function readAddress(text: string): string {
  const address = text.trim().toLowerCase()
  if (!isAddress(address)) throw new InvalidArgumentError('It is not a plain e-mail address.')
  return address
}

/** Says why nothing is delivered, if no mail server is set. */
export function missingMailServer({ SMTP_HOST, MAIL_TRANSPORT }: Configuration): string[] {
  if (SMTP_HOST || MAIL_TRANSPORT !== 'smtp') return []
  return ['Not delivered: no mail server is set in .env (SMTP_HOST).']
}

export function shortName(id: string): string {
  return id.slice(-SHORT_NAME_LENGTH)
}

/** A message in the --json output of `list` and `show`. */
export function detailsOf(message: Message) {
  const { template_params: params, state } = message
  const written: Variables | null = params === null ? null : JSON.parse(params)
  return {
    id: message.id,
    state,
    reason: message.reason,
    account: message.account,
    name: written?.[NAME_FIELD] ?? null,
    address: written?.[EMAIL_FIELD] ?? null,
    subject: written?.[SUBJECT_FIELD] ?? null,
    receivedAt: isoTime(message.received_at),
    nextAttemptAt: state === 'queued' ? isoTime(message.next_attempt_at) : null,
    finishedAt: isoTime(message.finished_at),
    attemptCount: message.attempt,
    contentDeleted: params === null,
    template: message.template,
    messageIdHeader: message.message_id_header,
    templateParams: written,
  }
}

/** A message in one line: sender and subject. */
export function lineOf(message: Message): string {
  const { name, address, subject } = summarize(message)
  const sender = [name, address && `<${address}>`].filter(Boolean).join(' ')
  return sanitizeLine([sender, subject].filter(Boolean).join(': '))
}

/** Colors every state but `sent`, which needs no attention. */
export function paintState(text: string, state: MessageState): string {
  if (state === 'sent') return text
  return styleText(({ queued: 'cyan', held: 'yellow', failed: 'red' } as const)[state], text)
}

/**
 * Runs a command on the messages of ids, ends of ids and `latest`. Fails if one is unknown or ambiguous.
 */
export async function withMessages(
  db: Database,
  names: string[],
  run: (messages: Message[]) => Promise<Report>,
): Promise<Report> {
  const messages = new Map<string, Message>()
  for (const name of names) {
    const id = name.trim().toLowerCase()
    const found = id === LATEST ? await listMessages(db, {}, 1) : await findMessages(db, id, 2)
    const [message] = found
    if (!message || found.length > 1) return failed(describeMismatch(name, found))
    messages.set(message.id, message)
  }
  return run([...messages.values()])
}

function describeMismatch(name: string, found: Message[]): string {
  const shown = sanitizeLine(name)
  if (found.length === 0) {
    return `No message matches "${shown}". Use an id from the first column of "list", or "latest".`
  }
  return `"${shown}" matches several messages, such as ${found.map(({ id }) => id).join(' and ')}.`
}
