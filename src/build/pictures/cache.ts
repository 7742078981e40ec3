import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PictureSlot } from '../../page/picture-slots.ts'
import { MAKER, type MadePicture } from './make.ts'

const FACTS = 'picture.json'

type Facts = Omit<MadePicture, 'files'>

/** A picture in the cache, with the places of its files. */
export type KeptPicture = Facts & { files: Map<string, string> }

/** A name for all that a picture is made from; two pictures of one name are the same. */
export function pictureKey(body: Buffer, slot: PictureSlot): string {
  const settings = JSON.stringify([slot.width, slot.height, slot.widths, MAKER])
  return createHash('sha256').update(settings).update('\0').update(body).digest('hex')
}

/** What an earlier build made, or undefined; the entry counts as used today. */
export async function readMade(cache: string, key: string): Promise<KeptPicture | undefined> {
  const folder = join(cache, key)
  try {
    const now = new Date()
    await utimes(folder, now, now)
    const facts: Facts = JSON.parse(await readFile(join(folder, FACTS), 'utf8'))
    const present = await readdir(folder)
    if (!namesOf(facts).every((name) => present.includes(name))) return undefined
    return keptAt(folder, facts)
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
export async function writeMade(
  cache: string,
  key: string,
  made: MadePicture,
): Promise<KeptPicture> {
  const { files, ...facts } = made
  const fresh = join(cache, `${key}.${randomUUID()}`)
  await mkdir(fresh, { recursive: true })
  for (const [name, body] of files) await writeFile(join(fresh, name), body)
  await writeFile(join(fresh, FACTS), JSON.stringify(facts))
  await rm(join(cache, key), { recursive: true, force: true })
  // Another program may have been quicker, with the very same files.
  await rename(fresh, join(cache, key)).catch(() => rm(fresh, { recursive: true }))
  return keptAt(join(cache, key), facts)
}

function keptAt(folder: string, facts: Facts): KeptPicture {
  const files = namesOf(facts).map((name) => [name, join(folder, name)] as const)
  return { ...facts, files: new Map(files) }
}

function namesOf({ widths, formats }: Facts): string[] {
  return widths.flatMap((width) => formats.map((format) => `${width}.${format}`))
}
