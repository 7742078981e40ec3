import { compileOnce } from './compile-once.ts'
import type { Database, InTransaction } from './database.ts'

/** What may happen once, and until when that has to be remembered. */
export type OnceKey = { key: string; expiresAt: number }

export type OnceOnly = OnceKey & { messageId?: string | undefined; now: number }

/** Spends a key; false where it is spent already. Of two at the same moment, one gets it. */
export async function spendOnce(db: Database | InTransaction, entry: OnceOnly): Promise<boolean> {
  const { key, expiresAt, messageId = null, now } = entry
  return (await spend(db, { key, expiresAt, messageId, now })).length > 0
}

type Spent = { key: string; expiresAt: number; messageId: string | null; now: number }

const spend = compileOnce((db, { key, expiresAt, messageId, now }: Spent) =>
  db
    .insertInto('once')
    .values({ key, expires_at: expiresAt, message_id: messageId })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ expires_at: expiresAt, message_id: messageId })
        .where('once.expires_at', '<=', now),
    )
    .returning('key'),
)

export async function isSpent(db: Database, key: string, now: number): Promise<boolean> {
  return (await findSpent(db, { key, now })).length > 0
}

const findSpent = compileOnce((db, { key, now }: { key: string; now: number }) =>
  db.selectFrom('once').select('key').where('key', '=', key).where('expires_at', '>', now),
)

/** Lets a key be spent anew. */
export async function forgetOnce(db: Database, key: string): Promise<void> {
  await db.deleteFrom('once').where('key', '=', key).execute()
}

/** Writes a row that means nothing; throws where nothing can be stored at this moment. */
export async function proveWritable(db: Database, now: number): Promise<void> {
  await db
    .insertInto('once')
    .values({ key: 'readiness', expires_at: now, message_id: null })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ expires_at: now }))
    .execute()
}
