import { readVariable } from './configuration.ts'
import { decode } from './log.ts'

const SECRET_NAME = /SECRET|PASSWORD|TOKEN|_KEY$/
/** Query parameters of a URL, such as `password` and `sslpassword` of PostgreSQL. */
const SECRET_PARAMETER = /pass|secret|token|key/i
/** A shorter value would redact ordinary text, and is no secret. */
const MIN_LENGTH = 4
const REDACTED = '***'

type Environment = Record<string, string | undefined>

/** Returns a function that redacts the secrets of an environment in a text from any source. */
export function createRedactor(environment: Environment): (text: string) => string {
  const secrets = secretsOf(environment)
  return (text) => secrets.reduce((redacted, one) => redacted.replaceAll(one, REDACTED), text)
}

function secretsOf(environment: Environment): string[] {
  const names = new Set(Object.keys(environment).map((name) => name.replace(/_FILE$/, '')))
  const secrets = [...names].flatMap((name) => {
    const isSecret = SECRET_NAME.test(name)
    const value = isSecret || /_URL$/.test(name) ? read(environment, name) : environment[name]
    return [...(isSecret && value ? [value] : []), ...secretsInUrl(value ?? '')]
  })
  // Raw and as JSON escapes them; the longest first, because one may contain another.
  return secrets
    .filter(({ length }) => length >= MIN_LENGTH)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
    .sort((a, b) => b.length - a.length)
}

/** The value of a variable, also from a file; a file that cannot be read is an error elsewhere. */
function read(environment: Environment, name: string): string | undefined {
  try {
    return readVariable(environment, name)
  } catch {
    return undefined
  }
}

function secretsInUrl(value: string): string[] {
  if (!URL.canParse(value)) return []
  const { password, search } = new URL(value)
  const parameters = [...search.matchAll(/[?&]([^=&]*)=([^&]*)/g)]
    .filter(([, name = '']) => SECRET_PARAMETER.test(name))
    .map(([, , encoded = '']) => encoded)
  return [password, ...parameters].flatMap((encoded) => [encoded, decode(encoded)])
}
