import type { Account } from '../accounts.ts'
import { textOf } from '../error-text.ts'
import type { Gateway } from '../gateway.ts'
import { domainOf } from '../mail/address.ts'
import { deleteMails } from '../mail/written-mails.ts'
import type { Database } from '../store/database.ts'
import { isUnscrubbed, scrub } from '../store/deleted.ts'
import { forgetOnce, spendOnce } from '../store/once.ts'
import { enqueue, newMessageId } from '../store/outbox.ts'
import { purgeWords } from '../store/retention.ts'
import { deleteOldSalts } from '../store/salts.ts'

const DAY_MS = 86_400_000
const SCRUB_KEY = 'scrub'

/** Deletes what has had its time, and tells the owner of messages that wait. */
export async function keepHouse(gateway: Gateway): Promise<void> {
  const { store, log } = gateway
  const now = gateway.clock()
  const duties = [
    () => deleteExpired(store.db, now),
    () => deleteOldWords(gateway, now),
    () => cleanFiles(gateway, now),
    () => tellOfHeld(gateway, now),
  ]
  // One that fails keeps no other from being done.
  for (const duty of duties) {
    await duty().catch((error) => {
      const text = textOf(error)
      log('error', 'housekeeping stumbled', { error: text })
    })
  }
}

async function deleteExpired(db: Database, now: number) {
  // A day later: after a clock that ran ahead is set right, no captcha may be spent a second time.
  await db
    .deleteFrom('once')
    .where('expires_at', '<=', now - DAY_MS)
    .execute()
  await db.deleteFrom('hits').where('expires_at', '<=', now).execute()
  await deleteOldSalts(db, now)
}

async function deleteOldWords({ store, configuration, log }: Gateway, now: number) {
  const before = now - configuration.RETENTION_DAYS * DAY_MS
  const purged = await purgeWords(store.db, before)
  if (purged.length === 0) return
  log('info', 'words of old messages deleted', { messages: purged.length })
  deleteMails(configuration.DATA_FOLDER, purged)
}

/**
 * Salts leave the files at once. Words do once a day, by one of the gateways: it costs the time of
 * writing the whole database, in which no message can be stored.
 */
async function cleanFiles({ store }: Gateway, now: number) {
  const { db } = store
  if (await isUnscrubbed(db, 'salts')) await scrub(store, 'salts')
  if (!(await isUnscrubbed(db, 'words'))) return
  if (!(await spendOnce(db, { key: SCRUB_KEY, expiresAt: now + DAY_MS, now }))) return
  try {
    await scrub(store, 'words')
  } catch (error) {
    await forgetOnce(db, SCRUB_KEY)
    throw error
  }
}

/** A held message that nobody looks at is a lost one: at most one mail a day says what waits. */
async function tellOfHeld(gateway: Gateway, now: number) {
  const { store, accounts, log } = gateway
  for (const account of accounts.values()) {
    const told = await lastNotice(store.db, account.publicKey)
    if (!account.notice || now - told < DAY_MS) continue
    const held = await countHeld(store.db, account.publicKey, { from: told, to: now })
    if (held === 0 || !(await queueNotice(gateway, account, held, now))) continue
    log('info', 'owner told of held messages', { held })
    gateway.wake()
  }
}

/** Queues the notice, unless another gateway has just done so. */
function queueNotice({ store }: Gateway, account: Account, held: number, now: number) {
  const id = newMessageId(now)
  const [service = ''] = account.services.keys()
  const key = `notice:${account.publicKey}`
  return store.db.transaction().execute(async (tx) => {
    if (!(await spendOnce(tx, { key, expiresAt: now + DAY_MS, messageId: id, now }))) return false
    await enqueue(tx, {
      id,
      purpose: 'notice',
      account: account.publicKey,
      service,
      template: account.notice?.name ?? '',
      sender: '',
      reason: null,
      mayReply: false,
      mailDomain: domainOf(account.sender.from),
      variables: { held: held === 1 ? 'one message' : `${held} messages` },
      now,
    })
    return true
  })
}

async function lastNotice(db: Database, account: string): Promise<number> {
  const { told } = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.max<number | null>('received_at').as('told'))
    .where('account', '=', account)
    .where('purpose', '=', 'notice')
    .executeTakeFirstOrThrow()
  return told ?? 0
}

type Span = { from: number; to: number }

/** Each span begins where the last one ended, so that every message is told once. */
async function countHeld(db: Database, account: string, { from, to }: Span): Promise<number> {
  const { held } = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('held'))
    .where('account', '=', account)
    .where('purpose', '=', 'message')
    .where('state', '=', 'held')
    .where('received_at', '>=', from)
    .where('received_at', '<', to)
    .executeTakeFirstOrThrow()
  return held
}
