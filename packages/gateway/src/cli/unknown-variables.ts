import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { VARIABLE_NAMES } from '../configuration.ts'
import { nearest } from '../did-you-mean.ts'

/** Variables of other programs that an .env may have for compose, Node.js or a terminal. */
const OTHERS =
  /^(DOMAIN|DATABASE_PASSWORD|TZ|NO_COLOR|FORCE_COLOR|COLUMNS|(NODE|NPM|ASTRO|COMPOSE|DOCKER)_\w+)$/i

/** The variables in a file that this program does not know and no account names, each with what may be meant. */
export function unknownVariables(file: string): string[] {
  const given = parseEnv(readIfPossible(file))
  const accounts = readIfPossible(given.ACCOUNTS_FILE ?? '')
  return Object.keys(given)
    .filter((name) => {
      const isKnown = [name, name.replace(/_FILE$/, '')].some(
        (one) => VARIABLE_NAMES.includes(one) || accounts.includes(one),
      )
      return !isKnown && !OTHERS.test(name)
    })
    .map((name) => {
      const longer = VARIABLE_NAMES.find((one) => one.startsWith(name) || one.endsWith(`_${name}`))
      const near = longer ?? nearest(name, VARIABLE_NAMES)
      return `unknown variable ${name} in .env.${near ? ` Did you mean ${near}?` : ''}`
    })
}

/** Empty if there is no file. One that cannot be read is an error of the configuration already. */
function readIfPossible(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
