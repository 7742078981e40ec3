import { chmodSync, existsSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { writeAtomic } from '../../write-atomic.ts'
import { fromCaller } from '../owner-folder.ts'

type Target = { ok: true; file: string } | { ok: false; fault: string }

const MODE_BITS = 0o777

/** Resolves the output file, or returns why it cannot be written. Never one of the `own` files. */
export function chooseTarget(name: string, isForced: boolean | undefined, own: string[]): Target {
  const file = fromCaller(name)
  const folder = dirname(file)
  if (!existsSync(folder)) return { ok: false, fault: `Folder ${folder} does not exist.` }
  const target = join(realpathSync(folder), basename(file))
  if (own.some((path) => existsSync(path) && realpathSync(path) === realOf(target))) {
    return { ok: false, fault: `${file} is the database. Choose another file.` }
  }
  if (!existsSync(target)) return { ok: true, file }
  if (!statSync(target).isFile()) return { ok: false, fault: `${file} is not a regular file.` }
  if (isForced) return { ok: true, file }
  return { ok: false, fault: `${file} exists. Choose another name, or overwrite it with --force.` }
}

function realOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : path
}

/** Writes a text atomically and preserves the mode of the file that it replaces. */
export function writeTextAtomic(file: string, text: string): Promise<void> {
  const mode = existsSync(file) ? statSync(file).mode & MODE_BITS : undefined
  return writeAtomic(file, async (part) => {
    writeFileSync(part, text, { mode })
    // The umask of the process may have removed permissions.
    if (mode !== undefined) chmodSync(part, mode)
  })
}
