import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileHashes } from './file-hashes.ts'

const ROOT = join(import.meta.dirname, '../..')
const FILE = '.fingerprint'

/**
 * A short name for everything that a build is made from; it changes whenever any of it does. Where
 * the project lies is no part of it, so a site built on one machine is known on another.
 */
export function fingerprint(content: string): string {
  const hash = createHash('sha256')
  const add = (folder: string, name: string) =>
    hash
      .update(name)
      .update('\0')
      .update(fileHashes.of(join(folder, name)))
      .update('\0')
  add(ROOT, 'package-lock.json')
  for (const name of namesBelow(join(ROOT, 'src'))) {
    if (!name.includes('.test.')) add(join(ROOT, 'src'), name)
  }
  for (const name of namesBelow(content)) add(content, name)
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

function namesBelow(folder: string): string[] {
  return (
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .map((entry) => join(entry.parentPath, entry.name))
      // Asked of the file itself, because an owner may keep it elsewhere and link to it.
      .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
      .map((file) => relative(folder, file).split(sep).join('/'))
      .sort()
  )
}
