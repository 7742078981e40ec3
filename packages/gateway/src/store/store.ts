import type { Accepted, IncomingMessage } from './accept-message.ts'
import type { Database, StoreKind, Write } from './database.ts'

/** The message store, in SQLite or PostgreSQL. */
export type Store = {
  db: Database
  kind: StoreKind
  write: Write
  /** Claims the keys of a message and stores it. Resolves once it is on the disk. */
  accept: (incoming: IncomingMessage) => Promise<Accepted>
  /** Whether the disk has room for more than the quotas allow, as far as this process sees it. */
  hasRoom: () => boolean
  /** Whether the disk is full, so that no message is accepted. */
  isFull: () => boolean
  /** Whether the file that was opened is no longer there: what is stored would be lost. It stays so until a restart. */
  isGone: () => boolean
  /** The database's location without secrets, for display. */
  location: string
  /** The time that all gateways on this database share. */
  clock: () => number
  /**
   * Truncates SQLite's write-ahead log, which contains deleted rows until then. Throws if another
   * program reads the database for seconds. PostgreSQL recycles its log by itself.
   */
  truncateWal: () => Promise<void>
  close: () => Promise<void>
}

const MAX_SECONDS_OFF = 10

/** Says how far the clock of this machine is off the one of its database, if it matters. */
export function clockFault({ clock }: Pick<Store, 'clock'>): string | undefined {
  const seconds = Math.round((Date.now() - clock()) / 1000)
  if (Math.abs(seconds) <= MAX_SECONDS_OFF) return undefined
  const where = seconds > 0 ? 'ahead of' : 'behind'
  return `the clock of this machine is ${Math.abs(seconds)} s ${where} that of the database`
}

export type StoreLocation = {
  databaseUrl?: string | undefined
  dataFolder: string
  /** How long a statement waits: for an answer of PostgreSQL, if not 12 s, or for a lock on SQLite's file. */
  waitMs?: number | undefined
}
