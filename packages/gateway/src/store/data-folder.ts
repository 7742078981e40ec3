import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { textOf } from '../log.ts'

// The folder of a SQLite database: which gateway uses it, what room its disk has, and what the errors of both mean.

export function makeFolder(folder: string) {
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

/**
 * Makes this process the only gateway on the SQLite file of a folder: two would deliver at the same time, and each
 * count its own requests. Commands do not take this lock. The operating system releases it when a process ends,
 * however it ends. Returns what releases it, or throws an error that names the process that has it.
 */
export function lockGateway(dataFolder: string): () => void {
  const holder = join(dataFolder, 'gateway.lock.txt')
  const file = join(dataFolder, 'gateway.lock')
  // SQLite gives its journal the mode of the file.
  writeFileSync(file, '', { flag: 'a', mode: 0o600 })
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    lock.exec('begin exclusive')
    writeFileSync(holder, `${describeProcess()}\n`, { mode: 0o600 })
  } catch (error) {
    lock.close()
    if (!isBusy(error)) throw describeFileError(error, file)
    const name = existsSync(holder) ? readFileSync(holder, 'utf8').trim() : 'another process'
    throw new Error(
      `DATA_DIR: another gateway runs on ${dataFolder}/: ${name}. Stop it, or set another DATA_DIR.`,
      { cause: error },
    )
  }
  return () => lock.close()
}

function describeProcess(): string {
  const command = process.argv
    .slice(1)
    .map((part) => part.split('/').at(-1))
    .join(' ')
  return `process ${process.pid} (${command}), since ${new Date().toISOString()}`
}

const RESERVE = 'reserve'
const RESERVE_BYTES = 1024 * 1024
/** What a disk must have free before the reserve is made again. */
const ROOM = 4 * RESERVE_BYTES

/** Whether the disk of a folder has room for the database to grow. */
export function hasRoomIn(folder: string, bytes = ROOM): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize >= bytes
}

/** Gets room for the start of a gateway on a full disk: its database needs some for a log. */
export function makeRoomToStart(folder: string): void {
  if (!hasRoomIn(folder, RESERVE_BYTES / 2)) rmSync(join(folder, RESERVE), { force: true })
}

/**
 * A file that is deleted to get room for the results of deliveries once the disk is full: otherwise nothing that is
 * queued could leave. A command makes none, and deletes that of the gateway.
 */
export function createDiskReserve(folder: string, isMaking: boolean, onRelease: () => void) {
  const file = join(folder, RESERVE)
  const make = (): boolean => {
    try {
      writeFileSync(file, Buffer.alloc(RESERVE_BYTES, 'reserve'), { mode: 0o600 })
      return true
    } catch {
      rmSync(file, { force: true })
      return false
    }
  }
  let isThere = existsSync(file) || (isMaking && hasRoomIn(folder) && make())
  return {
    /** Gets room by deleting the reserve. */
    release: () => {
      rmSync(file, { force: true })
      if (isThere) onRelease()
      isThere = false
    },
    /** Whether the reserve is there. It is made again once the disk has room. */
    isThere: () => {
      isThere ||= hasRoomIn(folder) && make()
      return isThere
    },
  }
}

const SQLITE_BUSY = 5
const SQLITE_FULL = 13
const CORRUPT_CODES = [11, 26]
/** Errors of the disk in files that are not SQLite's. */
const DISK_ERRORS = ['EIO', 'ENOSPC', 'EROFS']
const BUSY_ADVICE = 'Another process has locked it. Stop that process and start again.'
const DISK_ADVICE = 'Check the disk, and that the file belongs to the user that runs this.'
const DAMAGE_ADVICE =
  'It is corrupt, or not a database of this program. Restore a backup (docs/operating.md).'

/** Whether SQLite failed because another program locks the database. */
export function isBusy(error: unknown): boolean {
  return codeOf(error) === SQLITE_BUSY
}

/** Whether the disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (codeOf(error) === SQLITE_FULL) return true
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === 'ENOSPC') || isDiskFull(error.cause)
}

/** Adds advice to an error of SQLite or the disk about this file. Returns other errors unchanged. */
export function describeFileError(error: unknown, file: string): unknown {
  const code = codeOf(error)
  if (code === undefined && !isDiskError(error)) return error
  const isDamaged = code !== undefined && CORRUPT_CODES.includes(code)
  const advice = isBusy(error) ? BUSY_ADVICE : isDamaged ? DAMAGE_ADVICE : DISK_ADVICE
  return new Error(
    `DATA_DIR: ${file} cannot be read or written (${textOf(error)}), ` +
      `so no message can be stored. ${advice}`,
    { cause: error },
  )
}

function isDiskError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && DISK_ERRORS.includes(String(error.code))
}

/** SQLite's result code; undefined if the error is not SQLite's. */
function codeOf(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) % 256 : undefined
}
