import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import {
  type Configuration,
  REPLACED,
  type ReadConfiguration,
  readConfiguration,
  VARIABLE_NAMES,
} from '../configuration.ts'
import { nearest } from '../did-you-mean.ts'
import { textOf } from '../log.ts'

// Commands use the current folder: npm runs them in the folder of the package.json.
const FOLDER = process.cwd()

const ENVIRONMENT_FILE = join(FOLDER, '.env')
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

/** Variables of other programs that an .env may have for compose, Node.js or a terminal. */
const OTHERS =
  /^(DOMAIN|DATABASE_PASSWORD|TZ|NO_COLOR|FORCE_COLOR|COLUMNS|(NODE|NPM|ASTRO|COMPOSE|DOCKER)_\w+)$/i

/** The variables in a file that this program does not know, each with what may be meant. */
export function unknownVariables(file = ENVIRONMENT_FILE): string[] {
  const known = new Set([...VARIABLE_NAMES, ...REPLACED.keys()])
  const isKnown = (name: string) => known.has(name) || known.has(name.replace(/_FILE$/, ''))
  let text = ''
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    // None, or one that cannot be read, which is an error of the configuration already.
  }
  return Object.keys(parseEnv(text))
    .filter((name) => !isKnown(name) && !OTHERS.test(name))
    .map((name) => {
      const longer = VARIABLE_NAMES.find((one) => one.startsWith(name) || one.endsWith(`_${name}`))
      const near = longer ?? nearest(name, VARIABLE_NAMES)
      return `unknown variable ${name} in .env.${near ? ` Did you mean ${near}?` : ''}`
    })
}
