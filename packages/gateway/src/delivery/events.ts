import { textOf } from '../log.ts'
import { type Event, type EventType, noticeFor, type Way } from '../message.ts'
import { ownCommand } from '../own-command.ts'
import { ownNotices, titleOf } from '../own-transports.ts'
import { EMAIL_FIELD, NAME_FIELD } from '../protocol.ts'
import { claimKey, enqueue, releaseKey } from '../store/accept-message.ts'
import type { InTransaction, Message } from '../store/database.ts'
import { messageById } from '../store/messages.ts'
import { readFields } from '../visitor-fields.ts'
import { composeMail } from './compose.ts'
import type { DeliveryContext } from './context.ts'
import type { Trouble } from './decide.ts'
import type { OutgoingMail } from './transport.ts'

const DAY_MS = 86_400_000
const TROUBLE_KEY_MS = 365 * DAY_MS
const keyOf = (transport: string) => `paused:${transport}`

/** Reports that a transport delivers nothing, by the other ways, once, whichever gateway notices it. */
export function reportTrouble(
  tx: InTransaction,
  context: DeliveryContext,
  transport: string,
  { reason, advice, until }: Trouble,
): Promise<void> {
  const text = [
    `The last answer was: ${reason}`,
    ...(advice ? [`What to do: ${advice}`] : []),
    'What is to be sent waits.',
  ].join('\n')
  const title = until
    ? `${titleOf(transport)} is paused`
    : `${titleOf(transport)} refuses your mails`
  const expiresAt = context.clock() + TROUBLE_KEY_MS
  const report = { type: 'transport.paused', transport, title, text } as const
  return queueReport(tx, context, report, { key: keyOf(transport), expiresAt })
}

/** Reports that a transport delivers again, if it was reported that it did not. */
export async function reportRepair(
  tx: InTransaction,
  context: DeliveryContext,
  transport: string,
): Promise<void> {
  if (!(await releaseKey(tx, keyOf(transport)))) return
  const text = 'What waited for it is being sent.'
  const title = `${titleOf(transport)} works again`
  await queueReport(tx, context, { type: 'transport.resumed', transport, title, text })
}

/** Reports that the disk is full, by every way, at most once a day. */
export async function reportFullDisk(tx: InTransaction, context: DeliveryContext): Promise<void> {
  const text = 'No message is accepted. What is queued is delivered. Make room in DATA_DIR.'
  const report = { type: 'storage.full', transport: '', title: 'The disk is full', text } as const
  const expiresAt = context.clock() + DAY_MS
  await queueReport(tx, context, report, { key: report.type, expiresAt })
}

/** Reports that a recipient does not get a message, by the other ways, at most once a day. */
export async function reportFailure(
  tx: InTransaction,
  context: DeliveryContext,
  { id, transport }: Message,
  reply: string,
): Promise<void> {
  const now = context.clock()
  const link = context.links.urlOf(id, now)
  const text = [
    `The last answer was: ${reply}`,
    ...(link ? [`Read it, try again or delete it: ${link}`] : []),
    `All failed messages: ${ownCommand('messages', 'list --state failed')}`,
  ].join('\n')
  await queueReport(
    tx,
    context,
    { type: 'delivery.failed', transport, title: 'A message was not delivered to you', text },
    { key: 'delivery.failed', expiresAt: now + DAY_MS },
  )
}

/** A report of a fault to the owner, by every way but the transport that has the fault. */
type Report = {
  type: EventType
  /** The transport with the fault. */
  transport: string
  title: string
  text: string
}

/** Queues a report once for a key, whichever gateway does it, until the key expires or is released. */
async function queueReport(
  tx: InTransaction,
  context: DeliveryContext,
  { type, ...variables }: Report,
  once?: { key: string; expiresAt: number },
): Promise<void> {
  const { clock, configuration } = context
  const now = clock()
  const event: Event = { type, variables, from: configuration.MAIL_FROM ?? '', now }
  const ways = waysBeside(variables.transport, context)
  if (ways.length === 0) return
  if (once && !(await claimKey(tx, { ...once, messageId: null, now }))) return
  for (const way of ways) await enqueue(tx, noticeFor(way, event))
}

/** The ways that report a fault of a transport to the owner of the gateway. */
function waysBeside(fault: string, { configuration, transports }: DeliveryContext): Way[] {
  return [configuration.MAIL_TRANSPORT, ...ownNotices(configuration).keys()]
    .filter((transport) => transport !== fault && transports.has(transport))
    .map((transport) => ({ account: '', transport }))
}

/**
 * Composes the mail of an event. A way that is no mail sends its subject, its text or its notice. Returns what is no
 * longer configured.
 */
export async function composeEvent(
  { account, configuration, store, transports }: DeliveryContext,
  event: Message,
): Promise<OutgoingMail | string> {
  if (!transports.has(event.service)) return `Unknown way "${event.service}"`
  const { MAIL_FROM: from = '', MAIL_TO = [] } = configuration
  const type = event.template as EventType
  const variables = readFields(event)
  const isNotice = transports.get(event.transport)?.isForNotices
  const to = isNotice ? [event.transport] : MAIL_TO
  const mail = {
    from: { name: 'Your mail gateway', address: from },
    to,
    subject: textOf(variables.title),
    text: textOf(variables.text),
    messageId: event.message_id_header,
    date: new Date(event.received_at),
    envelope: { from, to },
    headers: { 'Auto-Submitted': 'auto-generated' },
    notice: { type, data: variables },
  }
  if (type !== 'message.received') return mail
  const id = textOf(variables.message)
  const message = await messageById(store.db, id)
  const template_params = message?.template_params ?? '{}'
  const { subject, text } = composeMail(
    { ...event, template_params },
    account.event,
    account.sender,
  )
  const fields = readFields({ template_params })
  const data = {
    message: id,
    site: account.sender.site,
    name: textOf(fields[NAME_FIELD]),
    email: textOf(fields[EMAIL_FIELD]),
  }
  return { ...mail, subject, text: textOf(text).trim(), notice: { type, data } }
}
