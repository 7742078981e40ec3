import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = 'reserve'
const SIZE = 1024 * 1024
/** What a disk must have free before the reserve is made again. */
const ROOM = 4 * SIZE

/** Whether the disk of a folder has room for the database to grow. */
export function hasRoomIn(folder: string, bytes = ROOM): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize >= bytes
}

/** Gets room for the start of a gateway on a full disk: its database needs some for a log. */
export function makeRoomToStart(folder: string): void {
  if (!hasRoomIn(folder, SIZE / 2)) rmSync(join(folder, FILE), { force: true })
}

/**
 * A file that is deleted to get room for the results of deliveries once the disk is full: otherwise nothing that is
 * queued could leave. A command makes none, and deletes that of the gateway.
 */
export function createDiskReserve(folder: string, isMaking: boolean, onRelease: () => void) {
  const file = join(folder, FILE)
  const make = (): boolean => {
    try {
      writeFileSync(file, Buffer.alloc(SIZE, 'reserve'), { mode: 0o600 })
      return true
    } catch {
      rmSync(file, { force: true })
      return false
    }
  }
  let isThere = existsSync(file) || (isMaking && hasRoomIn(folder) && make())
  return {
    /** Gets room by deleting the reserve. */
    release: () => {
      rmSync(file, { force: true })
      if (isThere) onRelease()
      isThere = false
    },
    /** Whether the reserve is there. It is made again once the disk has room. */
    isThere: () => {
      isThere ||= hasRoomIn(folder) && make()
      return isThere
    },
  }
}
