import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from './accounts.ts'
import type { DeliveryContext } from './context.ts'
import { domainOf } from './delivery/address.ts'
import { formatTime, senderName } from './delivery/compose.ts'
import { describeCount } from './delivery/mail-text.ts'
import { textOf } from './log.ts'
import { ownCommand } from './own-command.ts'
import { EMAIL_FIELD, NAME_FIELD } from './protocol.ts'
import { claimKey, enqueue, newMessageId } from './store/accept-message.ts'
import type { Variables } from './store/database.ts'
import { lastNotice, messagesToReview, type ToReview } from './store/messages.ts'
import { deleteExpiredKeys, purgeContent } from './store/retention.ts'

const DAY_MS = 86_400_000
const INTERVAL_MS = 3_600_000

/** Runs the maintenance now and every hour. Returns what stops it. */
export function startMaintenance(context: DeliveryContext): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async () => {
    while (!signal.aborted) {
      await runMaintenance(context, signal)
      await sleep(INTERVAL_MS, undefined, { signal }).catch(() => {})
    }
  }
  const running = run()
  return () => {
    stopping.abort()
    return running
  }
}

/** Deletes expired data and notifies owners of held messages. An aborted signal ends it early. */
export async function runMaintenance(
  context: DeliveryContext,
  signal?: AbortSignal,
): Promise<void> {
  const { store, log } = context
  const now = context.clock()
  const tasks = [
    // A day later, so that no captcha is accepted twice after a clock that was ahead is corrected.
    () => deleteExpiredKeys(store, now - DAY_MS, signal),
    async () => {
      const before = now - context.configuration.RETENTION_DAYS * DAY_MS
      const messages = await purgeContent(store, before, signal)
      if (messages === 0) return
      log.info({ messages }, 'retention: content deleted')
      await store.truncateWal()
    },
    () => notifyOwners(context, now),
  ]
  for (const task of tasks) {
    if (signal?.aborted) return
    // A failing task does not prevent the others.
    await task().catch((error) => {
      log.error({ error: textOf(error) }, 'maintenance task failed')
    })
  }
}

/**
 * Notifies each owner at most once a day of messages that were held or have failed: one that the owner never
 * reviews is lost.
 */
async function notifyOwners(context: DeliveryContext, now: number) {
  const { store, accounts, log } = context
  for (const account of accounts.values()) {
    const from = await lastNotice(store.db, account.publicKey, now)
    if (now - from < DAY_MS) continue
    const range = { account: account.publicKey, from, to: now }
    const held = await messagesToReview(store.db, 'held', range)
    const failed = await messagesToReview(store.db, 'failed', range)
    if (held.count + failed.count === 0) continue
    const variables = noticeOf(context, account, held, failed)
    if (!(await queueNotice(context, account, variables, now))) continue
    log.info({ held: held.count, failed: failed.count }, 'review notice queued')
    context.wake()
  }
}

/** The variables of the notice. It names who wrote, and not what: a held message may be spam. */
function noticeOf(
  { links, clock }: DeliveryContext,
  { sender }: Account,
  held: ToReview,
  failed: ToReview,
): Variables {
  const title = [
    ...(held.count > 0 ? [`held for review: ${describeCount(held.count)}`] : []),
    ...(failed.count > 0 ? [`not delivered: ${describeCount(failed.count)}`] : []),
  ].join(', ')
  const messages = [...held.shown, ...failed.shown].map((message) => {
    const fields: Variables = JSON.parse(message.template_params ?? '{}')
    const [name, address] = [textOf(fields[NAME_FIELD]), textOf(fields[EMAIL_FIELD])]
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

/** Queues the notice, unless another gateway has just done so. */
function queueNotice(
  { store }: DeliveryContext,
  account: Account,
  variables: Variables,
  now: number,
) {
  const id = newMessageId(now)
  const [[service, transport] = ['', '']] = account.services
  // With the day, so that a key from a clock that was ahead blocks no notice of today.
  const key = `notice:${account.publicKey}:${Math.floor(now / DAY_MS)}`
  return store.db.transaction().execute(async (tx) => {
    if (!(await claimKey(tx, { key, expiresAt: now + DAY_MS, messageId: id, now }))) return false
    await enqueue(tx, {
      id,
      kind: 'notice',
      account: account.publicKey,
      service,
      transport,
      template: account.notice.name,
      sender: '',
      reason: null,
      mayReply: false,
      mailDomain: domainOf(account.sender.from),
      variables,
      now,
    })
    return true
  })
}
