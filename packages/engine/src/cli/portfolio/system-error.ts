import { sanitizeLine } from 'reward-codes-gateway/terminal/sanitize'
import type { Screen } from 'reward-codes-gateway/terminal/screen'
import { end } from './portfolio-command.ts'

const REASONS: Record<string, string> = {
  EACCES: 'permission denied. Check its owner and permissions',
  EPERM: 'operation not permitted. Check its owner and permissions',
  EROFS: 'read-only file system. Use another folder',
  EEXIST: 'a file exists where a folder is needed. Use another name',
  ENOTDIR: 'a part of the path is a file, not a folder. Check the path',
  EISDIR: 'it is a folder, not a file. Check the path',
  ENOENT: 'not found. Check the path',
  ENOSPC: 'the disk is full. Free some space',
}

/** Runs a command and reports file system errors in one sentence. */
export async function withSystemErrors(
  screen: Screen,
  run: () => number | Promise<number>,
): Promise<number> {
  try {
    return await run()
  } catch (error) {
    return end(screen, 1, describeSystemError(error))
  }
}

/** Describes a system error. Rethrows all others, which are bugs. */
export function describeSystemError(error: unknown): string {
  const { code, path, syscall } = error as NodeJS.ErrnoException
  if (!code || !syscall) throw error
  const reason = REASONS[code] ?? 'unexpected system error. Check the path and the disk'
  const what = path ? sanitizeLine(path) : 'a file'
  return `Cannot read or write ${what} (${code}): ${reason}, then run the command again.`
}
