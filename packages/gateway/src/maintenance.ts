import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from './accounts.ts'
import type { DeliveryContext } from './context.ts'
import { domainOf } from './delivery/address.ts'
import { createAlerts } from './delivery/alerts.ts'
import { describeCount } from './delivery/mail-text.ts'
import { textOf } from './log.ts'
import { ownCommand } from './own-command.ts'
import { claimKey, enqueue, newMessageId } from './store/accept-message.ts'
import type { Database } from './store/database.ts'
import { deleteExpiredKeys, purgeContent } from './store/retention.ts'

const DAY_MS = 86_400_000
const INTERVAL_MS = 3_600_000
const ALERT_INTERVAL_MS = 60_000

/** Runs the maintenance now and every hour, and checks for alerts every minute. Returns what stops both. */
export function startMaintenance(context: DeliveryContext): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const checkAlerts = createAlerts(context)
  const repeat = async (task: () => Promise<void>, everyMs: number) => {
    while (!signal.aborted) {
      await task().catch((error) => {
        if (!signal.aborted) context.log.error({ error: textOf(error) }, 'maintenance task failed')
      })
      await sleep(everyMs, undefined, { signal }).catch(() => {})
    }
  }
  const tasks = [
    repeat(() => runMaintenance(context, signal), INTERVAL_MS),
    repeat(() => checkAlerts(signal), ALERT_INTERVAL_MS),
  ]
  return async () => {
    stopping.abort()
    await Promise.all(tasks)
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
      if ((await deleteOldContent(context, now, signal)) > 0) await store.truncateWal()
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

async function deleteOldContent(
  { store, configuration, log }: DeliveryContext,
  now: number,
  signal: AbortSignal | undefined,
): Promise<number> {
  const before = now - configuration.RETENTION_DAYS * DAY_MS
  const purged = await purgeContent(store, before, signal)
  if (purged.length > 0) {
    log.info({ messages: purged.length }, 'retention: content deleted')
  }
  return purged.length
}

/**
 * Notifies the owner at most once a day of how many messages are held: a held message that the
 * owner never reviews is lost.
 */
async function notifyOwners(context: DeliveryContext, now: number) {
  const { store, accounts, log } = context
  for (const account of accounts.values()) {
    const lastNoticeAt = await lastNotice(store.db, account.publicKey, now)
    if (now - lastNoticeAt < DAY_MS) continue
    const held = await countHeld(store.db, account.publicKey, { from: lastNoticeAt, to: now })
    if (held === 0 || !(await queueNotice(context, account, held, now))) continue
    log.info({ held }, 'hold notice queued')
    context.wake()
  }
}

/** Queues the notice, unless another gateway has just done so. */
function queueNotice({ store }: DeliveryContext, account: Account, held: number, now: number) {
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
      variables: {
        held: describeCount(held),
        list_command: ownCommand('messages', 'list --state held'),
        release_command: ownCommand('messages', 'release ID'),
      },
      now,
    })
    return true
  })
}

/** When the last notice was queued. One from the future was queued while the clock was ahead. */
async function lastNotice(db: Database, account: string, now: number): Promise<number> {
  const { latest } = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.max<number | null>('received_at').as('latest'))
    .where('account', '=', account)
    .where('kind', '=', 'notice')
    .where('received_at', '<=', now)
    .executeTakeFirstOrThrow()
  return latest ?? 0
}

type TimeRange = { from: number; to: number }

/** Each range starts where the last one ended, so that every message is reported once. */
async function countHeld(db: Database, account: string, { from, to }: TimeRange): Promise<number> {
  const { held } = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('held'))
    .where('account', '=', account)
    .where('kind', '=', 'message')
    .where('state', '=', 'held')
    .where('received_at', '>=', from)
    .where('received_at', '<', to)
    .executeTakeFirstOrThrow()
  return held
}
