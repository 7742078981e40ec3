import { randomBytes } from 'node:crypto'
import type { Database } from './database.ts'
import type { Store } from './store.ts'

const DAY_MS = 86_400_000
/** Gateways whose clocks differ by less than this use the same rate limit key for a network. */
const MAX_CLOCK_SKEW_MS = 3_600_000
const PREFIX = 'salt:'

/** Returns the salt of the day, which all gateways on one database share. */
type DailySalt = (now: number) => Promise<string>

export function createDailySaltProvider({ write }: Pick<Store, 'write'>): DailySalt {
  let latest: { name: string; salt: string } | undefined
  return async (now) => {
    const name = saltName(now)
    if (latest?.name !== name)
      latest = { name, salt: await write((tx) => sharedSecret(tx, name), 'unsynced') }
    return latest.salt
  }
}

/**
 * Deletes the salts of other days. No rate limit window crosses midnight (UTC), so the counters
 * hashed with them have expired, and their hashes can never again be traced to a network.
 */
export async function deleteOldSalts(db: Database, now: number): Promise<number> {
  const recent = [now - MAX_CLOCK_SKEW_MS, now + MAX_CLOCK_SKEW_MS].map(saltName)
  const { numDeletedRows } = await db
    .deleteFrom('secrets')
    .where('name', 'like', `${PREFIX}%`)
    .where('name', 'not in', recent)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

function saltName(now: number): string {
  return `${PREFIX}${Math.floor(now / DAY_MS)}`
}

/** Returns a random value that is created once and shared by all gateways on this database. */
export async function sharedSecret(db: Database, name: string): Promise<string> {
  const value = randomBytes(32).toString('base64url')
  await db
    .insertInto('secrets')
    .values({ name, value })
    .onConflict((on) => on.doNothing())
    .execute()
  const row = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return row.value
}
