import type { Gateway } from '../gateway.ts'
import { domainOf } from '../mail/address.ts'
import { deleteMails } from '../mail/written-mails.ts'
import type { Database } from '../store/database.ts'
import { spendOnce } from '../store/once.ts'
import { enqueue, newMessageId } from '../store/outbox.ts'
import { purgeWords } from '../store/retention.ts'

const DAY_MS = 86_400_000

/** Once an hour: deletes what has had its time, and tells the owner of messages that wait. */
export async function keepHouse(gateway: Gateway): Promise<void> {
  const { store, configuration, clock, log } = gateway
  const now = clock()
  await deleteExpired(store.db, now)
  const purged = await purgeWords(store.db, now - configuration.RETENTION_DAYS * DAY_MS)
  if (purged.length > 0) {
    deleteMails(configuration.DATA_FOLDER, purged)
    await store.scrub()
    log('info', 'words of old messages deleted', { messages: purged.length })
  }
  await tellOfHeld(gateway, now)
}

async function deleteExpired(db: Database, now: number) {
  await db.deleteFrom('once').where('expires_at', '<=', now).execute()
  await db.deleteFrom('hits').where('expires_at', '<=', now).execute()
}

/** A held message that nobody looks at is a lost one: at most one mail a day says what waits. */
async function tellOfHeld(gateway: Gateway, now: number) {
  const { store, accounts, log } = gateway
  for (const account of accounts.values()) {
    const { notice } = account
    if (!notice) continue
    const held = await countHeldSince(store.db, account.publicKey, now - DAY_MS)
    if (held === 0) continue
    const day = Math.floor(now / DAY_MS)
    const key = `notice:${account.publicKey}:${day}`
    const id = newMessageId(now)
    const [service = ''] = account.services.keys()
    const isFirst = await store.db.transaction().execute(async (tx) => {
      if (!(await spendOnce(tx, { key, expiresAt: now + 2 * DAY_MS, messageId: id, now })))
        return false
      await enqueue(tx, {
        id,
        purpose: 'notice',
        account: account.publicKey,
        service,
        template: notice.name,
        sender: '',
        reason: null,
        mayReply: false,
        mailDomain: domainOf(account.sender.from),
        variables: { held: held === 1 ? 'one message' : `${held} messages` },
        now,
      })
      return true
    })
    if (!isFirst) continue
    log('info', 'owner told of held messages', { held })
    gateway.wake()
  }
}

async function countHeldSince(db: Database, account: string, since: number): Promise<number> {
  const { held } = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('held'))
    .where('account', '=', account)
    .where('state', '=', 'held')
    .where('received_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(held)
}
