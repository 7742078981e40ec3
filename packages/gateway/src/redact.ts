const SECRET_NAME = /SECRET|PASSWORD|TOKEN|_KEY$/
/** Query parameters of a URL, such as `password` and `sslpassword` of PostgreSQL. */
const SECRET_PARAMETER = /pass|secret|token|key/i
/** A shorter value would redact ordinary text, and is no secret. */
const MIN_LENGTH = 4
const REDACTED = '***'

/** Redacts the password of a URL, in its user info and in its query. */
export function redactUrl(address: string): string {
  const url = new URL(address)
  if (url.password) url.password = REDACTED
  for (const name of secretParameters(url)) url.searchParams.set(name, REDACTED)
  // Nothing reads the fragment. It may hold the rest of a password with an unescaped #.
  url.hash = ''
  return url.href
}

/** Redacts the secrets of an environment in a text from any source. */
export function redactSecrets(text: string, environment: NodeJS.ProcessEnv): string {
  let redacted = text
  for (const secret of secretsOf(environment)) redacted = redacted.replaceAll(secret, REDACTED)
  return redacted
}

function secretsOf(environment: NodeJS.ProcessEnv): string[] {
  const secrets = Object.entries(environment).flatMap(([name, value = '']) => [
    ...(SECRET_NAME.test(name) ? [value] : []),
    ...secretsInUrl(value),
  ])
  // Raw and as JSON escapes them; the longest first, because one may contain another.
  return secrets
    .filter(({ length }) => length >= MIN_LENGTH)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
    .sort((a, b) => b.length - a.length)
}

function secretsInUrl(value: string): string[] {
  if (!URL.canParse(value)) return []
  const { password, search } = new URL(value)
  const parameters = [...search.matchAll(/[?&]([^=&]*)=([^&]*)/g)]
    .filter(([, name = '']) => SECRET_PARAMETER.test(name))
    .map(([, , encoded = '']) => encoded)
  return [password, ...parameters].flatMap((encoded) => [encoded, decode(encoded)])
}

function secretParameters(url: URL): string[] {
  return [...url.searchParams.keys()].filter((name) => SECRET_PARAMETER.test(name))
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
