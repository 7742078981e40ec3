import { existsSync } from 'node:fs'
import { type Configuration, type ReadConfiguration, readConfiguration } from '../configuration.ts'
import { ENVIRONMENT_FILE } from './owner-folder.ts'

/** Reads the configuration from the environment and .env. */
export function readOwnConfiguration(): ReadConfiguration {
  // Variables that the environment sets already take precedence.
  if (existsSync(ENVIRONMENT_FILE)) process.loadEnvFile(ENVIRONMENT_FILE)
  return readConfiguration(process.env)
}

/** Reads the configuration from the environment and .env, or prints all its errors and exits. */
export function configurationOrExit(): Configuration {
  const read = readOwnConfiguration()
  if (read.ok) return read.configuration
  console.error('Invalid configuration (environment and .env):\n')
  for (const fault of read.faults) console.error(`  ${fault}`)
  console.error('\n.env.example describes every variable.')
  process.exit(1)
}
