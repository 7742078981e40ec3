import { textOf } from '../log.ts'
import type { EventType } from '../message.ts'
import { type Event, noticeFor, type Way } from '../notices.ts'
import { ownNotices, ownTransport } from '../own-transports.ts'
import { EMAIL_FIELD, NAME_FIELD } from '../protocol.ts'
import { claimKey, enqueue } from '../store/accept-message.ts'
import type { InTransaction, Message } from '../store/database.ts'
import { messageById } from '../store/messages.ts'
import { readFields } from '../visitor-fields.ts'
import { composeMail } from './compose.ts'
import type { DeliveryContext } from './context.ts'
import type { OutgoingMail } from './transport.ts'

/** A report of a fault to the owner, by every way but the transport that has the fault. */
export type Report = {
  type: EventType
  /** The transport with the fault. */
  transport: string
  title: string
  text: string
}

/** Queues a report once for a key, whichever gateway does it, until the key expires or is released. */
export async function queueReport(
  tx: InTransaction,
  context: DeliveryContext,
  { type, ...variables }: Report,
  once?: { key: string; expiresAt: number },
): Promise<void> {
  const { clock, configuration } = context
  const now = clock()
  const event: Event = { type, variables, from: configuration.MAIL_FROM ?? '', now }
  const ways = waysBeside(variables.transport, context)
  if (type.startsWith('transport.')) ways.push(...waysOfOthers(variables.transport, context))
  if (ways.length === 0) return
  if (once && !(await claimKey(tx, { ...once, messageId: null, now }))) return
  for (const way of ways) await enqueue(tx, noticeFor(way, event))
}

/** The ways that report a fault of a transport to the owner of the gateway. */
function waysBeside(fault: string, { configuration, transports }: DeliveryContext): Way[] {
  return [ownTransport(configuration), ...ownNotices(configuration).keys()]
    .filter((transport) => transport !== fault && transports.has(transport))
    .map((transport) => ({ account: '', transport }))
}

/** The ways of the other accounts that send by a transport. */
function waysOfOthers(fault: string, { accounts }: DeliveryContext): Way[] {
  return [...accounts.values()]
    .filter(({ isOwnSite, services }) => !isOwnSite && [...services.values()].includes(fault))
    .flatMap(({ publicKey: account, notices }) =>
      [...notices.keys()].map((transport) => ({ account, transport })),
    )
}

/**
 * Composes the mail of an event. A way that is no mail sends its subject, its text or its notice. Returns what is no
 * longer configured.
 */
export async function composeEvent(
  { accounts, configuration, store, transports }: DeliveryContext,
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
  const account = accounts.get(event.account)
  if (type !== 'message.received' || !account) return mail
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
