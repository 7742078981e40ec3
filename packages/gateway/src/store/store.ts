import { randomBytes } from 'node:crypto'
import type { Accepted, IncomingMessage } from './accept-message.ts'
import type { Write } from './batched-write.ts'
import type { Database, StoreKind } from './database.ts'
import { openSqlite } from './sqlite.ts'

/** The message store, in SQLite or PostgreSQL. */
export type Store = {
  db: Database
  kind: StoreKind
  write: Write
  /** Claims the keys of a message and stores it. Resolves once it is on the disk. */
  accept: (incoming: IncomingMessage) => Promise<Accepted>
  /** The database's location without secrets, for display. */
  location: string
  /** Settings with which a crash of the database's machine may lose or damage messages. */
  hazards: Hazard[]
  /** The time that all gateways on this database share. */
  clock: () => number
  /**
   * Truncates SQLite's write-ahead log, which contains deleted rows until then. Throws if another
   * program reads the database for seconds. PostgreSQL recycles its log by itself.
   */
  truncateWal: () => Promise<void>
  close: () => Promise<void>
}

/** No gateway starts with a fatal hazard, because its response 200 would be untrue. */
export type Hazard = { isFatal: boolean; text: string }

export type StoreLocation = { databaseUrl?: string | undefined; dataFolder: string }

/** Opens the configured database for the gateway, which creates and migrates the tables. */
export async function openStore(location: StoreLocation): Promise<Store> {
  const store = await open(location, true)
  if (!store) throw new Error('The database has no tables.')
  return store
}

/** Opens the database for a command, which never changes the tables. Returns undefined if there are none yet. */
export function openExistingStore(location: StoreLocation): Promise<Store | undefined> {
  return open(location, false)
}

async function open({ databaseUrl, dataFolder }: StoreLocation, isMigrating: boolean) {
  if (!databaseUrl) return openSqlite(dataFolder, isMigrating)
  // Loaded here: most commands read SQLite and need no driver.
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres(databaseUrl, isMigrating)
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
