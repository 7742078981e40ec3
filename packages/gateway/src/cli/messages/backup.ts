import { closeSync, openSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { copyDatabase, databaseFiles } from '../../store/sqlite.ts'
import { writeAtomic } from '../../write-atomic.ts'
import type { Screen } from '../terminal/screen.ts'
import {
  type AddCommand,
  backupCommand,
  done,
  failed,
  type MessagesCommand,
  NO_MESSAGES,
} from './command.ts'
import { chooseTarget } from './output-file.ts'

const OWNER_ONLY = 0o600
/** Progress is printed only after this delay. */
const PROGRESS_DELAY_MS = 2000

/** Adds `backup`. */
export function addBackup(add: AddCommand): void {
  add('backup <FILE>', 'Back up the database to a file while it is in use', backup)
    .option('--force', 'Overwrite an existing file.')
    .addNotes(
      [
        ['~/messages.db', 'write a verified copy'],
        ['/media/usb/messages.db --force', 'overwrite an older backup'],
      ],
      'The backup is a snapshot of the database at the start. Back up before an upgrade: the ' +
        'previous version of the program can open the backup.',
      'To restore: stop the gateway, delete messages.db, messages.db-wal and messages.db-shm in ' +
        'the data folder, copy the backup there as messages.db, and start the gateway.',
      'A backup still contains what "forget" and RETENTION_DAYS delete later. Delete old backups too.',
      '--json prints { file, messages, bytes }.',
    )
}

const backup: MessagesCommand<[file: string, options: { force?: boolean }]> = {
  run: async ({ store, screen, configuration }, name, { force }) => {
    if (store.kind === 'postgres') {
      const command = backupCommand(configuration.DATABASE_URL)
      return failed(`backup is for SQLite. For PostgreSQL, use: ${command}`)
    }
    const target = chooseTarget(name, force, databaseFiles(configuration.DATA_DIR))
    if (!target.ok) return failed(target.fault)
    const { file } = target
    const messages = await writeAtomic(file, (part) => copyAndCheck(store.location, part, screen))
    const bytes = statSync(file).size
    const size = `${Math.ceil(bytes / 1024)} KB`
    return done(`${file}\n${messages} messages, ${size}, integrity verified.`, {
      file,
      messages,
      bytes,
    })
  },
  withoutDatabase: () => failed(`${NO_MESSAGES} There is nothing to back up.`),
}

async function copyAndCheck(database: string, part: string, { errors }: Screen): Promise<number> {
  // Create the file with mode 0600 first: SQLite would create it readable for all users.
  closeSync(openSync(part, 'wx', OWNER_ONLY))
  const startedAt = performance.now()
  const report = (line: string) => {
    if (performance.now() - startedAt > PROGRESS_DELAY_MS) errors.write(`${line}\n`)
  }
  await copyDatabase(database, part, reportTenths(report))
  report('verifying the copy ...')
  return checkCopy(part)
}

/** Calls `report` once for each 10 % of the copy. */
function reportTenths(report: (line: string) => void): (share: number) => void {
  let last = 0
  return (share) => {
    const percent = Math.floor(share * 10) * 10
    if (percent === last) return
    last = percent
    report(`copied ${percent} %`)
  }
}

/** Checks the integrity of the copy and leaves WAL mode, so that the backup is a single file. */
function checkCopy(file: string): number {
  const copy = new DatabaseSync(file)
  try {
    copy.exec('pragma journal_mode = delete')
    const rows = copy.prepare('pragma integrity_check').all()
    const [first] = rows
    if (rows.length !== 1 || first?.integrity_check !== 'ok') {
      throw new Error(`The backup is corrupt: ${first?.integrity_check}. Check the disk.`)
    }
    return Number(copy.prepare('select count(*) as count from messages').get()?.count)
  } finally {
    copy.close()
  }
}
