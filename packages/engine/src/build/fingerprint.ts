import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { cacheKey } from '../cache.ts'
import { ENGINE_CODE, PARTS_FOLDER } from '../folders.ts'
import type { SiteFile } from './output-file.ts'

const PROTOCOL_CODE = dirname(
  createRequire(import.meta.url).resolve('reward-codes-protocol/fields'),
)
const PATH = '/.fingerprint'

/**
 * The file of a site with a hash of all inputs of its build: code, content, parts and package.json. Their
 * paths are relative, so a site that was built on one machine is recognized on another.
 */
export function fingerprint(content: string): SiteFile {
  return { path: PATH, body: cacheKey(readInputs(content)) }
}

function* readInputs(content: string) {
  yield* readFiles(join(ENGINE_CODE, '..'), ['package.json'])
  for (const code of [ENGINE_CODE, PROTOCOL_CODE]) {
    yield* readFiles(
      code,
      listFiles(code).filter((name) => !name.includes('.test.')),
    )
  }
  yield* readFiles(content, listFiles(content))
  if (existsSync(PARTS_FOLDER)) yield* readFiles(PARTS_FOLDER, listFiles(PARTS_FOLDER))
}

/** Yields the name and the bytes of one file after the other: photos take much memory. */
function* readFiles(folder: string, names: string[]) {
  for (const name of names) {
    yield name
    yield readFileSync(join(folder, name))
  }
}

export function hasFingerprint(folder: string): boolean {
  return existsSync(join(folder, PATH))
}

/** Whether the folder holds a site that was built from the current inputs. */
export function isCurrent(folder: string, content: string): boolean {
  try {
    return readFileSync(join(folder, PATH), 'utf8') === fingerprint(content).body
  } catch {
    return false
  }
}

function listFiles(folder: string): string[] {
  return (
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .map((entry) => join(entry.parentPath, entry.name))
      // stat follows symbolic links, which an owner may use for content files.
      .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
      .map((file) => relative(folder, file).split(sep).join('/'))
      .sort()
  )
}
