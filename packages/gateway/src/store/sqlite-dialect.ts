import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

/** How long a change waits while another program locks the database. */
export const BUSY_TIMEOUT_MS = 5000
const RETRY_MS = 10
const SQLITE_BUSY = 5

/** Kysely's SQLite dialect on Node's SQLite library. */
export function sqliteDialect(connection: DatabaseSync): Dialect {
  return {
    createDriver: () => new RetryingDriver(connection),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

/** Whether SQLite failed because another program locks the database. */
export function isBusy(error: unknown): boolean {
  return codeOf(error) === SQLITE_BUSY
}

/** SQLite's result code; undefined if the error is not SQLite's. */
export function codeOf(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) % 256 : undefined
}

/**
 * Retries while another program locks the database and leaves the thread free: SQLite's own busy
 * timeout would block requests for the page too. Only the start of a transaction waits, because a
 * started one holds the lock.
 */
class RetryingDriver extends SqliteDriver {
  readonly #database: DatabaseSync
  #connection: DatabaseConnection | undefined
  /** Shared by all changes, so that queued ones do not each wait for a whole timeout. */
  #lockedSince: number | undefined

  constructor(database: DatabaseSync) {
    super({ database: asDialectDatabase(database) })
    this.#database = database
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#connection ??= this.#withRetry(await super.acquireConnection())
    return this.#connection
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  #withRetry(inner: DatabaseConnection): DatabaseConnection {
    return {
      executeQuery: (query) => this.#retryWhileBusy(() => inner.executeQuery(query)),
      streamQuery: (query, size) => inner.streamQuery(query, size),
    }
  }

  async #retryWhileBusy<R>(execute: () => Promise<R>): Promise<R> {
    for (let isFirst = true; ; isFirst = false) {
      try {
        const result = await execute()
        // A read needs no lock, so its success does not show who holds the lock.
        if (!isFirst || this.#database.isTransaction) this.#lockedSince = undefined
        return result
      } catch (error) {
        if (!isBusy(error)) throw error
        this.#lockedSince ??= performance.now()
        if (performance.now() - this.#lockedSince > BUSY_TIMEOUT_MS) throw error
        await setTimeout(RETRY_MS)
      }
    }
  }
}

/** Several times the number of statements. Lists of different lengths create further ones. */
const MAX_STATEMENTS = 200
const NO_CHANGES = { changes: 0, lastInsertRowid: 0 }

/** Adapts the connection to the interface of the SQLite library that Kysely expects. */
function asDialectDatabase(connection: DatabaseSync) {
  const prepared = new Map<string, ReturnType<typeof prepare>>()
  return {
    close: () => connection.close(),
    prepare: (text: string) => {
      const cached = prepared.get(text)
      if (cached) return cached
      if (prepared.size >= MAX_STATEMENTS) prepared.clear()
      const statement = prepare(connection, text)
      prepared.set(text, statement)
      return statement
    },
  }
}

function prepare(connection: DatabaseSync, text: string) {
  const statement = connection.prepare(text)
  return {
    // Asks SQLite, because RETURNING and PRAGMA return rows too.
    reader: statement.columns().length > 0,
    all: (values: readonly unknown[]) => statement.all(...(values as SQLInputValue[])),
    run: (values: readonly unknown[]) =>
      // On a full disk SQLite rolls back by itself. An error about that would hide the cause.
      text === 'rollback' && !connection.isTransaction
        ? NO_CHANGES
        : statement.run(...(values as SQLInputValue[])),
    iterate: (values: readonly unknown[]) => statement.iterate(...(values as SQLInputValue[])),
  }
}
