import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const FILE = '.fingerprint'

/** A short name for everything that a build is made from; it changes whenever any of it does. */
export function fingerprint(content: string): string {
  const hash = createHash('sha256')
  const files = [
    join(ROOT, 'package-lock.json'),
    ...filesBelow(join(ROOT, 'src')).filter((file) => !file.includes('.test.')),
    ...filesBelow(content),
  ]
  for (const file of files) hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

export function writeFingerprint(folder: string, made: string): void {
  writeFileSync(join(folder, FILE), made)
}

export function hasFingerprint(folder: string): boolean {
  return existsSync(join(folder, FILE))
}

/** Whether the folder holds a site made from just what there is now. */
export function isCurrent(folder: string, content: string): boolean {
  try {
    return readFileSync(join(folder, FILE), 'utf8') === fingerprint(content)
  } catch {
    return false
  }
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
