import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stampOf } from './stamp.ts'

export type FileHashes = {
  /** The hash of a file's bytes, which are not read again while the file is as it was. */
  of: (file: string) => string
  /** Leaves what was asked for to the commands that follow. */
  keep: () => void
}

type Known = Record<string, [stamp: string, hash: string]>

/** Hashes of files, with those that earlier commands have left in a record. */
export function openFileHashes(record: string): FileHashes {
  const before = readRecord(record)
  // Only what was asked for is kept, so that files that are gone are not kept for ever.
  const known: Known = {}
  let hasNew = false
  return {
    of(file) {
      // Before reading: what changes meanwhile is read again the next time.
      const stamp = stampOf(file)
      const last = known[file] ?? before[file]
      const isSame = stamp !== undefined && last?.[0] === stamp
      const hash = isSame ? last[1] : hashBytes(readFileSync(file))
      if (stamp) known[file] = [stamp, hash]
      hasNew ||= stamp !== undefined && !isSame
      return hash
    },
    keep() {
      if (hasNew) writeRecord(record, known)
      hasNew = false
    },
  }
}

export function hashBytes(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** All that commands of this project know of their files; it may be deleted at any time. */
export const fileHashes = openFileHashes(join(import.meta.dirname, '../../.cache/hashes.json'))

function readRecord(record: string): Known {
  try {
    return Object(JSON.parse(readFileSync(record, 'utf8')))
  } catch {
    return {}
  }
}

/** Whole from the moment that it is there; where nothing may be written, the next command reads all. */
function writeRecord(record: string, known: Known): void {
  const fresh = `${record}.${randomUUID()}`
  try {
    mkdirSync(dirname(record), { recursive: true })
    writeFileSync(fresh, JSON.stringify(known))
    renameSync(fresh, record)
  } catch {}
}
