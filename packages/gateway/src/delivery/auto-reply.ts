import { asciiAddress, domainOf, mailboxOf } from '../address.ts'
import { textOf } from '../log.ts'
import { readFields } from '../message.ts'
import { EMAIL_FIELD, LANGUAGE_FIELD } from '../protocol.ts'
import type { InTransaction, Message } from '../store/database.ts'
import { markReplied, repliedTo } from '../store/messages.ts'
import type { MailTemplate } from '../template.ts'
import { composeMail, namedLanguage } from './compose.ts'
import type { DeliveryContext } from './context.ts'
import { type Handover, type OutgoingMail, ownFailure } from './transport.ts'

const DAY_MS = 86_400_000
const MAX_PER_DAY = 50
const MAX_PER_DOMAIN = 10
/** How long one reply may take, so that the next one does not wait. */
const SEND_MS = 30_000

/** Addresses that no person reads, or that distribute mail to many. */
const ROBOTS =
  /^(mailer-daemon|postmaster|hostmaster|abuse|root|daemon|no[-_]?reply|do[-_]?not[-_]?reply|bounces?|majordomo|listserv|mailman)$|^owner-|-(request|owner|bounces?|subscribe|unsubscribe|return)$/

/**
 * Records that the visitor gets the automatic reply, in the transaction that records the message as sent: so no visitor
 * gets two, and none gets one if the gateway dies before it leaves. At most one a day for a mailbox, 10 for a domain and
 * 50 in total (RFC 3834), because anyone can give the address of another. Returns whether it is due.
 */
export async function recordReply(
  tx: InTransaction,
  { account, clock }: DeliveryContext,
  message: Message,
): Promise<boolean> {
  if (!account.autoReply || message.auto_reply_allowed !== 1) return false
  if (!mayGetReply(message.sender, account.sender)) return false
  const now = clock()
  const recipient = mailboxOf(message.sender)
  const others = (await repliedTo(tx, now - DAY_MS)).map(mailboxOf)
  const ofDomain = others.filter((other) => domainOf(other) === domainOf(recipient))
  if (others.includes(recipient)) return false
  if (others.length >= MAX_PER_DAY || ofDomain.length >= MAX_PER_DOMAIN) return false
  await markReplied(tx, message.id, now)
  return true
}

function mayGetReply(visitor: string, own: { from: string; to: string }): boolean {
  const mailbox = mailboxOf(visitor)
  const local = mailbox.slice(0, mailbox.lastIndexOf('@'))
  const isOwn = [own.from, own.to].some((address) => mailboxOf(address) === mailbox)
  return asciiAddress(visitor) !== undefined && !isOwn && !ROBOTS.test(local)
}

/** Sends automatic replies beside the messages, one at a time. What they meet changes nothing for the messages. */
export type Replies = { send: (message: Message) => void; stop: () => Promise<void> }

export function startReplies(context: DeliveryContext): Replies {
  const { log } = context
  const stopping = new AbortController()
  let running = Promise.resolve()
  const sendOne = async (message: Message) => {
    if (stopping.signal.aborted) return
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(SEND_MS)])
    const { id } = message
    const { kind, redacted: reply } = await sendReply(context, message, signal).catch((error) =>
      ownFailure(textOf(error)),
    )
    if (kind === 'sent') log.info({ id, reply }, 'automatic reply sent')
    // A visitor may have mistyped the address.
    else log.warn({ id, reply }, 'automatic reply not sent')
  }
  return {
    send: (message) => {
      running = running.then(() => sendOne(message))
    },
    stop: () => {
      stopping.abort()
      return running
    },
  }
}

async function sendReply(
  { account, clock, outgoing: { transport } }: DeliveryContext,
  message: Message,
  signal: AbortSignal,
): Promise<Handover> {
  if (!transport || !account.autoReply) return ownFailure('No longer configured')
  const { from } = account.sender
  const mail = composeReply(message, account.autoReply, account.sender, clock())
  const handover = await transport.send(mail, signal)
  if (handover.kind === 'sent' || handover.stage !== 'mail' || !handover.isPermanent)
    return handover
  // Some servers, such as Amazon SES, do not take the empty return path of automatic replies.
  const withSender = { ...mail, envelope: { ...mail.envelope, from } }
  return transport.send(withSender, signal)
}

/** The reply contains nothing that the visitor wrote: the address may be that of someone else. */
function composeReply(
  message: Message,
  template: MailTemplate,
  sender: DeliveryContext['account']['sender'],
  now: number,
): OutgoingMail & { messageId: string } {
  const { [LANGUAGE_FIELD]: named } = readFields(message)
  const language = namedLanguage(named)
  const fields = { [EMAIL_FIELD]: message.sender, ...(language && { [LANGUAGE_FIELD]: language }) }
  const messageId = `<reply-${message.id}@${domainOf(sender.from)}>`
  const reply = {
    id: message.id,
    template_params: JSON.stringify(fields),
    message_id_header: messageId,
    received_at: now,
  }
  return { ...composeMail(reply, template, sender), messageId }
}
