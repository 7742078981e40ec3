import { styleText } from 'node:util'
import { InvalidArgumentError } from 'commander'
import { isAddress } from '../../address.ts'
import type { MessageState, Variables } from '../../message.ts'
import { EMAIL_FIELD, MESSAGE_FIELD, NAME_FIELD, SUBJECT_FIELD } from '../../protocol.ts'
import type { Database, Message } from '../../store/database.ts'
import { findMessages, listMessages } from '../../store/messages.ts'
import { sanitizeLine } from '../terminal/sanitize.ts'
import { isoTime } from '../terminal/time.ts'
import { failed, type Report, type StoreCall } from './command.ts'

/** The length of the id suffix that lists show; commands accept it as an id. */
const SHORT_NAME_LENGTH = 6
const LATEST = 'latest'

/** Parses an argument that is an address. */
export function readAddress(text: string): string {
  const address = text.trim().toLowerCase()
  if (!isAddress(address)) throw new InvalidArgumentError('It is not a plain e-mail address.')
  return address
}

const NO_MAIL_SERVER = 'no mail server is set in .env (SMTP_HOST)'

/** Adds a reason to messages that were never tried because their account has no mail server. */
export async function withQueueReasons(
  messages: Message[],
  { configuration: { SMTP_HOST, MAIL_TRANSPORT }, readSite }: StoreCall,
): Promise<Message[]> {
  if (SMTP_HOST || MAIL_TRANSPORT !== 'smtp') return messages
  const read = await readSite()
  const own = read.ok ? read.site?.account?.publicKey : undefined
  return messages.map((message) => {
    const { state, attempt, account } = message
    const isWaiting = state === 'queued' && attempt === 0 && account === own
    return isWaiting ? { ...message, reason: NO_MAIL_SERVER } : message
  })
}

export function shortName(id: string): string {
  return id.slice(-SHORT_NAME_LENGTH)
}

/** What the visitor wrote. */
export function variablesOf({ template_params: variables }: Message): Variables {
  return variables === null ? {} : JSON.parse(variables)
}

/** A message in the --json output of `list` and `show`. */
export function detailsOf(message: Message) {
  const { template_params: params } = message
  const written = variablesOf(message)
  const isWaiting = message.state === 'queued'
  return {
    id: message.id,
    state: message.state,
    reason: message.reason,
    kind: message.kind,
    account: message.account,
    name: written[NAME_FIELD] ?? null,
    address: written[EMAIL_FIELD] ?? null,
    subject: written[SUBJECT_FIELD] ?? null,
    receivedAt: isoTime(message.received_at),
    nextAttemptAt: isWaiting ? isoTime(message.next_attempt_at) : null,
    finishedAt: isoTime(message.finished_at),
    attemptCount: message.attempt,
    contentDeleted: params === null,
    service: message.service,
    template: message.template,
    messageIdHeader: message.message_id_header,
    templateParams: params === null ? null : JSON.parse(params),
  }
}

const AUTOMATIC = { review: '(messages to review)' }
const CONTENT_DELETED = '(content deleted)'

/** The sender and subject of a message, each sanitized for one line of a terminal. */
export function displayFields(message: Message) {
  const written = variablesOf(message)
  const lineOf = (field: string) => sanitizeLine(written[field] ?? '')
  const name = { message: lineOf(NAME_FIELD), ...AUTOMATIC }[message.kind]
  return {
    name: message.template_params === null ? CONTENT_DELETED : name,
    address: lineOf(EMAIL_FIELD),
    // Without a subject, show the beginning of the message text.
    subject: lineOf(SUBJECT_FIELD) || sanitizeLine((written[MESSAGE_FIELD] ?? '').slice(0, 500)),
  }
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

/** A message in one line: short id, sender and subject. */
export function titleOf(message: Message): string {
  const { name, subject } = displayFields(message)
  return [shortName(message.id), [name, subject].filter(Boolean).join(': ')].join('  ')
}
