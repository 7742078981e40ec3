import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Reads the headers of all files from the build's _headers file, which other hosts read too. */
export function readHeaders(folder: string): Record<string, string> {
  const file = join(folder, '_headers')
  if (!existsSync(file)) return {}
  const [every = ''] = readFileSync(file, 'utf8').split(/^(?=\/(?!\*$))/m)
  const lines = [...every.matchAll(/^ +([\w-]+): (.+)$/gm)]
  return Object.fromEntries(lines.map(([, name = '', value = '']) => [name.toLowerCase(), value]))
}
