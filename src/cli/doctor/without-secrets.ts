const NAMES_OF_SECRETS = /SECRET|PASSWORD|TOKEN|_KEY$/
/** Anything shorter would blot out half of what is said, and is no secret. */
const SHORTEST = 4
const BLOT = '***'

/** Blots out the secrets of an environment, whoever has put them into a text. */
export function withoutSecrets(text: string, environment: NodeJS.ProcessEnv): string {
  let shown = text
  for (const secret of secretsOf(environment)) shown = shown.replaceAll(secret, BLOT)
  return shown
}

function secretsOf(environment: NodeJS.ProcessEnv): string[] {
  const secrets = Object.entries(environment).flatMap(([name, value = '']) => [
    ...(NAMES_OF_SECRETS.test(name) ? [value] : []),
    ...passwordsOf(value),
  ])
  // The longest first, as one may be part of another.
  return secrets.filter(({ length }) => length >= SHORTEST).sort((a, b) => b.length - a.length)
}

function passwordsOf(value: string): string[] {
  if (!URL.canParse(value)) return []
  const { password } = new URL(value)
  try {
    return [password, decodeURIComponent(password)]
  } catch {
    return [password]
  }
}
