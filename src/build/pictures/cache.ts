import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PictureSlot } from '../../page/picture-slots.ts'
import { hashBytes } from '../file-hashes.ts'
import { stampOf } from '../stamp.ts'
import { MAKER, type MadePicture } from './make.ts'

const FACTS = 'picture.json'
const MAKER_HASH = hashBytes(MAKER)
const DAY_MS = 24 * 60 * 60 * 1000

type Facts = Omit<MadePicture, 'files'>

/** A picture in the cache, with the places of its files. */
export type KeptPicture = Facts & { files: Map<string, string> }

/** A name for all that a picture is made from, told by the hash of its file; two of one name are the same. */
export function pictureKey(hash: string, { width, height, widths }: PictureSlot): string {
  const settings = JSON.stringify([width, height, widths, MAKER_HASH])
  return createHash('sha256').update(settings).update('\0').update(hash).digest('hex')
}

/** By their folders: the development server asks with every change of a word. */
const known = new Map<string, { stamp: string | undefined; made: KeptPicture }>()

/** What an earlier build made, or undefined; the entry counts as used today. */
export function readMade(cache: string, key: string): KeptPicture | undefined {
  const folder = join(cache, key)
  try {
    markUsed(folder)
    const stamp = stampOf(folder)
    const last = known.get(folder)
    if (stamp && last?.stamp === stamp) return last.made
    const facts: Facts = JSON.parse(readFileSync(join(folder, FACTS), 'utf8'))
    const present = readdirSync(folder)
    if (!namesOf(facts).every((name) => present.includes(name))) return undefined
    const made = keptAt(folder, facts)
    known.set(folder, { stamp, made })
    return made
  } catch {
    // Not there, half of it cleaned up, or written by another version: it is made anew.
    return undefined
  }
}

/** Not each time, because every change has the entry read again. */
function markUsed(folder: string): void {
  const now = new Date()
  if (now.getTime() - statSync(folder).mtimeMs > DAY_MS) utimesSync(folder, now, now)
}

/** Whether the picture was made once, and so has no faults. */
export function isMade(cache: string, key: string): boolean {
  return existsSync(join(cache, key, FACTS))
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
