import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from 'test-fixtures/folders.ts'
import { describe, expect, test } from 'vitest'

type Locked = { optionalDependencies?: Record<string, string> }

describe.each(['package-lock.json', 'tools/bench/package-lock.json'])('%s', (name) => {
  const text = readFileSync(join(ROOT, name), 'utf8')

  test('names no address of a registry', () => {
    expect(text).not.toMatch(/"resolved": "\w+:/)
  })

  // npm leaves out what its registry does not offer, and then refuses the lockfile it has written.
  test('has every package that another system would need', () => {
    const packages: Record<string, Locked> = JSON.parse(text).packages
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (dependency) =>
          !(`node_modules/${dependency}` in packages) &&
          !(`${path}/node_modules/${dependency}` in packages),
      ),
    )
    expect(missing).toEqual([])
  })
})
