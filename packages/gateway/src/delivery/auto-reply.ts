import { createHmac } from 'node:crypto'
import type { DeliveryContext } from '../context.ts'
import { EMAIL_FIELD } from '../protocol.ts'
import { claimKey, enqueue, newMessageId } from '../store/accept-message.ts'
import type { Message } from '../store/database.ts'
import { countAutoReplies } from '../store/messages.ts'
import { asciiAddress, domainOf, stripPlusTag } from './address.ts'

const DAY_SECONDS = 86_400
const MAX_PER_DAY = 50

/** Addresses that no person reads, or that distribute mail to many. */
const ROBOTS =
  /^(mailer-daemon|postmaster|hostmaster|abuse|root|daemon|no[-_]?reply|do[-_]?not[-_]?reply|bounces?|majordomo|listserv|mailman)$|^owner-|-(request|owner|bounces?|subscribe|unsubscribe|return)$/

/** Queues the automatic reply: at most one a day per visitor, and 50 a day in total (RFC 3834). */
export async function queueAutoReply(context: DeliveryContext, message: Message): Promise<void> {
  const { accounts, store, clock, secret, log } = context
  const account = accounts.get(message.account)
  if (!account?.autoReply || !mayGetReply(message.sender, account.sender)) return
  const { autoReply, sender } = account
  const now = clock()
  const name = createHmac('sha256', secret).update(stripPlusTag(message.sender)).digest('base64url')
  const key = `auto-reply:${message.account}:${name}`
  const expiresAt = now + DAY_SECONDS * 1000
  const id = newMessageId(now)
  const isQueued = await store.write(async (tx) => {
    if (!(await claimKey(tx, { key, expiresAt, messageId: id, now }))) return false
    if ((await countAutoReplies(tx, now - DAY_SECONDS * 1000)) >= MAX_PER_DAY) return false
    await enqueue(tx, {
      id,
      kind: 'auto-reply',
      account: message.account,
      service: message.service,
      transport: message.transport,
      template: autoReply.name,
      sender: message.sender,
      reason: null,
      mayReply: false,
      mailDomain: domainOf(sender.from),
      variables: { [EMAIL_FIELD]: message.sender },
      now,
    })
    return true
  })
  if (isQueued) log.info({ id, to: message.id }, 'auto-reply queued')
}

function mayGetReply(visitor: string, own: { from: string; to: string[] }): boolean {
  const mailbox = stripPlusTag(visitor)
  const local = mailbox.slice(0, mailbox.lastIndexOf('@'))
  const isOwn = [own.from, ...own.to].some((address) => stripPlusTag(address) === mailbox)
  return asciiAddress(visitor) !== undefined && !isOwn && !ROBOTS.test(local)
}
