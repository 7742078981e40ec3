import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { textOf } from '../../log.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

const CHECK = 'data folder'
const LOW_SPACE_MB = 200
const NO_SPACE_MB = 20
const MAKE_ROOM = 'Free up disk space: when the disk is full, no message can be stored.'

/** Checks that the data folder is writable, by writing a file. */
export function checkDataFolder(folder: string): Finding {
  const present = nearestFolder(resolve(folder))
  const probe = join(present, `.doctor-${process.pid}`)
  try {
    writeFileSync(probe, 'probe', { mode: 0o600 })
    rmSync(probe)
  } catch (error) {
    // A full disk may have created the file without its content.
    if (existsSync(probe)) rmSync(probe)
    return failed(
      CHECK,
      `cannot write to ${present}: ${textOf(error)}`,
      'Make it writable for the user that runs the gateway, or set DATA_DIR to another folder.',
    )
  }
  const { bavail, bsize } = statfsSync(present)
  return evaluateSpace(folder, Math.floor((bavail * bsize) / 1_000_000))
}

/** Before the first start, the data folder does not exist yet. */
function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(dirname(folder))
}

export function evaluateSpace(folder: string, freeMb: number): Finding {
  const free = freeMb < 1000 ? `${freeMb} MB` : `${Math.floor(freeMb / 1000)} GB`
  const found = `${folder} is writable, ${free} free`
  if (freeMb < NO_SPACE_MB) return failed(CHECK, found, MAKE_ROOM)
  return freeMb < LOW_SPACE_MB ? warning(CHECK, found, MAKE_ROOM) : ok(CHECK, found)
}
