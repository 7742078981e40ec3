import { spawnSync } from 'node:child_process'
import { addPackages } from 'reward-codes-gateway/own-command'
import type { Screen } from 'reward-codes-gateway/terminal/screen'
import { OWNER_FOLDER } from '../folders.ts'

/** Installs packages with the package manager that runs this program. False if none does, or if it fails. */
export function installPackages(names: string[], { errors }: Screen): boolean {
  if (!process.env.npm_config_user_agent) return false
  errors.write(`Installing ${names.join(', ')} for the resume PDF.\n`)
  const [manager = '', ...args] = addPackages(names.join(' ')).split(' ')
  const { status } = spawnSync(manager, args, {
    cwd: OWNER_FOLDER,
    // Standard output has the result of this program alone.
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  return status === 0
}
