import { stripPlusTag } from '../delivery/address.ts'
import type { Database } from './database.ts'

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
    .where('address', '=', stripPlusTag(sender))
  return (await blocked.executeTakeFirst()) !== undefined
}

export async function blockSender(db: Database, account: string, sender: string): Promise<void> {
  await db
    .insertInto('blocked_senders')
    .values({ account, address: stripPlusTag(sender) })
    .onConflict((on) => on.doNothing())
    .execute()
}

/** Ends the block of a sender, for one site or for all. */
export async function unblockSender(db: Database, sender: string, account?: string): Promise<void> {
  const blocked = db.deleteFrom('blocked_senders').where('address', '=', stripPlusTag(sender))
  await (account === undefined ? blocked : blocked.where('account', '=', account)).execute()
}
