import type { Account } from '../account.ts'
import { textOf } from '../log.ts'
import { newMessageId } from '../message.ts'
import { ownCommand } from '../own-command.ts'
import { claimKey, enqueue } from '../store/accept-message.ts'
import type { InTransaction, Message } from '../store/database.ts'
import {
  isReviewQueued,
  lastReview,
  markReported,
  messagesToReview,
  type ToReview,
} from '../store/messages.ts'
import { formatTime } from '../time.ts'
import type { DeliveryContext } from './context.ts'
import { describeCount } from './mail-text.ts'

/** At most this often an owner gets such a mail. */
const INTERVAL_MS = 15 * 60_000
const NEVER = Number.POSITIVE_INFINITY
/** Messages that are held together are one mail. */
const COLLECT_MS = 1000
/** How many of them a mail links, and a notice names. */
const MAX_LINKS = 20

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
  return queueReviewOf(context, context.account, now).catch((error) => {
    context.log.error({ error: textOf(error) }, 'review failed')
    return NEVER
  })
}

async function queueReviewOf(context: DeliveryContext, account: Account, now: number) {
  const { store, log } = context
  const { publicKey } = account
  const last = await lastReview(store.db, publicKey, now)
  if (now - last < INTERVAL_MS) return INTERVAL_MS - (now - last)
  const held = await messagesToReview(store.db, 'held', publicKey)
  const failed = await messagesToReview(store.db, 'failed', publicKey)
  const counts = { held: held.ids.length, failed: failed.ids.length }
  if (counts.held + counts.failed === 0) return NEVER
  if (await isReviewQueued(store.db, publicKey)) return INTERVAL_MS
  const variables = reviewOf(context, account, held, failed)
  if (!(await enqueueReview(context, account, variables, now))) return NEVER
  log.info(counts, 'review queued')
  context.wake()
  return NEVER
}

/** What a reason is to the owner. A mail that quoted a stranger, or a word of the owner's list, could be refused for it. */
const SENTENCES: [pattern: RegExp, sentence: string][] = [
  [/^hidden field/, 'The hidden field was filled in.'],
  [/^filled too fast/, 'The form was filled in too fast.'],
  [/^contains /, 'It has one of your words.'],
  [/^sent without JavaScript/, 'It was sent without JavaScript, so without a captcha.'],
  [/^site rate limit/, 'It came after more messages than an hour may have.'],
  [/^captcha/, 'Its captcha could not be verified.'],
  [/score/, 'Its captcha says that a program may have sent it.'],
]
const NOT_DELIVERED = 'It could not be delivered.'

function sentenceOf({ state, reason }: Message): string {
  if (state === 'failed') return NOT_DELIVERED
  const found = SENTENCES.find(([pattern]) => pattern.test(reason ?? ''))
  return found?.[1] ?? 'It looked like spam.'
}

/** Records that the owner has the mail about its messages. */
export async function reportReviewed(tx: InTransaction, review: Message, now: number) {
  const { ids = [] } = JSON.parse(review.template_params ?? '{}') as { ids?: string[] }
  await markReported(tx, ids, now)
}

/** The variables of the mail. It quotes nothing that a stranger wrote. */
function reviewOf(
  { links, clock }: DeliveryContext,
  { sender }: Account,
  held: ToReview,
  failed: ToReview,
) {
  const [heldCount, failedCount] = [held.ids.length, failed.ids.length]
  const title = [
    ...(heldCount > 0 ? [`held for review: ${describeCount(heldCount)}`] : []),
    ...(failedCount > 0 ? [`not delivered: ${describeCount(failedCount)}`] : []),
  ].join(', ')
  const messages = [...held.shown, ...failed.shown].slice(0, MAX_LINKS).map((message) => ({
    received: formatTime(message.received_at, 'en', sender.timeZone),
    reason: sentenceOf(message),
    link: links.urlOf(message.id, clock()) ?? '',
  }))
  return {
    ids: [...held.ids, ...failed.ids],
    title: title.charAt(0).toUpperCase() + title.slice(1),
    held: heldCount > 0 && describeCount(heldCount),
    failed: failedCount > 0 && describeCount(failedCount),
    messages,
    has_links: messages.some(({ link }) => link),
    more: heldCount + failedCount - messages.length || false,
    action: heldCount > 0 ? 'Release' : 'Retry',
    action_command: ownCommand('messages', `${heldCount > 0 ? 'release' : 'retry'} ID`),
    list_command: ownCommand('messages', `list --state ${heldCount > 0 ? 'held' : 'failed'}`),
  }
}

type Review = ReturnType<typeof reviewOf>

/** Queues the mail, unless another gateway has just done so. */
function enqueueReview(
  { store }: DeliveryContext,
  account: Account,
  variables: Review,
  now: number,
) {
  const id = newMessageId(now)
  const [[service, transport] = ['', '']] = account.services
  // With the time, so that a key from a clock that was ahead blocks no mail of today.
  const key = `review:${account.publicKey}:${Math.floor(now / INTERVAL_MS)}`
  return store.write(async (tx) => {
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
    return true
  })
}
