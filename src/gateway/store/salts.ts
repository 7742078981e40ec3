import type { Database } from './database.ts'
import { markDeleted } from './deleted.ts'
import { sharedSecret } from './secrets.ts'

const DAY_MS = 86_400_000
/** Gateways whose clocks differ by less than this count the same network under the same name. */
const CLOCK_DIFFERENCE_MS = 3_600_000
const PREFIX = 'salt:'

/** Gives the salt of the day, the same to all gateways on one database. */
type SaltOf = (now: number) => Promise<string>

export function createSalts(db: Database): SaltOf {
  let latest: { name: string; salt: string } | undefined
  return async (now) => {
    const name = nameOfSalt(now)
    if (latest?.name !== name) latest = { name, salt: await sharedSecret(db, name) }
    return latest.salt
  }
}

/**
 * Deletes the salts of other days. No window of a limit reaches over midnight (UTC), so what was
 * counted with them has expired, and nobody can ever again tell whom it stood for.
 */
export function deleteOldSalts(db: Database, now: number): Promise<number> {
  const kept = [now - CLOCK_DIFFERENCE_MS, now + CLOCK_DIFFERENCE_MS].map(nameOfSalt)
  return db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('secrets')
      .where('name', 'like', `${PREFIX}%`)
      .where('name', 'not in', kept)
      .executeTakeFirst()
    const count = Number(numDeletedRows)
    if (count > 0) await markDeleted(tx, 'salts')
    return count
  })
}

function nameOfSalt(now: number): string {
  return `${PREFIX}${Math.floor(now / DAY_MS)}`
}
