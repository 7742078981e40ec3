import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { PARTS_FOLDER } from '../folders.ts'

const SETTINGS_FILE = 'tsconfig.json'
const OWN_PARTS = basename(PARTS_FOLDER)
const SETTINGS = { extends: 'reward-codes/tsconfig.json', include: [OWN_PARTS] }

/**
 * Writes the file with which an editor checks and completes parts, if a folder has parts and no such file.
 * Returns what to say of it.
 */
export function writeEditorSettings(folder: string): string | undefined {
  const file = join(folder, SETTINGS_FILE)
  const parts = join(folder, OWN_PARTS)
  if (existsSync(file) || !existsSync(parts) || readdirSync(parts).length === 0) return undefined
  writeFileSync(file, `${JSON.stringify(SETTINGS, null, 2)}\n`)
  return `Wrote ${SETTINGS_FILE}, with which your editor checks and completes parts.`
}
