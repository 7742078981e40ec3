import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { textOf } from '../../gateway/error-text.ts'
import { changeCopy, type Deletion } from '../../gateway/store/sqlite.ts'

/** Beside the database and not in it: it has to outlive a restored copy. */
const LIST = 'copies.txt'
const OWNER_ONLY = 0o600
/** Byte 18 of a database; our copies say 1. */
const FORMAT_PLACE = 18
const WAL_FORMAT = 2

/** Remembers where a copy is being written, so that `forget` and `purge` can clean it too. */
export function noteCopy(dataFolder: string, file: string): void {
  const path = join(realpathSync(dirname(file)), basename(file))
  const noted = readNoted(dataFolder)
  if (!noted.includes(path)) writeNoted(dataFolder, [...noted, path])
}

/** Takes the note of a copy back that came to nothing. */
export function dropNote(dataFolder: string, file: string): void {
  if (existsSync(file)) return
  const path = join(realpathSync(dirname(file)), basename(file))
  writeNoted(
    dataFolder,
    readNoted(dataFolder).filter((noted) => noted !== path),
  )
}

export type Cleaned = {
  /** Copies in which there was something to delete. */
  copies: string[]
  /** Copies that still hold everything, with the reason. */
  left: { file: string; why: string }[]
}

/** Deletes in every copy that was noted what was just deleted in the database. */
export async function cleanCopies(dataFolder: string, act: Deletion): Promise<Cleaned> {
  const cleaned: Cleaned = { copies: [], left: [] }
  for (const file of sortOut(dataFolder)) {
    try {
      if (await cleanCopy(file, act)) cleaned.copies.push(file)
    } catch (error) {
      cleaned.left.push({ file, why: textOf(error) })
    }
  }
  return cleaned
}

/** The noted copies without those that were deleted as one of several. */
function sortOut(dataFolder: string): string[] {
  const noted = readNoted(dataFolder)
  // Where another copy stands, the disk is there, and who keeps the last few has deleted this one.
  const folders = new Set(noted.filter((file) => existsSync(file)).map((file) => dirname(file)))
  const kept = noted.filter((file) => existsSync(file) || !folders.has(dirname(file)))
  if (kept.length < noted.length) writeNoted(dataFolder, kept)
  return kept
}

/** What the owner has to know of the copies. */
export function tellOfCopies({ copies, left }: Cleaned, dataFolder: string): string[] {
  const many = copies.length === 1 ? 'One copy' : `${copies.length} copies`
  return [
    ...(copies.length > 0 ? [`${many} of the database cleaned too.`] : []),
    ...left.map(({ file, why }) => `NOT cleaned: ${file} (${why}).`),
    ...(left.length > 0
      ? [
          'Delete it, or bring it back and call this once more. If it is gone for good, take its line out ' +
            `of ${join(dataFolder, LIST)}.`,
        ]
      : []),
  ]
}

/** False where there was nothing to delete. */
async function cleanCopy(file: string, act: Deletion): Promise<boolean> {
  const part = `${file}.part`
  try {
    // Left by a backup that was killed.
    rmSync(part, { force: true })
    if (!existsSync(file)) throw new Error('it is not there now')
    // Replacing a database under a gateway would lose what it stores.
    if (isInUse(file)) throw new Error('it has been used as a database since: call this there')
    writeFileSync(part, '', { mode: OWNER_ONLY })
    copyFileSync(file, part)
    const deleted = await changeCopy(part, act)
    if (deleted.length > 0) renameSync(part, file)
    return deleted.length > 0
  } finally {
    rmSync(part, { force: true })
  }
}

function isInUse(file: string): boolean {
  const head = Buffer.alloc(FORMAT_PLACE + 1)
  const descriptor = openSync(file, 'r')
  readSync(descriptor, head, 0, head.length, 0)
  closeSync(descriptor)
  return head[FORMAT_PLACE] === WAL_FORMAT || existsSync(`${file}-wal`)
}

function readNoted(dataFolder: string): string[] {
  const list = join(dataFolder, LIST)
  return existsSync(list) ? readFileSync(list, 'utf8').split('\n').filter(Boolean) : []
}

function writeNoted(dataFolder: string, files: string[]) {
  const lines = files.map((file) => `${file}\n`)
  writeFileSync(join(dataFolder, LIST), lines.join(''), { mode: OWNER_ONLY })
}
