import { existsSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fromCaller } from '../content-folder.ts'

export type Target = { ok: true; file: string } | { ok: false; fault: string }

/** The options of a command that writes a file. */
export const FORCE = {
  force: { type: 'boolean', help: 'Write over a file that is there already.' },
} as const

/** Where a named file is to be written, or why it cannot be. */
export function chooseTarget(name: string, isForced: boolean | undefined, own: string[]): Target {
  const file = fromCaller(name)
  const folder = dirname(file)
  if (!existsSync(folder)) return { ok: false, fault: `There is no folder ${folder}.` }
  const place = join(realpathSync(folder), basename(file))
  if (own.some((path) => existsSync(path) && realpathSync(path) === realOf(place))) {
    return { ok: false, fault: `${file} is the database itself. Choose another file.` }
  }
  if (!existsSync(place)) return { ok: true, file }
  if (!statSync(place).isFile()) return { ok: false, fault: `${file} is not a file.` }
  if (isForced) return { ok: true, file }
  return { ok: false, fault: `${file} exists. Choose another name, or write over it with --force.` }
}

function realOf(place: string): string {
  return existsSync(place) ? realpathSync(place) : place
}

/** Lets a file appear whole or not at all: it is made under another name first. */
export async function makeWhole<T>(file: string, make: (part: string) => Promise<T>): Promise<T> {
  const part = `${file}.part`
  try {
    rmSync(part, { force: true })
    const made = await make(part)
    renameSync(part, file)
    return made
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}
