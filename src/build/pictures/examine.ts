import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Fault } from '../../content/problem.ts'
import { describeFound } from '../../content/problem.ts'
import { isPictureFile } from '../../content/references.ts'
import type { PictureSlot } from '../../page/picture-slots.ts'
import { isMade } from './cache.ts'
import { checkInside, checkName, describeNoPicture, type PictureFault } from './check.ts'
import { inTurns } from './in-turns.ts'
import { differentPictures, namedPictures, slotKey } from './named.ts'
import { readPictureSource, type Source } from './source.ts'

/** Looks into every picture file that the content names, once each, however often it is named. */
export async function examinePictures(
  content: unknown,
  directory: string,
  cache: string,
): Promise<Fault[]> {
  const named = namedPictures(content).filter(({ name }) => isPictureFile(name))
  const faults = new Map<string, PictureFault>()
  await inTurns([...differentPictures(named)], async ([key, { name, slot }]) => {
    const fault = await examine(name, slot, directory, cache)
    if (fault) faults.set(key, fault)
  })
  return named.flatMap(({ reference, name, slot }) => {
    const fault = faults.get(slotKey(name, slot))
    if (!fault) return []
    return [{ ...fault, path: reference.path, found: `${describeFound(name)}, ${fault.found}` }]
  })
}

async function examine(
  name: string,
  slot: PictureSlot,
  directory: string,
  cache: string,
): Promise<PictureFault | undefined> {
  const file = join(directory, name)
  const source = readOrError(file, slot)
  if (source instanceof Error) return describeUnread(source)
  const { format, key } = source
  if (!format) return describeNoPicture(await readFile(file))
  const fault = checkName(name, format)
  // What was made once has been looked into, and to do so again takes longer than all the rest.
  if (fault || isMade(cache, key)) return fault
  return checkInside(await readFile(file), slot, format)
}

function readOrError(file: string, slot: PictureSlot): Source | Error {
  try {
    return readPictureSource(file, slot)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** A file that is not there at all is told where names are looked up. */
function describeUnread({ code }: NodeJS.ErrnoException): PictureFault | undefined {
  if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
  return code === 'EISDIR'
    ? { found: 'which is a folder', allowed: 'the name of a file in it' }
    : { found: `which cannot be read (${code})`, allowed: 'a file that you may read' }
}
