import { textOf } from '../log.ts'

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
