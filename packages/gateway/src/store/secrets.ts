import { randomBytes } from 'node:crypto'
import type { Database } from './database.ts'

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
