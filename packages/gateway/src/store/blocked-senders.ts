import { mailboxOf } from '../address.ts'
import type { Database, InTransaction } from './database.ts'

/** Whether the owner of a site has blocked a sender, in any spelling and with any plus tag. */
export async function isSenderBlocked(
  db: Database,
  account: string,
  sender: string,
): Promise<boolean> {
  const blocked = db
    .selectFrom('blocked_senders')
    .select('address')
    .where('account', '=', account)
    .where('address', '=', mailboxOf(sender))
  return (await blocked.executeTakeFirst()) !== undefined
}

export async function blockSender(
  tx: InTransaction,
  account: string,
  sender: string,
): Promise<void> {
  await tx
    .insertInto('blocked_senders')
    .values({ account, address: mailboxOf(sender) })
    .onConflict((on) => on.doNothing())
    .execute()
}

/** Lists the blocked senders of all sites. */
export function listBlocked(db: Database): Promise<{ account: string; address: string }[]> {
  const blocked = db.selectFrom('blocked_senders').select(['account', 'address'])
  return blocked.orderBy('account').orderBy('address').execute()
}

/** Ends the block of a sender, for one site or for all. Returns whether there was one. */
export async function unblockSender(
  tx: InTransaction,
  sender: string,
  account?: string,
): Promise<boolean> {
  const all = tx.deleteFrom('blocked_senders').where('address', '=', mailboxOf(sender))
  const blocked = account === undefined ? all : all.where('account', '=', account)
  return (await blocked.executeTakeFirst()).numDeletedRows > 0n
}
