import { createHash, randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CACHE_FOLDER } from './folders.ts'

const UNUSED_AFTER_DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000
const CHECKSUM_BYTES = 32

/**
 * The cache of everything that the build derives from bytes: encoded images, subset fonts, compressed
 * texts. The key of an entry is a hash of all that the result depends on, so an entry is never out of
 * date. You can delete the folder at any time.
 */
export const BUILD_CACHE = join(CACHE_FOLDER, 'build')

type Bytes = string | Buffer

/** Hashes each part by itself, so lists that are equal when concatenated get different keys. */
export function cacheKey(parts: Iterable<Bytes>): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(sha256(part))
  return hash.digest('hex')
}

/** Returns the cached result for `parts`, or calls `make` and caches its result. */
export async function cached(
  parts: Bytes[],
  make: () => Promise<Buffer>,
  folder = BUILD_CACHE,
): Promise<Buffer> {
  const key = cacheKey(parts)
  const hit = await readCached(key, folder)
  if (hit) return hit
  const body = await make()
  await writeCached(key, body, folder)
  return body
}

/** Reads an entry and marks it as used. Undefined if it is missing or damaged. */
export async function readCached(key: string, folder = BUILD_CACHE): Promise<Buffer | undefined> {
  const file = join(folder, key)
  try {
    const entry = await readFile(file)
    const body = entry.subarray(CHECKSUM_BYTES)
    if (!sha256(body).equals(entry.subarray(0, CHECKSUM_BYTES))) return undefined
    const now = new Date()
    await utimes(file, now, now)
    return body
  } catch {
    return undefined
  }
}

/** Writes an entry atomically: a concurrent process writes the same bytes. */
export async function writeCached(key: string, body: Buffer, folder = BUILD_CACHE): Promise<void> {
  const temporary = join(folder, `${key}.${randomUUID()}`)
  await mkdir(folder, { recursive: true })
  await writeFile(temporary, [sha256(body), body])
  await rename(temporary, join(folder, key))
}

/** Removes entries that no build has used for a month: several builds share the cache. */
export async function prune(folder = BUILD_CACHE): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const entry = join(folder, name)
    // Synchronous: awaiting a stat takes longer than the stat.
    const { mtimeMs } = statSync(entry, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() }
    if (Date.now() - mtimeMs < UNUSED_AFTER_DAYS * DAY_MS) continue
    await rm(entry, { recursive: true, force: true })
  }
}

function sha256(bytes: Bytes): Buffer {
  return createHash('sha256').update(bytes).digest()
}
