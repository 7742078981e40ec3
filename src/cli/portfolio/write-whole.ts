import { chmodSync, existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const RIGHTS = 0o777

/** Writes a file whole or not at all; who may read it stays as it was. */
export function writeWhole(file: string, text: string): void {
  const mode = existsSync(file) ? statSync(file).mode & RIGHTS : undefined
  const part = join(dirname(file), `.${basename(file)}.part`)
  try {
    rmSync(part, { force: true })
    writeFileSync(part, text, { mode })
    // The process may be told to give fewer rights than asked for.
    if (mode !== undefined) chmodSync(part, mode)
    renameSync(part, file)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}
