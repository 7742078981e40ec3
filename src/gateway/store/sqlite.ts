import { accessSync, chmodSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { textOf } from '../error-text.ts'
import type { Database, Tables } from './database.ts'
import { migrate, refuseNewer } from './migrate.ts'
import { shareCommits } from './shared-commits.ts'
import { codeOf, isBusy, PATIENCE_MS, sqliteDialect } from './sqlite-dialect.ts'
import type { Store } from './store.ts'
import { vacuum } from './vacuum.ts'

const FILE = 'messages.db'
const AGAIN_MS = 50
const SYNCHRONOUS_FULL = 2

/** The file that holds the messages. */
export function sqliteFile(folder: string): string {
  return join(folder, FILE)
}

/** Opens `messages.db` in the folder. An answer of the database means that it is on the disk. */
export async function openSqlite(folder: string): Promise<Store> {
  makeFolder(folder)
  const file = sqliteFile(folder)
  let connection: DatabaseSync | undefined
  try {
    connection = new DatabaseSync(file, { timeout: PATIENCE_MS })
    chmodSync(file, 0o600)
    // Before anything is written: a copy by `backup` would be changed by the switch alone.
    refuseNewer(versionOf(connection))
    return await openWith(connection, file)
  } catch (error) {
    connection?.close()
    throw explained(error, file)
  }
}

const BUSY_ADVICE = 'Another program holds it: end that one, and start again.'
const DISK_ADVICE = 'Check the disk, and that the file belongs to the user that runs this.'
const DAMAGE_ADVICE =
  'It is damaged, or none of this program: put a backup in its place (docs/operating.md).'
const DAMAGED = [11, 26]

/** What an error of SQLite means for whoever starts a program on this file; others stay as they are. */
export function explained(error: unknown, file: string): unknown {
  const code = codeOf(error)
  if (code === undefined) return error
  const isDamaged = DAMAGED.includes(code)
  const advice = isBusy(error) ? BUSY_ADVICE : isDamaged ? DAMAGE_ADVICE : DISK_ADVICE
  return new Error(
    `DATA_FOLDER: ${file} cannot be read or written (${textOf(error)}), so no message could be kept. ${advice}`,
    { cause: error },
  )
}

/** The version of the tables, 0 where there are none. */
export function versionOf(connection: DatabaseSync): number {
  const table = connection.prepare("select 1 from sqlite_master where name = 'schema_version'")
  if (!table.get()) return 0
  return Number(connection.prepare('select version from schema_version').get()?.version ?? 0)
}

async function openWith(connection: DatabaseSync, file: string): Promise<Store> {
  await switchToWal(connection)
  // From here on others wait on this program: it must not stand still for a lock.
  connection.exec('pragma busy_timeout = 0')
  connection.exec('pragma synchronous = full; pragma secure_delete = on; pragma foreign_keys = on')
  const db: Database = new Kysely<Tables>({ dialect: sqliteDialect(connection) })
  assertDurable(connection)
  await migrate(db, 'sqlite')
  // A statement with a trigger keeps the pages that it changes until it ends: in memory that takes 15 us
  // of a message, where SQLite is ready to use a file 42.
  connection.exec('pragma temp_store = memory')
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
      if (what === 'words') await vacuum(file)
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
  const db: Database = new Kysely<Tables>({ dialect: sqliteDialect(connection) })
  try {
    const deleted = await act(db)
    if (deleted.length > 0) await sql`vacuum`.execute(db)
    return deleted
  } finally {
    await db.destroy()
  }
}

/**
 * The journal holds what was written, until it is cut off; and that waits for who still reads, or
 * moves it into the database just now.
 */
async function emptyJournal(db: Database) {
  const deadline = performance.now() + PATIENCE_MS
  do {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
    if (rows[0]?.busy === 0) return
    await setTimeout(AGAIN_MS)
  } while (performance.now() < deadline)
  throw new Error(
    `Another program has kept ${FILE} in use for ${PATIENCE_MS / 1000} seconds, so what was deleted ` +
      `still stands in ${FILE}-wal. End a program that reads for so long, and call this once more.`,
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
  const deadline = performance.now() + PATIENCE_MS
  while (true) {
    try {
      connection.exec('pragma journal_mode = wal')
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error
      await setTimeout(AGAIN_MS)
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
