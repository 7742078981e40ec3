import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Configuration, type ReadConfiguration, readConfiguration } from '../configuration.ts'
import { textOf } from '../log.ts'

// Commands use the current folder: npm runs them in the folder of the package.json.
const FOLDER = process.cwd()

export const ENVIRONMENT_FILE = join(FOLDER, '.env')
export const SITE_FOLDER = join(FOLDER, 'dist')

/** The owner's mail templates, which override the shipped ones of the same name. */
export function ownTemplates(): string | undefined {
  const folder = join(FOLDER, 'content/mail')
  return existsSync(folder) ? folder : undefined
}

/** Resolves a path that you type: npm sets INIT_CWD to the folder that it is called in. */
export function fromCaller(path: string): string {
  return resolve(process.env.INIT_CWD ?? FOLDER, path)
}

/** Reads the configuration from the environment and .env. */
export function readOwnConfiguration(): ReadConfiguration {
  // Variables that the environment sets already take precedence.
  try {
    if (existsSync(ENVIRONMENT_FILE)) process.loadEnvFile(ENVIRONMENT_FILE)
  } catch (error) {
    return { ok: false, faults: [`.env: not a file that can be read (${textOf(error)})`] }
  }
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
