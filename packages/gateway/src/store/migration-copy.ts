import { closeSync, existsSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import { durableRename } from '../write-atomic.ts'

/** messages.v6.db is the database as it was before its last migration from version 6. A killed gateway leaves parts. */
const COPY = /^messages\.v\d+\.db(?:\.\d+\.part(?:-journal)?)?$/
const OWNER_ONLY = 0o600
/** Then the older version is not coming back, and content that is deleted must not stay in a copy. */
export const KEPT_MS = 7 * 24 * 60 * 60 * 1000

/** The copy of a database before its migration from a version. */
export function migrationCopy(file: string, version: number): string {
  return join(dirname(file), `messages.v${version}.db`)
}

/**
 * Copies the database before it is migrated, in place of a copy from before a migration that failed. An older
 * program can open the copy. No copy, if another gateway has migrated the database meanwhile.
 */
export async function copyBeforeMigration(
  connection: DatabaseSync,
  file: string,
  version: number,
): Promise<void> {
  const copy = migrationCopy(file, version)
  const part = `${copy}.${process.pid}.part`
  try {
    rmSync(part, { force: true })
    // Created first: SQLite would make it readable for all users.
    closeSync(openSync(part, 'wx', OWNER_ONLY))
    await backup(connection, part)
    const made = new DatabaseSync(part)
    // Without the write-ahead log the copy is a single file.
    made.exec('pragma journal_mode = delete')
    const copied = made.prepare('select version from schema_version').get()?.version
    made.close()
    if (copied !== version) return
    durableRename(part, copy)
  } finally {
    rmSync(part, { force: true })
  }
}

/** Deletes the copies, or those that are a week old. They contain what is deleted in the database. */
export function deleteMigrationCopies(folder: string, now = Number.POSITIVE_INFINITY): void {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const file = join(folder, name)
    // A part may be gone by now.
    const { mtimeMs = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {}
    if (COPY.test(name) && now - mtimeMs >= KEPT_MS) rmSync(file, { force: true })
  }
}

export type Undone = { ok: true } | { ok: false; fault: string }

/**
 * Puts the copy from before the migration in place of the database, if no message was stored, changed or
 * delivered since and no program has the database open.
 */
export function undoSqliteMigration(file: string, version: number): Undone {
  const copy = migrationCopy(file, version)
  if (!existsSync(copy)) return { ok: false, fault: noCopy(version) }
  const database = new DatabaseSync(file)
  try {
    const fault = findObstacle(database, copy)
    if (fault) return { ok: false, fault }
  } finally {
    database.close()
  }
  for (const ending of ['-wal', '-shm']) rmSync(file + ending, { force: true })
  durableRename(copy, file)
  return { ok: true }
}

/** Why a database cannot return to a version. */
export function noCopy(version: number): string {
  return (
    `There is no copy of the database from before its migration from version ${version}. Copies are ` +
    'deleted after a week, and by "forget" and "purge".'
  )
}

function findObstacle(database: DatabaseSync, copy: string): string | undefined {
  try {
    // Leaving the write-ahead log needs the database for itself alone.
    database.exec('pragma journal_mode = delete')
  } catch {
    return 'The gateway is running. Stop it first.'
  }
  const before = new DatabaseSync(copy, { readOnly: true })
  try {
    if (isDeepStrictEqual(messagesOf(database), messagesOf(before))) return undefined
  } finally {
    before.close()
  }
  return 'Messages have arrived or were delivered since the migration, and would be lost.'
}

/** What every schema version has of a message. */
function messagesOf(database: DatabaseSync) {
  return database.prepare('select id, state, attempt from messages order by id').all()
}
