import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PictureSlot } from '../../page/picture-slots.ts'
import { MAKER, type MadePicture } from './make.ts'

// Several contents and programs may use one folder, so it is not what this build needs that counts.
const UNUSED_AFTER_DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000
const FACTS = 'picture.json'

type Facts = Omit<MadePicture, 'files'>

/** A name for all that a picture is made from; two pictures of one name are the same. */
export function pictureKey(body: Buffer, slot: PictureSlot): string {
  const settings = JSON.stringify([slot.width, slot.height, slot.widths, MAKER])
  return createHash('sha256').update(settings).update('\0').update(body).digest('hex')
}

/** What an earlier build made, or undefined; the entry counts as used today. */
export async function readMade(cache: string, key: string): Promise<MadePicture | undefined> {
  const folder = join(cache, key)
  try {
    const facts: Facts = JSON.parse(await readFile(join(folder, FACTS), 'utf8'))
    const files = new Map<string, Buffer>()
    for (const name of namesOf(facts)) files.set(name, await readFile(join(folder, name)))
    const now = new Date()
    await utimes(folder, now, now)
    return { ...facts, files }
  } catch {
    // Not there, half of it cleaned up, or written by another version: it is made anew.
    return undefined
  }
}

/** Whether the picture was made once, and so has no faults. */
export async function isMade(cache: string, key: string): Promise<boolean> {
  return stat(join(cache, key, FACTS)).then(
    () => true,
    () => false,
  )
}

/** Keeps what was made; complete from the moment that it is there. */
export async function writeMade(cache: string, key: string, made: MadePicture): Promise<void> {
  const { files, ...facts } = made
  const fresh = join(cache, `${key}.${randomUUID()}`)
  await mkdir(fresh, { recursive: true })
  for (const [name, body] of files) await writeFile(join(fresh, name), body)
  await writeFile(join(fresh, FACTS), JSON.stringify(facts))
  await rm(join(cache, key), { recursive: true, force: true })
  // Another program may have been quicker, with the very same files.
  await rename(fresh, join(cache, key)).catch(() => rm(fresh, { recursive: true }))
}

/** Removes what no build has used for a month. */
export async function removeStale(cache: string): Promise<void> {
  for (const name of await readdir(cache).catch(() => [])) {
    const folder = join(cache, name)
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs < UNUSED_AFTER_DAYS * DAY_MS) continue
    await rm(folder, { recursive: true, force: true })
  }
}

function namesOf({ widths, formats }: Facts): string[] {
  return widths.flatMap((width) => formats.map((format) => `${width}.${format}`))
}
