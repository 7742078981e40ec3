import { chmodSync, existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { Kysely, SqliteDialect, type SqliteStatement, sql } from 'kysely'
import { acceptMessage } from './accept-message.ts'
import {
  createDiskReserve,
  describeFileError,
  hasRoomIn,
  isBusy,
  isDiskFull,
  makeFolder,
  makeRoomToStart,
} from './data-folder.ts'
import type { Database, InTransaction, Tables, Write } from './database.ts'
import { prepareSchema } from './migrations.ts'
import type { Store } from './store.ts'

const FILE = 'messages.db'
const RETRY_MS = 50
/** How long a command waits while another program locks the database. */
const BUSY_TIMEOUT_MS = 5000
/** The gateway waits on the thread that answers visitors. Another program holds the lock for some milliseconds. */
const GATEWAY_BUSY_TIMEOUT_MS = 250
const SYNCHRONOUS_FULL = 2

/** The database file in a folder. */
export function sqliteFile(folder: string): string {
  return join(folder, FILE)
}

/**
 * Opens `messages.db` in the folder. A committed change is on the disk when its call resolves. Returns
 * undefined if there are no tables and `isMigrating` is false.
 */
export async function openSqlite(
  folder: string,
  isMigrating: boolean,
  onFull = () => {},
  timeout = isMigrating ? GATEWAY_BUSY_TIMEOUT_MS : BUSY_TIMEOUT_MS,
): Promise<Store | undefined> {
  const file = sqliteFile(folder)
  if (!isMigrating && !existsSync(file)) return undefined
  makeFolder(folder)
  if (isMigrating) makeRoomToStart(folder)
  let connection: DatabaseSync | undefined
  try {
    connection = new DatabaseSync(file, { timeout })
    // Otherwise SQLite spills an index build or a large statement into a temporary file in /var/tmp: a
    // read-only container has none, and elsewhere the content of messages would remain in it.
    connection.exec('pragma temp_store = memory')
    chmodSync(file, 0o600)
    return await openWith(connection, file, isMigrating, onFull)
  } catch (error) {
    connection?.close()
    throw describeFileError(error, file)
  }
}

/** On a full disk, the log is written into the database while there is room for both. */
const SHORT_LOG = 'pragma wal_autocheckpoint = 50'

/** Room for the messages within the quotas and for the database's log. */
const MIN_FREE_BYTES = 100 * 1024 * 1024

async function openWith(
  connection: DatabaseSync,
  file: string,
  isMigrating: boolean,
  onFull: () => void,
): Promise<Store | undefined> {
  const db: Database = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: asDialectDatabase(connection) }),
  })
  // Before any write: a file of another program stays as it is.
  if (!(await prepareSchema(db, 'sqlite', isMigrating))) {
    await db.destroy()
    return undefined
  }
  connection.exec('pragma journal_mode = wal; pragma synchronous = full')
  connection.exec('pragma secure_delete = on; pragma foreign_keys = on')
  assertDurable(connection)
  const batched = createBatchedWrite(db)
  const reserve = createDiskReserve(dirname(file), isMigrating, onFull)
  const write: Write = async (work) => {
    try {
      return await batched(work)
    } catch (error) {
      if (!isDiskFull(error)) throw error
      reserve.release()
      connection.exec(SHORT_LOG)
      return batched(work)
    }
  }
  const isFull = () => isMigrating && !reserve.isThere()
  if (isFull()) connection.exec(SHORT_LOG)
  const opened = statSync(file, { bigint: true })
  let hasGone = false
  const isGone = () => {
    const found = statSync(file, { bigint: true, throwIfNoEntry: false })
    hasGone ||= found?.ino !== opened.ino || found.dev !== opened.dev
    return hasGone
  }
  return {
    db,
    kind: 'sqlite',
    write,
    accept: async (incoming) => {
      // The reserve of a full disk is for the delivery of queued messages.
      if (isFull()) throw new Error('The disk is full.')
      const accepted = await acceptMessage(batched, incoming)
      // SQLite writes on into a file that was deleted or replaced, and nothing of it would be left.
      if (isGone()) throw new Error('The database file was deleted or replaced.')
      return accepted
    },
    isFull,
    isGone,
    hasRoom: () => hasRoomIn(dirname(file), MIN_FREE_BYTES),
    location: file,
    clock: Date.now,
    truncateWal: () => truncateWal(db),
    close: () => db.destroy(),
  }
}

/** A checkpoint that truncates the log waits for all readers. */
async function truncateWal(db: Database): Promise<void> {
  const deadline = performance.now() + BUSY_TIMEOUT_MS
  do {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
    if (rows[0]?.busy === 0) return
    await sleep(RETRY_MS)
  } while (performance.now() < deadline)
  throw new Error(
    `Another process has read ${FILE} for ${BUSY_TIMEOUT_MS / 1000} seconds, so ${FILE}-wal ` +
      'still contains deleted data. Stop that process and run this command again.',
  )
}

/** Checks both settings: one that SQLite did not take would show only after a power cut, as lost messages. */
function assertDurable(connection: DatabaseSync) {
  const { synchronous } = connection.prepare('pragma synchronous').get() ?? {}
  const { journal_mode } = connection.prepare('pragma journal_mode').get() ?? {}
  if (synchronous !== SYNCHRONOUS_FULL || journal_mode !== 'wal') {
    throw new Error(
      `SQLite is not crash-safe (journal_mode ${journal_mode}, synchronous ${synchronous}). ` +
        'Is the data folder on a network drive? It must be on a local disk.',
    )
  }
}

/** Several times the number of statements. Lists of other lengths make further ones. */
const MAX_STATEMENTS = 200
const NO_CHANGES = { changes: 0, lastInsertRowid: 0 }

/** Adapts the connection to the interface of the SQLite library that Kysely expects, which prepares a statement at each call. */
function asDialectDatabase(connection: DatabaseSync) {
  const prepared = new Map<string, SqliteStatement>()
  return {
    close: () => connection.close(),
    prepare: (text: string) => {
      const statement = prepared.get(text) ?? prepare(connection, text)
      if (prepared.size >= MAX_STATEMENTS) prepared.clear()
      prepared.set(text, statement)
      return statement
    },
  }
}

function prepare(connection: DatabaseSync, text: string): SqliteStatement {
  const statement = connection.prepare(text)
  const valuesOf = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
  return {
    // Asks SQLite, because RETURNING and PRAGMA return rows too.
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...valuesOf(parameters)),
    run: (parameters) =>
      // On a full disk SQLite rolls back by itself. The error of a second rollback would hide the cause.
      text === 'rollback' && !connection.isTransaction
        ? NO_CHANGES
        : statement.run(...valuesOf(parameters)),
    iterate: (parameters) => statement.iterate(...valuesOf(parameters)),
  }
}

type Change = { run: (tx: InTransaction) => Promise<() => void>; reject: (error: unknown) => void }

/**
 * Changes that arrive in one turn of the event loop share a transaction, and thereby one sync of the disk. A
 * commit blocks this thread, so as much time passes before the next one: on a slow disk requests are still
 * read, and many share a commit.
 */
function createBatchedWrite(db: Database): Write {
  let pending: Change[] = []
  let isCommitting = false
  let nextCommitAt = 0

  const commitAll = async () => {
    isCommitting = true
    while (pending.length > 0) {
      await nextTurn()
      const waitMs = nextCommitAt - performance.now()
      if (waitMs >= 1) await sleep(waitMs)
      const batch = pending
      pending = []
      const startedAt = performance.now()
      await commit(db, batch)
      const endedAt = performance.now()
      nextCommitAt = endedAt + (endedAt - startedAt)
    }
    isCommitting = false
  }

  return (work) =>
    new Promise((resolve, reject) => {
      const run = async (tx: InTransaction) => {
        const result = await work(tx)
        return () => resolve(result)
      }
      pending.push({ run, reject })
      if (!isCommitting) commitAll()
    })
}

async function commit(db: Database, batch: Change[]): Promise<void> {
  try {
    const answers = await db.transaction().execute(async (tx) => {
      const all: (() => void)[] = []
      for (const { run } of batch) all.push(await run(tx))
      return all
    })
    for (const answer of answers) answer()
  } catch (error) {
    // The whole batch has waited for the lock, and each retry would wait again.
    if (batch.length === 1 || isBusy(error)) {
      for (const { reject } of batch) reject(error)
      return
    }
    // A change that fails must not fail the others, so each is committed alone.
    for (const change of batch) await commit(db, [change])
  }
}
