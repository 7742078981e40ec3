import type { Database } from './database.ts'
import type { Deleted } from './deleted.ts'
import { openPostgres } from './postgres.ts'
import type { Write } from './shared-commits.ts'
import { openSqlite } from './sqlite.ts'

/** Where messages are kept, in one of two databases. */
export type Store = {
  db: Database
  kind: 'sqlite' | 'postgres'
  write: Write
  /** Where it is, fit to be shown. */
  place: string
  /** The time that all gateways on this database go by. */
  clock: () => number
  /** Calls back when another gateway has taken a message in; only a hint. */
  listen: (wake: () => void) => () => Promise<void>
  /** Writes a copy of the whole database to a file while it is in use. */
  backup: (file: string) => Promise<void>
  /**
   * Makes sure that nothing deleted can still be read in the files, on PostgreSQL only if asked to
   * in its journal too. Gives a sentence for each place that it could not reach.
   */
  scrub: (what: Deleted, isJournalToo: boolean) => Promise<string[]>
  close: () => Promise<void>
}

export type StorePlace = { databaseUrl?: string | undefined; dataFolder: string }

/** Opens the database that the owner chose and brings its tables up to date. */
export function openStore({ databaseUrl, dataFolder }: StorePlace): Promise<Store> {
  return databaseUrl ? openPostgres(databaseUrl) : openSqlite(dataFolder)
}
