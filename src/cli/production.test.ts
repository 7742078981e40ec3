import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

/** Types leave no trace when the program runs. */
const IMPORT = /^(?:import|export) (?!type )(?:[^'"]*? from )?'([^']+)'/gm

function packagesOf(entry: string): string[] {
  const seen = new Set<string>()
  const packages = new Set<string>()
  const visit = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      if (name.startsWith('.')) visit(join(dirname(file), name))
      else if (!name.startsWith('node:')) packages.add(packageOf(name))
    }
  }
  visit(join(ROOT, entry))
  return [...packages].sort()
}

function packageOf(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')
}

test.each(['start', 'messages', 'doctor'])(
  '%s runs where only the gateway is installed',
  (name) => {
    const packages = packagesOf(`src/cli/${name}.ts`)
    expect(packages).toContain('kysely')
    expect(packages.filter((found) => !(found in dependencies))).toEqual([])
  },
)
