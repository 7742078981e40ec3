import { sql } from 'kysely'
import { mailboxOf } from '../address.ts'
import { type Database, type InTransaction, rowsOf } from './database.ts'

/** Whether the owner has blocked a sender, in any spelling and with any plus tag. */
export async function isSenderBlocked(db: Database, sender: string): Promise<boolean> {
  const blocked = sql`select address from blocked_senders where address = ${mailboxOf(sender)}`
  return (await rowsOf(db, blocked)).length > 0
}

export async function blockSender(tx: InTransaction, sender: string): Promise<void> {
  await sql`insert into blocked_senders (address) values (${mailboxOf(sender)})
    on conflict do nothing`.execute(tx)
}

export async function listBlocked(db: Database): Promise<string[]> {
  const blocked = sql<{ address: string }>`select address from blocked_senders order by address`
  return (await rowsOf(db, blocked)).map(({ address }) => address)
}

/** Ends the block of a sender. Returns whether there was one. */
export async function unblockSender(tx: InTransaction, sender: string): Promise<boolean> {
  const unblocked = sql`
    delete from blocked_senders where address = ${mailboxOf(sender)} returning address`
  return (await rowsOf(tx, unblocked)).length > 0
}
