import { createHash, randomUUID } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const UNUSED_AFTER_DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000

/** What earlier builds have made of fonts and texts; it may be deleted at any time. */
export const KEPT = join(ROOT, '.cache/kept')

// Every program that makes something is a package, or one of those that name themselves.
const PACKAGES = readFileSync(join(ROOT, 'package-lock.json'))

/** What was made of the very same parts before, or else what is made now, which is then kept. */
export async function kept(
  parts: (string | Buffer)[],
  make: () => Promise<Buffer>,
  folder = KEPT,
): Promise<Buffer> {
  const file = join(folder, nameOf(parts))
  const known = await readUsed(file)
  if (known) return known
  const body = await make()
  const fresh = `${file}.${randomUUID()}`
  await mkdir(folder, { recursive: true })
  await writeFile(fresh, body)
  await rename(fresh, file)
  return body
}

/** Removes what no build has used for a month; not what one does not need, because several share it. */
export async function removeUnused(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const entry = join(folder, name)
    // One after the other, because to wait for so little takes longer than to do it.
    const { mtimeMs } = statSync(entry, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() }
    if (Date.now() - mtimeMs < UNUSED_AFTER_DAYS * DAY_MS) continue
    await rm(entry, { recursive: true, force: true })
  }
}

/** No two lists of parts share a name: each part's own hash tells where it ends. */
function nameOf(parts: (string | Buffer)[]): string {
  const hash = createHash('sha256')
  for (const part of [PACKAGES, ...parts]) hash.update(createHash('sha256').update(part).digest())
  return hash.digest('hex')
}

async function readUsed(file: string): Promise<Buffer | undefined> {
  try {
    const body = await readFile(file)
    const now = new Date()
    await utimes(file, now, now)
    return body
  } catch {
    return undefined
  }
}
