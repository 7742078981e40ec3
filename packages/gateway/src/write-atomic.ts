import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'

/** Writes a file atomically: to a `.part` file, which is then renamed. A killed process leaves it there. */
export async function writeAtomic<T>(file: string, make: (part: string) => Promise<T>): Promise<T> {
  const part = `${file}.part`
  try {
    rmSync(part, { force: true })
    const made = await make(part)
    durableRename(part, file)
    return made
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}

/** Renames a finished file so that both its content and its name survive a power cut. */
function durableRename(from: string, to: string): void {
  const isWindows = process.platform === 'win32'
  // Windows syncs only files that are open for writing. Elsewhere the file may be read-only.
  sync(from, isWindows ? 'r+' : 'r')
  renameSync(from, to)
  // Windows cannot open a folder, and persists names by itself.
  if (!isWindows) sync(dirname(to), 'r')
}

function sync(path: string, flags: 'r' | 'r+') {
  const descriptor = openSync(path, flags)
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
