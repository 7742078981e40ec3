import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCheck } from './checks.ts'

const DOCS = join(import.meta.dirname, '../docs')

/** Writes each measured part between its marks in a document, formatted as by `npm run format`. */
export function fillDocument(name: string, parts: Record<string, string>) {
  const file = join(DOCS, name)
  const filled = Object.entries(parts).reduce(
    (text, [mark, part]) =>
      text.replace(
        new RegExp(`(<!-- ${mark} -->\n)[\\s\\S]*?(<!-- /${mark} -->)`),
        (_, begin, end) => `${begin}${part}\n${end}`,
      ),
    readFileSync(file, 'utf8'),
  )
  writeFileSync(file, filled)
  runCheck({ name: `docs/${name}`, command: 'biome', args: ['format', '--write', file] })
}
