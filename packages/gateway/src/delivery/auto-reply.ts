import { createHmac } from 'node:crypto'
import { EMAIL_FIELD } from '../../wire/fields.ts'
import type { Gateway } from '../gateway.ts'
import { asciiAddress, domainOf, mailboxOf } from '../mail/address.ts'
import type { Message } from '../store/database.ts'
import { countHit } from '../store/hits.ts'
import { spendOnce } from '../store/once.ts'
import { enqueue, newMessageId } from '../store/outbox.ts'

const DAY_SECONDS = 86_400
const MOST_A_DAY = 50

/** Addresses that nobody reads in person, or that pass mail on to many. */
const ROBOTS =
  /^(mailer-daemon|postmaster|hostmaster|abuse|root|daemon|no-?reply|do-?not-?reply|bounces?|majordomo|listserv|mailman)$|^owner-|-(request|owner|bounces?|subscribe|unsubscribe|return)$/

/** Queues the reply to a visitor, at most one a day for each and so many in all (RFC 3834). */
export async function queueAutoReply(gateway: Gateway, message: Message): Promise<void> {
  const { accounts, store, clock, secret, log } = gateway
  const account = accounts.get(message.account)
  if (!account?.autoReply || !mayGetReply(message.sender, account.sender)) return
  const now = clock()
  const name = createHmac('sha256', secret).update(mailboxOf(message.sender)).digest('base64url')
  const key = `auto-reply:${message.account}:${name}`
  const expiresAt = now + DAY_SECONDS * 1000
  const id = newMessageId(now)
  const isFirst = await store.write(async (tx) => {
    if (!(await spendOnce(tx, { key, expiresAt, messageId: id, now }))) return false
    const sent = await countHit(tx, { bucket: 'auto-reply', seconds: DAY_SECONDS, now })
    if (sent > MOST_A_DAY) return false
    await enqueue(tx, {
      id,
      purpose: 'auto-reply',
      account: message.account,
      service: message.service,
      template: account.autoReply?.name ?? '',
      sender: message.sender,
      reason: null,
      mayReply: false,
      mailDomain: domainOf(account.sender.from),
      variables: { [EMAIL_FIELD]: message.sender },
      now,
    })
    return true
  })
  if (isFirst) log('info', 'reply queued', { id, to: message.id })
}

function mayGetReply(visitor: string, own: { from: string; to: string }): boolean {
  const mailbox = mailboxOf(visitor)
  const local = mailbox.slice(0, mailbox.lastIndexOf('@'))
  const isOwn = [own.from, own.to].some((address) => mailboxOf(address) === mailbox)
  return asciiAddress(visitor) !== undefined && !isOwn && !ROBOTS.test(local)
}
