import { EventEmitter } from 'node:events'
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  fdatasync,
  fsyncSync,
  mkdirSync,
  openSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { textOf } from '../log.ts'
import { createThread } from '../thread.ts'
import { acceptMessage, incrementCounter, type Window, writeProbe } from './accept-message.ts'
import type { Database, Tables } from './database.ts'
import { codeOf, createGroupCommit, isBusy } from './group-commit.ts'
import { copyBeforeMigration } from './migration-copy.ts'
import { assertSchemaNotNewer, MIGRATIONS, migrate } from './migrations.ts'
import type { OpenOptions, Store } from './store.ts'

const FILE = 'messages.db'
const RETRY_MS = 50
const SYNCHRONOUS_FULL = 2
/** 4 MB per step, so that progress shows and a large copy is not one long call. */
const BACKUP_PAGES = 1000

/** The database file in a folder. */
export function sqliteFile(folder: string): string {
  return join(folder, FILE)
}

/** The files of a database that no output may replace. */
export function databaseFiles(folder: string): string[] {
  return ['', '-wal', '-shm'].map((ending) => sqliteFile(folder) + ending)
}

/** Opens `messages.db` in the folder. A committed change is on the disk when its call resolves. */
export async function openSqlite(folder: string, options: OpenOptions): Promise<Store> {
  makeFolder(folder)
  const file = sqliteFile(folder)
  let connection: DatabaseSync | undefined
  try {
    connection = openFile(file)
    chmodSync(file, 0o600)
    // Checked before any write: switching to WAL alone would change a copy made by `backup`.
    const version = versionOf(connection)
    assertSchemaNotNewer(version)
    if (options.isMigrating && version > 0 && version < MIGRATIONS.length) {
      await copyBeforeMigration(connection, file, version)
    }
    return await openWith(connection, file, options)
  } catch (error) {
    connection?.close()
    throw describeSqliteError(error, file)
  }
}

/**
 * Opens a file with temporary data in memory. Otherwise SQLite spills an index build or a large
 * statement into a temporary file in /var/tmp: a read-only container has none, and elsewhere the
 * content of messages would remain in it.
 */
function openFile(file: string): DatabaseSync {
  const connection = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
  connection.exec('pragma temp_store = memory')
  return connection
}

const BUSY_ADVICE = 'Another process has locked it. Stop that process and start again.'
const DISK_ADVICE = 'Check the disk, and that the file belongs to the user that runs this.'
const DAMAGE_ADVICE =
  'It is corrupt, or not a database of this program. Restore a backup (docs/operating.md).'
const CORRUPT_CODES = [11, 26]

/** Adds advice to an SQLite error about this file. Returns other errors unchanged. */
export function describeSqliteError(error: unknown, file: string): unknown {
  const code = codeOf(error)
  if (code === undefined) return error
  const isDamaged = CORRUPT_CODES.includes(code)
  const advice = isBusy(error) ? BUSY_ADVICE : isDamaged ? DAMAGE_ADVICE : DISK_ADVICE
  return new Error(
    `DATA_DIR: ${file} cannot be read or written (${textOf(error)}), ` +
      `so no message can be stored. ${advice}`,
    { cause: error },
  )
}

/** The schema version, 0 if there are no tables. */
export function versionOf(connection: DatabaseSync): number {
  const table = connection.prepare("select 1 from sqlite_master where name = 'schema_version'")
  if (!table.get()) return 0
  return Number(connection.prepare('select version from schema_version').get()?.version ?? 0)
}

async function openWith(
  connection: DatabaseSync,
  file: string,
  { isMigrating }: OpenOptions,
): Promise<Store> {
  await switchToWal(connection)
  // From here on this process serves requests, so it must not block on a lock.
  connection.exec('pragma busy_timeout = 0')
  connection.exec('pragma synchronous = full; pragma secure_delete = on; pragma foreign_keys = on')
  const db: Database = new Kysely<Tables>({ dialect: sqliteDialect(connection) })
  assertDurable(connection)
  if (isMigrating) await migrate(db, 'sqlite')
  // Checkpoints run on another thread, which starts with the first one.
  connection.exec('pragma wal_autocheckpoint = 0')
  // The first write syncs the log's header and folder: do it before requests arrive.
  if (isMigrating) await writeProbe(db, 0)
  return storeOn(db, file)
}

function storeOn(db: Database, file: string): Store {
  const checkpointer = createCheckpointer(file)
  const due = new EventEmitter()
  let wal: number | undefined
  const commits = createGroupCommit(db, {
    sync: () => {
      wal ??= openWal(file)
      return syncFile(wal)
    },
    recover: () => truncateWal(checkpointer),
    onCommit: checkpointer.onCommit,
  })
  const countOne = (bucket: string, window: Window) =>
    commits.write((tx) => incrementCounter(tx, bucket, window), 'unsynced')
  return {
    db,
    kind: 'sqlite',
    ...commits,
    accept: (incoming) => acceptMessage(commits.write, incoming),
    count: (buckets, window) => Promise.all(buckets.map((bucket) => countOne(bucket, window))),
    location: file,
    hazards: [],
    clock: Date.now,
    notify: async () => void due.emit('due'),
    listen: (wake) => {
      due.on('due', wake)
      return async () => void due.off('due', wake)
    },
    truncateWal: () => truncateWal(checkpointer),
    close: async () => {
      await checkpointer.close()
      await db.destroy()
      if (wal !== undefined) closeSync(wal)
    },
  }
}

const syncFile = promisify(fdatasync)

/** Opens the write-ahead log, which exists while a connection is open. */
function openWal(file: string): number {
  const folder = openSync(dirname(file), 'r')
  try {
    // SQLite syncs the log itself but not its directory entry.
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
  return openSync(`${file}-wal`, 'r+')
}

/**
 * Copies the database as it is now, and reports the completed share, from 0 to 1. The open read transaction keeps SQLite from restarting the copy
 * whenever another program writes, so the copy ends however many messages arrive.
 */
export async function copyDatabase(
  file: string,
  target: string,
  onProgress: (share: number) => void,
): Promise<void> {
  const source = openFile(file)
  try {
    source.exec('begin')
    source.prepare('select count(*) from sqlite_master').get()
    await backup(source, target, {
      rate: BACKUP_PAGES,
      progress: ({ totalPages, remainingPages }) => onProgress(1 - remainingPages / totalPages),
    })
  } finally {
    source.close()
  }
}

/** SQLite's checkpoint modes: do not wait, wait until the log can restart, truncate its file. */
export type Checkpoint = 'passive' | 'restart' | 'truncate'

export type CheckpointResult =
  | { ok: true; isBusy: boolean; frames: number }
  /** Fields instead of an `Error`: sent between threads, it loses `errcode`. */
  | { ok: false; message: string; errcode: number }

/** Commits between two checkpoints. Each commit writes about ten pages. */
const COMMITS_PER_CHECKPOINT = 100

type Checkpointer = ReturnType<typeof createCheckpointer>

/** Checkpoints the write-ahead log of a database on a worker thread, one checkpoint at a time. */
export function createCheckpointer(file: string) {
  const thread = createThread<Checkpoint | 'close', CheckpointResult>(
    'store/checkpoint-thread',
    file,
  )
  let isRunning = false
  let commits = 0
  return {
    checkpoint: (mode: Checkpoint) => thread.call(mode),
    /** Starts a checkpoint after every 100 commits. A failure recurs with the next checkpoint. */
    onCommit: () => {
      if (++commits < COMMITS_PER_CHECKPOINT || isRunning) return
      commits = 0
      isRunning = true
      thread
        .call('passive')
        .catch(() => {})
        .finally(() => {
          isRunning = false
        })
    },
    /** Closes the connection of the thread after its last checkpoint. */
    close: async () => {
      if (!thread.isStarted()) return
      await thread.call('close').catch(() => {})
      await thread.stop()
    },
  }
}

/** A checkpoint waits for readers and for a running checkpoint. */
async function truncateWal({ checkpoint }: Checkpointer) {
  const deadline = performance.now() + BUSY_TIMEOUT_MS
  do {
    const result = await checkpoint('truncate')
    if (!result.ok) throw Object.assign(new Error(result.message), { errcode: result.errcode })
    if (!result.isBusy) return
    await setTimeout(RETRY_MS)
  } while (performance.now() < deadline)
  throw new Error(
    `Another process has read ${FILE} for ${BUSY_TIMEOUT_MS / 1000} seconds, so ${FILE}-wal ` +
      'still contains deleted data. Stop that process and run this command again.',
  )
}

function makeFolder(folder: string) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw new Error(
      `DATA_DIR: cannot write to the folder ${folder} (${textOf(error)}). ` +
        'Make it writable for the user that runs the gateway, or set another folder.',
    )
  }
}

/** If several programs open a new file at once, only one can switch, and SQLite does not wait. */
async function switchToWal(connection: DatabaseSync) {
  const deadline = performance.now() + BUSY_TIMEOUT_MS
  while (true) {
    try {
      connection.exec('pragma journal_mode = wal')
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error
      await setTimeout(RETRY_MS)
    }
  }
}

/** A lost setting would show only after a power cut, as lost messages. */
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

/** How long a change waits while another program locks the database. */
const BUSY_TIMEOUT_MS = 5000
const LOCK_RETRY_MS = 10

/** Kysely's SQLite dialect on Node's SQLite library. */
function sqliteDialect(connection: DatabaseSync): Dialect {
  return {
    createDriver: () => new RetryingDriver(connection),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
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
        await setTimeout(LOCK_RETRY_MS)
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
