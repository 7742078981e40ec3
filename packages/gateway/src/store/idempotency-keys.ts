import type { Database, InTransaction } from './database.ts'
import { prepareQuery } from './prepared-query.ts'

/** A key that can be claimed once, and when the claim expires. */
export type IdempotencyKey = { key: string; expiresAt: number }

type KeyClaim = IdempotencyKey & { messageId?: string | undefined; now: number }

/** Claims a key. Returns false if it is already claimed. Of two concurrent calls, one succeeds. */
export async function claimKey(db: Database | InTransaction, entry: KeyClaim): Promise<boolean> {
  const { key, expiresAt, messageId = null, now } = entry
  return (await insertKey(db, { key, expiresAt, messageId, now })).length > 0
}

type KeyRow = { key: string; expiresAt: number; messageId: string | null; now: number }

const insertKey = prepareQuery((db, { key, expiresAt, messageId, now }: KeyRow) =>
  db
    .insertInto('idempotency_keys')
    .values({ key, expires_at: expiresAt, message_id: messageId })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ expires_at: expiresAt, message_id: messageId })
        .where('idempotency_keys.expires_at', '<=', now),
    )
    .returning('key'),
)

/** Returns those of one or two keys that are claimed, in one round trip. */
export async function findUsedKeys(
  db: Database,
  [first, second = first]: [first: string, second: string | undefined],
  now: number,
): Promise<Set<string>> {
  const rows = await selectUsedKeys(db, { first, second, now })
  return new Set(rows.map(({ key }) => key))
}

const selectUsedKeys = prepareQuery(
  (db, { first, second, now }: { first: string; second: string; now: number }) =>
    db
      .selectFrom('idempotency_keys')
      .select('key')
      .where('key', 'in', [first, second])
      .where('expires_at', '>', now),
)

/** Releases a key, so that it can be claimed again. */
export async function releaseKey(db: Database, key: string): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('key', '=', key).execute()
}

/** Writes a dummy row. Throws if the database cannot store anything at the moment. */
export async function writeProbe(db: Database, now: number): Promise<void> {
  await db
    .insertInto('idempotency_keys')
    .values({ key: 'readiness', expires_at: now, message_id: null })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ expires_at: now }))
    .execute()
}
