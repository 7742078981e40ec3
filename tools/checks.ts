import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const BIN = join(ROOT, 'node_modules/.bin')

export type Check = { name: string; command: string; args: string[] }

/** The quick checks, each one program that passes or fails. */
export const CHECKS: Check[] = [
  { name: 'format and lint', command: 'biome', args: ['ci', '--error-on-warnings'] },
  { name: 'types', command: 'tsc', args: ['-b'] },
]

/** Runs a program of the project and returns whether it succeeded. */
export function runCheck({ name, command, args }: Check, variables = {}): boolean {
  console.log(`\n-- ${name}`)
  const { status, error } = spawnSync(join(BIN, command), args, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...variables },
  })
  if (error) console.error(`${command} could not be run: ${error.message}`)
  return status === 0
}
