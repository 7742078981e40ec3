import type { Account } from '../accounts.ts'
import { textOf } from '../log.ts'
import { type NewMessage, newMessageId, noticesTo } from '../message.ts'
import { ownCommand } from '../own-command.ts'
import { EMAIL_FIELD, NAME_FIELD } from '../protocol.ts'
import { claimKey, enqueue } from '../store/accept-message.ts'
import { lastReview, messagesToReview, type ToReview } from '../store/messages.ts'
import { formatTime } from '../time.ts'
import { readFields } from '../visitor-fields.ts'
import { senderName } from './compose.ts'
import type { DeliveryContext } from './context.ts'
import { describeCount } from './mail-text.ts'

/** At most this often an owner gets such a mail. */
const INTERVAL_MS = 15 * 60_000
const NEVER = Number.POSITIVE_INFINITY
/** Messages that are held together are one mail. */
const COLLECT_MS = 1000
/** How many of them a notice names. */
const MAX_NAMED = 5

/** Notifies owners of held messages soon, and of further ones when the next mail may leave. */
export function startReviews(context: DeliveryContext): {
  wake: () => void
  stop: () => Promise<unknown>
} {
  let timer: NodeJS.Timeout | undefined
  let dueAt = NEVER
  let running: Promise<void> = Promise.resolve()
  let isStopped = false
  const run = async () => {
    dueAt = NEVER
    startIn(await queueReviews(context, context.clock()))
  }
  /** A time that is set already stays, if it is the earlier one. */
  const startIn = (milliseconds: number) => {
    const at = performance.now() + milliseconds
    if (isStopped || at >= dueAt) return
    clearTimeout(timer)
    dueAt = at
    timer = setTimeout(() => {
      running = run()
    }, milliseconds).unref()
  }
  return {
    wake: () => startIn(COLLECT_MS),
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      return running
    },
  }
}

/**
 * Mails each owner, at most every 15 minutes, the messages that were held or have failed: one that the owner never
 * reviews is lost. Returns how long it takes until the next owner who has just got one may get another.
 */
export async function queueReviews(context: DeliveryContext, now: number): Promise<number> {
  let waitMs = NEVER
  for (const account of context.accounts.values()) {
    const ownMs = await queueReviewOf(context, account, now).catch((error) => {
      const facts = { account: account.publicKey, error: textOf(error) }
      context.log.error(facts, 'review failed')
      return NEVER
    })
    waitMs = Math.min(waitMs, ownMs)
  }
  return waitMs
}

async function queueReviewOf(context: DeliveryContext, account: Account, now: number) {
  const { store, log } = context
  const from = await lastReview(store.db, account.publicKey, now)
  if (now - from < INTERVAL_MS) return INTERVAL_MS - (now - from)
  const range = { account: account.publicKey, from, to: now }
  const held = await messagesToReview(store.db, 'held', range)
  const failed = await messagesToReview(store.db, 'failed', range)
  if (held.count + failed.count === 0) return NEVER
  const variables = reviewOf(context, account, held, failed)
  const notices = held.count > 0 ? heldNotices(account, variables, held.count, now) : []
  if (!(await enqueueReview(context, account, variables, notices, now))) return NEVER
  log.info({ held: held.count, failed: failed.count }, 'review queued')
  context.wake()
  return NEVER
}

/** The notices of held messages, with the links that release them. */
function heldNotices(
  account: Account,
  { title, messages }: Review,
  count: number,
  now: number,
): NewMessage[] {
  const named = messages.slice(0, Math.min(count, MAX_NAMED))
  const lines = named.map(({ who, reason, link }) => [`${who}: ${reason}`, link].join('\n').trim())
  const more = count - named.length
  const text = [...lines, ...(more > 0 ? [`And ${more} more.`] : [])].join('\n')
  const { site } = account.sender
  const variables = { site, count, title: `${title} on ${site}`, text }
  return noticesTo(account, { type: 'message.held', variables, now })
}

/** The variables of the mail. It names who wrote, and not what: a held message may be spam. */
function reviewOf(
  { links, clock }: DeliveryContext,
  { sender }: Account,
  held: ToReview,
  failed: ToReview,
) {
  const title = [
    ...(held.count > 0 ? [`held for review: ${describeCount(held.count)}`] : []),
    ...(failed.count > 0 ? [`not delivered: ${describeCount(failed.count)}`] : []),
  ].join(', ')
  const messages = [...held.shown, ...failed.shown].map((message) => {
    const fields = readFields(message)
    const { [NAME_FIELD]: name = '', [EMAIL_FIELD]: address = '' } = fields
    return {
      who: [senderName(name), address].filter(Boolean).join(', ') || 'somebody',
      received: formatTime(message.received_at, 'en', sender.timeZone),
      reason: message.reason,
      link: links.urlOf(message.id, clock()) ?? '',
    }
  })
  return {
    title: title.charAt(0).toUpperCase() + title.slice(1),
    held: held.count > 0 && describeCount(held.count),
    failed: failed.count > 0 && describeCount(failed.count),
    messages,
    has_links: messages.some(({ link }) => link),
    more: held.count + failed.count - messages.length || false,
    action: held.count > 0 ? 'Release' : 'Retry',
    action_command: ownCommand('messages', `${held.count > 0 ? 'release' : 'retry'} ID`),
    list_command: ownCommand('messages', `list --state ${held.count > 0 ? 'held' : 'failed'}`),
  }
}

type Review = ReturnType<typeof reviewOf>

/** Queues the mail and the notices, unless another gateway has just done so. */
function enqueueReview(
  { store }: DeliveryContext,
  account: Account,
  variables: Review,
  notices: NewMessage[],
  now: number,
) {
  const id = newMessageId(now)
  const [[service, transport] = ['', '']] = account.services
  // With the time, so that a key from a clock that was ahead blocks no mail of today.
  const key = `review:${account.publicKey}:${Math.floor(now / INTERVAL_MS)}`
  return store.db.transaction().execute(async (tx) => {
    if (!(await claimKey(tx, { key, expiresAt: now + INTERVAL_MS, messageId: id, now })))
      return false
    await enqueue(tx, {
      id,
      kind: 'review',
      account: account.publicKey,
      service,
      transport,
      template: account.review.name,
      from: account.sender.from,
      variables,
      now,
    })
    for (const notice of notices) await enqueue(tx, notice)
    return true
  })
}
