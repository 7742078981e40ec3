import { linkSync, lstatSync } from 'node:fs'
import { copyFile, stat, utimes } from 'node:fs/promises'

/** Brings a file into the site that is made; the one before, which goes, may hold it already. */
export async function bringFile(from: string, to: string, before?: string): Promise<void> {
  if (before && isCopy(before, from) && link(before, to)) return
  await copyFile(from, to)
  const { atime, mtime } = await stat(from)
  await utimes(to, atime, mtime)
}

/** Whoever changes a file by hand changes its time as well, and gets a new copy. */
function isCopy(before: string, from: string): boolean {
  const [one, other] = [before, from].map((file) => lstatSync(file, { throwIfNoEntry: false }))
  if (!one || !other) return false
  const isAsOld = one.mtime.getTime() === other.mtime.getTime()
  return isAsOld && one.size === other.size && one.mode === other.mode
}

/** Not every disk has links. What is there already came a moment ago, under a name with the hash of its bytes. */
function link(before: string, to: string): boolean {
  try {
    linkSync(before, to)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EEXIST'
  }
}
