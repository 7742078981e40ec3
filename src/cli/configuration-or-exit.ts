import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Configuration, readConfiguration } from '../gateway/configuration.ts'

const FILE = join(import.meta.dirname, '../../.env')

/** The configuration from the environment and .env, or the end of the command with every fault. */
export function configurationOrExit(): Configuration {
  // What is set in the environment already stays.
  if (existsSync(FILE)) process.loadEnvFile(FILE)
  const read = readConfiguration(process.env)
  if (read.ok) return read.configuration
  console.error(`The configuration has faults (environment and .env):\n`)
  for (const fault of read.faults) console.error(`  ${fault}`)
  console.error('\nEvery variable is explained in .env.example.')
  process.exit(1)
}
