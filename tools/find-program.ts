import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export type Program = {
  name: string
  /** What needs it, as the beginning of a sentence. */
  needed: string
  /** Where it may be: names on the PATH, and full paths. */
  commands: string[]
  places: string[]
  download?: (() => string | undefined) | undefined
  debianPackage: string
  variable: string
}

/** Returns the path of a program: found, downloaded or installed. */
export function locateProgram(program: Program): string | undefined {
  const { variable, download } = program
  return process.env[variable] ?? findPresent(program) ?? download?.() ?? installPackage(program)
}

/** Returns the path of a program, or throws if it can neither be found, downloaded nor installed. */
export function findProgram(program: Program): string {
  const found = locateProgram(program)
  if (found) return found
  const { name, needed, variable, debianPackage } = program
  throw new Error(
    `${needed} need ${name}, and none was found, could be downloaded or installed. ` +
      `Install it (on Debian as root: apt-get install ${debianPackage}), ` +
      `or name the program: ${variable}=/path/to/it npm test`,
  )
}

function findPresent({ commands, places }: Program): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const onPath = commands.flatMap((command) => folders.map((folder) => join(folder, command)))
  return [...onPath, ...places].find((file) => existsSync(file))
}

function installPackage(program: Program): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log(`${program.name}: installing Debian's ${program.debianPackage} ...`)
  runQuietly('apt-get', ['update', '-qq'])
  const options = ['-y', '-qq', '--no-install-recommends']
  runQuietly('apt-get', ['install', ...options, program.debianPackage])
  return findPresent(program)
}

/** Returns the output of a command; undefined if it failed. Its error output is discarded. */
export function runQuietly(command: string, args: string[]): string | undefined {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8', env: environment })
  return status === 0 ? stdout : undefined
}
