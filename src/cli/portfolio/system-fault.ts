import { harmlessLine } from '../terminal/harmless.ts'
import type { Screen } from '../terminal/screen.ts'
import { end } from './portfolio-command.ts'

const REASONS: Record<string, string> = {
  EACCES: 'you have no right to. Look at whose it is, and what it allows',
  EPERM: 'the system forbids it. Look at whose it is, and what it allows',
  EROFS: 'the disk can only be read. Choose another place',
  EEXIST: 'a file is there already, and a folder is needed. Choose another name',
  ENOTDIR: 'a part of this path is a file, and a folder is needed. Look at the path',
  EISDIR: 'it is a folder, and a file is needed. Look at the path',
  ENOENT: 'it is not there. Look at its name and place',
  ENOSPC: 'the disk is full. Make room',
}

/** Runs a command on files; what the system refuses is told in a sentence. */
export async function withSystemFaults(
  screen: Screen,
  run: () => number | Promise<number>,
): Promise<number> {
  try {
    return await run()
  } catch (error) {
    return end(screen, 1, explainSystem(error))
  }
}

/** What the system refused; everything else is a bug, and thrown again. */
export function explainSystem(error: unknown): string {
  const { code, path, syscall } = error as NodeJS.ErrnoException
  if (!code || !syscall) throw error
  const reason = REASONS[code] ?? 'the system refused it. Look at the path and at the disk'
  const what = path ? harmlessLine(path) : 'A file'
  return `${what} could not be read or written (${code}): ${reason}, and run the same command again.`
}
