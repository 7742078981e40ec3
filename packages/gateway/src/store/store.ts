import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Accepted, IncomingMessage, Window } from './accept-message.ts'
import type { Database } from './database.ts'
import type { GroupCommit } from './group-commit.ts'
import { openSqlite, sqliteFile, versionOf } from './sqlite.ts'

/** The message store, in SQLite or PostgreSQL. */
export type Store = GroupCommit & {
  db: Database
  kind: 'sqlite' | 'postgres'
  /** Stores a message in one transaction with its keys and its count. Resolves once it is on disk. */
  accept: (incoming: IncomingMessage) => Promise<Accepted>
  /** Increments a counter of each bucket without waiting for the disk. Returns the counts. */
  count: (buckets: string[], window: Window) => Promise<number[]>
  /** The database's location without secrets, for display. */
  location: string
  /** Settings with which a crash of the database's machine may lose or damage messages. */
  hazards: Hazard[]
  /** The time that all gateways on this database share. */
  clock: () => number
  /** Notifies all gateways on this database that messages are due. Messages are safe without it. */
  notify: () => Promise<void>
  /** Calls back when messages are due. The callback is only a hint. */
  listen: (wake: () => void) => () => Promise<void>
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

/** Only the gateway migrates: a command must not change the schema under a running gateway. */
export type OpenOptions = { isMigrating: boolean }

/** Opens the configured database. */
export async function openStore(
  { databaseUrl, dataFolder }: StoreLocation,
  options: OpenOptions = { isMigrating: true },
): Promise<Store> {
  if (!databaseUrl) return openSqlite(dataFolder, options)
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres(databaseUrl, options)
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

const BUSY_TIMEOUT_MS = 5000
const CONNECT_TIMEOUT_MS = 5000
const UNDEFINED_TABLE = '42P01'
const QUERY = 'select version from schema_version'

/**
 * Returns the schema version of a database without changing or creating anything; undefined if there are
 * no tables. This program's own version is the number of MIGRATIONS.
 */
export async function readVersion({ databaseUrl, dataFolder }: StoreLocation) {
  return databaseUrl ? readFromPostgres(databaseUrl) : readFromSqlite(sqliteFile(dataFolder))
}

function readFromSqlite(file: string): number | undefined {
  if (!existsSync(file)) return undefined
  const connection = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  try {
    return versionOf(connection) || undefined
  } finally {
    connection.close()
  }
}

async function readFromPostgres(url: string): Promise<number | undefined> {
  // Loaded here: most commands read SQLite and need no driver.
  const { Client, DatabaseError } = await import('pg')
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'reward-codes',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number }>(QUERY)
    return rows[0]?.version
  } catch (error) {
    if (error instanceof DatabaseError && error.code === UNDEFINED_TABLE) return undefined
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}
