import type { Accepted, IncomingMessage } from './accept-message.ts'
import type { Database } from './database.ts'
import type { GroupCommit } from './group-commit.ts'
import type { Window } from './rate-counters.ts'
import { openSqlite } from './sqlite.ts'

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
  /** Notifies the other gateways that messages are due. The messages are safe without it. */
  notify: () => Promise<void>
  /** Calls back when another gateway has stored a message. The callback is only a hint. */
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
