import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from './database.ts'
import { readSetting } from './notices.ts'
import { openSqlite } from './sqlite.ts'
import type { Store, StoreLocation } from './store.ts'

/** Opens the configured database for the gateway, which creates and migrates the tables. `onFull` is called when its disk is full. */
export async function openStore(location: StoreLocation, onFull = () => {}): Promise<Store> {
  const store = await open(location, true, onFull)
  if (!store) throw new Error('The database has no tables.')
  return store
}

/** Opens the database for a command, which never changes the tables. Returns undefined if there are none yet. */
export function openExistingStore(location: StoreLocation): Promise<Store | undefined> {
  return open(location, false)
}

async function open(
  { databaseUrl, dataFolder, waitMs }: StoreLocation,
  isMigrating: boolean,
  onFull = () => {},
) {
  if (!databaseUrl) return openSqlite(dataFolder, isMigrating, onFull, waitMs)
  // Loaded here: most commands read SQLite and need no driver.
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres(databaseUrl, isMigrating, waitMs)
}

const SECRET = 'secret'
/** The secret of `astro dev`, which does not count as a start of the gateway. */
const DEVELOPMENT_SECRET = 'secret of development'

/**
 * Names the gateways on a database to who reads it, so that `doctor` does not take another one for its own. Undefined
 * before the first start.
 */
export async function gatewayId(db: Database): Promise<string | undefined> {
  const secret = await readSetting<string>(db, SECRET)
  return secret && createHash('sha256').update(`id ${secret}`).digest('base64url').slice(0, 12)
}

/** Returns a random value that is created once and shared by all gateways on this database. */
export function sharedSecret({ write }: Store, isProduction: boolean): Promise<string> {
  const name = isProduction ? SECRET : DEVELOPMENT_SECRET
  const value = JSON.stringify(randomBytes(32).toString('base64url'))
  return write(async (tx) => {
    await sql`insert into settings (name, value) values (${name}, ${value})
      on conflict do nothing`.execute(tx)
    return String(await readSetting(tx, name))
  })
}
