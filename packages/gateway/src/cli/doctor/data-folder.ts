import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { textOf } from '../../gateway/error-text.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

const CHECK = 'data folder'
const LITTLE_MB = 200
const TOO_LITTLE_MB = 20
const MAKE_ROOM = 'Make room on this disk: without any, visitors are told to come back later.'

/** Whether the folder of the database can be written to, told by writing. */
export function checkDataFolder(folder: string): Finding {
  const present = nearestFolder(resolve(folder))
  const probe = join(present, `.doctor-${process.pid}`)
  try {
    writeFileSync(probe, 'probe', { mode: 0o600 })
    rmSync(probe)
  } catch (error) {
    // A full disk may have taken the name but not the content.
    if (existsSync(probe)) rmSync(probe)
    return failed(
      CHECK,
      `nothing can be written into ${present}: ${textOf(error)}`,
      'Give the folder to the user that runs the gateway, or name another one: DATA_FOLDER.',
    )
  }
  const { bavail, bsize } = statfsSync(present)
  return judgeSpace(folder, Math.floor((bavail * bsize) / 1_000_000))
}

/** Before the first start there is none yet. */
function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(dirname(folder))
}

export function judgeSpace(folder: string, freeMb: number): Finding {
  const free = freeMb < 1000 ? `${freeMb} MB` : `${Math.floor(freeMb / 1000)} GB`
  const found = `${folder} can be written to, ${free} free`
  if (freeMb < TOO_LITTLE_MB) return failed(CHECK, found, MAKE_ROOM)
  return freeMb < LITTLE_MB ? warning(CHECK, found, MAKE_ROOM) : ok(CHECK, found)
}
