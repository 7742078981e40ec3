import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'

/** Renames a finished file so that both its content and its name survive a power cut. */
export function durableRename(from: string, to: string): void {
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
