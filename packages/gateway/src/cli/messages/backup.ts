import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { fromCaller } from '../owner-folder.ts'
import { type AddCommand, type Call, done, failed, type Report } from './command.ts'

const HELP = `
To restore: stop the gateway, delete messages.db, messages.db-wal and messages.db-shm in
the data folder, copy the backup there as messages.db, and start the gateway.

--json prints { file, messages, bytes }.`

/** Adds `backup`. */
export function addBackup(add: AddCommand): void {
  const summary = 'Back up the database to a file while it is in use'
  add('backup <FILE>', summary, backup).addHelpText('after', HELP)
}

async function backup({ store }: Call, name: string): Promise<Report> {
  if (store.kind === 'postgres') {
    const command = 'pg_dump --format=custom --file=FILE "$DATABASE_URL"'
    return failed(`backup is for SQLite. For PostgreSQL, use: ${command}`)
  }
  const file = fromCaller(name)
  if (existsSync(file)) return failed(`${file} exists. Choose another name.`)
  // A killed backup must not look like a complete one.
  const unfinished = `${file}.unfinished`
  rmSync(unfinished, { force: true })
  const messages = copy(store.location, unfinished)
  renameSync(unfinished, file)
  const bytes = statSync(file).size
  const size = `${Math.ceil(bytes / 1024)} KB`
  const text = `${file}\n${messages} messages, ${size}, integrity verified.`
  return done(text, { file, messages, bytes })
}

/** Copies the database as it is now, without free pages, and checks the copy. Writers do not wait. */
function copy(database: string, file: string): number {
  // SQLite writes into an empty file, and would create one that all users can read.
  const descriptor = openSync(file, 'wx', 0o600)
  try {
    const source = new DatabaseSync(database)
    // A read-only container has no folder for temporary files.
    source.exec('pragma temp_store = memory')
    source.prepare('vacuum into ?').run(file)
    source.close()
    fsyncSync(descriptor)
    return countVerified(file)
  } catch (error) {
    rmSync(file)
    throw error
  } finally {
    closeSync(descriptor)
  }
}

function countVerified(file: string): number {
  const target = new DatabaseSync(file, { readOnly: true })
  try {
    const fault = target.prepare('pragma integrity_check(1)').get()?.integrity_check
    if (fault !== 'ok') throw new Error(`The backup is corrupt: ${fault}. Check the disk.`)
    return Number(target.prepare('select count(*) as count from messages').get()?.count)
  } finally {
    target.close()
  }
}
