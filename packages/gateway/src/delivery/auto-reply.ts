import { createHmac } from 'node:crypto'
import { asciiAddress, domainOf, mailboxOf } from '../address.ts'
import { newMessageId } from '../message.ts'
import { EMAIL_FIELD, LANGUAGE_FIELD } from '../protocol.ts'
import { claimKey, enqueue } from '../store/accept-message.ts'
import type { InTransaction, Message } from '../store/database.ts'
import { autoReplyRecipients } from '../store/messages.ts'
import { readFields } from '../visitor-fields.ts'
import type { DeliveryContext } from './context.ts'
import { namedLanguage } from './mail-text.ts'

const DAY_SECONDS = 86_400
const MAX_PER_DAY = 50
const MAX_PER_DOMAIN = 10

/** Addresses that no person reads, or that distribute mail to many. */
const ROBOTS =
  /^(mailer-daemon|postmaster|hostmaster|abuse|root|daemon|no[-_]?reply|do[-_]?not[-_]?reply|bounces?|majordomo|listserv|mailman)$|^owner-|-(request|owner|bounces?|subscribe|unsubscribe|return)$/

/**
 * Queues the automatic reply: at most one a day for a mailbox, 10 for a domain and 50 in total (RFC 3834), because
 * anyone can give the address of another. Returns its id.
 */
export async function queueAutoReply(
  tx: InTransaction,
  { account, clock, secret }: DeliveryContext,
  message: Message,
): Promise<string | undefined> {
  if (!account.autoReply || !mayGetReply(message.sender, account.sender)) return undefined
  const { autoReply, sender } = account
  const now = clock()
  const recipient = mailboxOf(message.sender)
  const dayAgo = now - DAY_SECONDS * 1000
  const others = (await autoReplyRecipients(tx, dayAgo)).map((other) => domainOf(mailboxOf(other)))
  const ofDomain = others.filter((domain) => domain === domainOf(recipient))
  if (others.length >= MAX_PER_DAY || ofDomain.length >= MAX_PER_DOMAIN) return undefined
  const name = createHmac('sha256', secret).update(recipient).digest('base64url')
  const key = `auto-reply:${message.account}:${name}`
  const expiresAt = now + DAY_SECONDS * 1000
  const id = newMessageId(now)
  const language = namedLanguage(readFields(message)[LANGUAGE_FIELD])
  if (!(await claimKey(tx, { key, expiresAt, messageId: id, now }))) return undefined
  await enqueue(tx, {
    id,
    kind: 'auto-reply',
    account: message.account,
    service: message.service,
    transport: message.transport,
    template: autoReply.name,
    sender: message.sender,
    from: sender.from,
    variables: { [EMAIL_FIELD]: message.sender, ...(language && { [LANGUAGE_FIELD]: language }) },
    now,
  })
  return id
}

function mayGetReply(visitor: string, own: { from: string; to: string }): boolean {
  const mailbox = mailboxOf(visitor)
  const local = mailbox.slice(0, mailbox.lastIndexOf('@'))
  const isOwn = [own.from, own.to].some((address) => mailboxOf(address) === mailbox)
  return asciiAddress(visitor) !== undefined && !isOwn && !ROBOTS.test(local)
}
