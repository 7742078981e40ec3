import { accessSync, chmodSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { Kysely, SqliteDialect, sql } from 'kysely'
import { textOf } from '../error-text.ts'
import type { Database, Tables } from './database.ts'
import { migrate, refuseNewer } from './migrate.ts'
import { shareCommits } from './shared-commits.ts'
import type { Store } from './store.ts'

const FILE = 'messages.db'
const BUSY_TIMEOUT_MS = 5000
const SWITCH_AGAIN_MS = 50
const SYNCHRONOUS_FULL = 2

/** The file that holds the messages. */
export function sqliteFile(folder: string): string {
  return join(folder, FILE)
}

/** Opens `messages.db` in the folder. An answer of the database means that it is on the disk. */
export async function openSqlite(folder: string): Promise<Store> {
  makeFolder(folder)
  const file = sqliteFile(folder)
  const connection = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
  try {
    chmodSync(file, 0o600)
    // Before anything is written: a copy by `backup` would be changed by the switch alone.
    refuseNewer(versionOf(connection))
    return await openWith(connection, file)
  } catch (error) {
    connection.close()
    throw error
  }
}

/** The version of the tables, 0 where there are none. */
export function versionOf(connection: DatabaseSync): number {
  const table = connection.prepare("select 1 from sqlite_master where name = 'schema_version'")
  if (!table.get()) return 0
  return Number(connection.prepare('select version from schema_version').get()?.version ?? 0)
}

async function openWith(connection: DatabaseSync, file: string): Promise<Store> {
  await switchToWal(connection)
  connection.exec('pragma synchronous = full; pragma secure_delete = on; pragma foreign_keys = on')
  const db: Database = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: asDialectDatabase(connection) }),
  })
  assertDurable(connection)
  await migrate(db, 'sqlite')
  return {
    db,
    kind: 'sqlite',
    write: shareCommits(db),
    place: file,
    clock: Date.now,
    listen: () => () => Promise.resolve(),
    backup: async (target) => {
      await backup(connection, target)
    },
    scrub: async (what) => {
      // The salts are overwritten where they stood; words lie in pages that are split and joined.
      if (what === 'words') await sql`vacuum`.execute(db)
      await emptyJournal(db)
      return []
    },
    close: () => db.destroy(),
  }
}

/** Deletes something and gives the names of what is gone. */
export type Deletion = (db: Database) => Promise<string[]>

/** Deletes from a copy that no gateway has open, so that nothing of it can be read there any more. */
export async function changeCopy(file: string, act: Deletion): Promise<string[]> {
  const connection = new DatabaseSync(file)
  // In memory, as a journal beside the copy would hold the words that go.
  connection.exec('pragma journal_mode = memory; pragma secure_delete = on')
  const db: Database = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: asDialectDatabase(connection) }),
  })
  try {
    const deleted = await act(db)
    if (deleted.length > 0) await sql`vacuum`.execute(db)
    return deleted
  } finally {
    await db.destroy()
  }
}

/** The journal holds what was written, until it is cut off; and that waits for who still reads. */
async function emptyJournal(db: Database) {
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
  if (rows[0]?.busy === 0) return
  throw new Error(
    `Another program has been reading ${FILE} for ${BUSY_TIMEOUT_MS / 1000} seconds, so what was deleted ` +
      `still stands in ${FILE}-wal. End that program, and call this once more.`,
  )
}

function makeFolder(folder: string) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw new Error(
      `DATA_FOLDER: messages cannot be kept in the folder ${folder} (${textOf(error)}). ` +
        'Give it to the user that runs the gateway, or name another one.',
    )
  }
}

/** Of several programs that open a fresh file at once one may switch; SQLite lets no other wait. */
async function switchToWal(connection: DatabaseSync) {
  const deadline = Date.now() + BUSY_TIMEOUT_MS
  while (true) {
    try {
      connection.exec('pragma journal_mode = wal')
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
      await setTimeout(SWITCH_AGAIN_MS)
    }
  }
}

/** A lost setting would only show after a power cut, as a lost message. */
function assertDurable(connection: DatabaseSync) {
  const { synchronous } = connection.prepare('pragma synchronous').get() ?? {}
  const { journal_mode } = connection.prepare('pragma journal_mode').get() ?? {}
  if (synchronous !== SYNCHRONOUS_FULL || journal_mode !== 'wal') {
    throw new Error(
      `The database does not write safely (journal ${journal_mode}, synchronous ${synchronous}). ` +
        'Is the data folder on a network drive? It has to be on a disk of this machine.',
    )
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
