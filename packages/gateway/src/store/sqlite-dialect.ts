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

/** How long a change waits for another program to let go of the database. */
export const PATIENCE_MS = 5000
const AGAIN_MS = 10
const BUSY = 5

/** Kysely's SQLite on a connection of Node's own library. */
export function sqliteDialect(connection: DatabaseSync): Dialect {
  return {
    createDriver: () => new PatientDriver(connection),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

/** Whether SQLite has refused something because another program holds the database. */
export function isBusy(error: unknown): boolean {
  return codeOf(error) === BUSY
}

/** SQLite's own number for what went wrong; nothing where the error is not SQLite's. */
export function codeOf(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) % 256 : undefined
}

/**
 * Waits for other programs where the rest of this one goes on; SQLite's own waiting would stop the
 * page too. Only the beginning of a transaction waits: whoever has begun one holds the lock.
 */
class PatientDriver extends SqliteDriver {
  readonly #database: DatabaseSync
  #connection: DatabaseConnection | undefined
  /** Counted for all together, or each in a queue would wait his own time after the others'. */
  #heldSince: number | undefined

  constructor(database: DatabaseSync) {
    super({ database: asDialectDatabase(database) })
    this.#database = database
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#connection ??= this.#makePatient(await super.acquireConnection())
    return this.#connection
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  #makePatient(plain: DatabaseConnection): DatabaseConnection {
    return {
      executeQuery: (query) => this.#insist(() => plain.executeQuery(query)),
      streamQuery: (query, size) => plain.streamQuery(query, size),
    }
  }

  async #insist<R>(act: () => Promise<R>): Promise<R> {
    for (let isFirst = true; ; isFirst = false) {
      try {
        const result = await act()
        // Reading needs no lock, so it tells nothing about who holds it.
        if (!isFirst || this.#database.isTransaction) this.#heldSince = undefined
        return result
      } catch (error) {
        if (!isBusy(error)) throw error
        this.#heldSince ??= performance.now()
        if (performance.now() - this.#heldSince > PATIENCE_MS) throw error
        await setTimeout(AGAIN_MS)
      }
    }
  }
}

/** Several times as many as there are; lists of different lengths make further ones. */
const MOST_STATEMENTS = 200
const NOTHING_DONE = { changes: 0, lastInsertRowid: 0 }

/** Kysely expects the shape of another SQLite library. */
function asDialectDatabase(connection: DatabaseSync) {
  const prepared = new Map<string, ReturnType<typeof prepare>>()
  return {
    close: () => connection.close(),
    prepare: (text: string) => {
      const known = prepared.get(text)
      if (known) return known
      if (prepared.size >= MOST_STATEMENTS) prepared.clear()
      const fresh = prepare(connection, text)
      prepared.set(text, fresh)
      return fresh
    },
  }
}

function prepare(connection: DatabaseSync, text: string) {
  const statement = connection.prepare(text)
  return {
    // Asked of SQLite itself: RETURNING and PRAGMA give rows too.
    reader: statement.columns().length > 0,
    all: (values: readonly unknown[]) => statement.all(...(values as SQLInputValue[])),
    run: (values: readonly unknown[]) =>
      // On a full disk SQLite has rolled back by itself, and saying so would hide why.
      text === 'rollback' && !connection.isTransaction
        ? NOTHING_DONE
        : statement.run(...(values as SQLInputValue[])),
    iterate: (values: readonly unknown[]) => statement.iterate(...(values as SQLInputValue[])),
  }
}
