import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Configuration,
  type ReadConfiguration,
  readConfiguration,
} from '../gateway/configuration.ts'

export const ENVIRONMENT_FILE = join(import.meta.dirname, '../../.env')

/** The configuration from the environment and .env, or its faults. */
export function readOwnConfiguration(): ReadConfiguration {
  // What is set in the environment already stays.
  if (existsSync(ENVIRONMENT_FILE)) process.loadEnvFile(ENVIRONMENT_FILE)
  return readConfiguration(process.env)
}

/** The configuration from the environment and .env, or the end of the command with every fault. */
export function configurationOrExit(): Configuration {
  const read = readOwnConfiguration()
  if (read.ok) return read.configuration
  console.error(`The configuration has faults (environment and .env):\n`)
  for (const fault of read.faults) console.error(`  ${fault}`)
  console.error('\nEvery variable is explained in .env.example.')
  process.exit(1)
}
