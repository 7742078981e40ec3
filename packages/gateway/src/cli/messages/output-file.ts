import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { fromCaller } from '../owner-folder.ts'

export const OWNER_ONLY = 0o600

type Target = { ok: true; file: string } | { ok: false; fault: string }

/** Resolves the output file, or returns why it cannot be written. */
export function chooseTarget(name: string): Target {
  const file = fromCaller(name)
  if (!existsSync(dirname(file))) {
    return { ok: false, fault: `Folder ${dirname(file)} does not exist.` }
  }
  if (existsSync(file)) return { ok: false, fault: `${file} exists. Choose another name.` }
  return { ok: true, file }
}
