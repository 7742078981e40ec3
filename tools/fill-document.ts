import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { arch, cpus, platform, totalmem } from 'node:os'
import { join, resolve } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const BIOME = join(ROOT, 'node_modules/.bin/biome')

/**
 * Replaces the parts of a document that are enclosed in comments such as `<!-- page -->`, and formats
 * it as `npm run format` does. `name` is relative to `docs/`.
 */
export function fillDocument(name: string, parts: Record<string, string>) {
  const file = resolve(ROOT, 'docs', name)
  const filled = Object.entries(parts).reduce(
    (text, [mark, part]) =>
      text.replace(
        new RegExp(`(<!-- ${mark} -->\n)[\\s\\S]*?(<!-- /${mark} -->)`),
        (_, begin, end) => `${begin}${part}\n${end}`,
      ),
    readFileSync(file, 'utf8'),
  )
  // Through standard input, because biome fails on files outside the repository.
  const args = ['format', '--stdin-file-path=document.md']
  const formatted = execFileSync(BIOME, args, { cwd: ROOT, input: filled, encoding: 'utf8' })
  writeFileSync(file, formatted)
}

const GIB = 2 ** 30

/** The date and the machine of a measurement. */
export function machine(): string {
  const memory = Math.round(totalmem() / GIB)
  const day = new Date().toISOString().slice(0, 10)
  return `${day}, ${cpus().length} cores, ${memory} GiB, ${platform()} ${arch()}, Node ${process.versions.node}`
}
