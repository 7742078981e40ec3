import { statSync } from 'node:fs'

/** The coarsest clock of a disk: within one tick a file may change twice and look the same. */
const TICK_MS = 2000

/**
 * A text that changes whenever a file does, or the names in a folder. Where its time is kept by hand, as
 * `cp -p` does, that of the change to its entry still differs. None while the last change is so
 * young that the next would not show.
 */
export function stampOf(file: string): string | undefined {
  const { mtimeNs, ctimeNs, mtimeMs, ctimeMs, size, ino } = statSync(file, { bigint: true })
  const changedAt = Math.max(Number(ctimeMs), Number(mtimeMs))
  const isYoung = changedAt > Date.now() - TICK_MS
  return isYoung ? undefined : [mtimeNs, ctimeNs, size, ino].join()
}
