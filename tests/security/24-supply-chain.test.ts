import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from 'test-fixtures/folders.ts'
import { describe, expect, test } from 'vitest'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

type Locked = {
  version?: string
  integrity?: string
  hasInstallScript?: boolean
  link?: boolean
  inBundle?: boolean
}

/** For other systems, and not to be had where the lockfile was written: a tool of development alone. */
const UNKNOWN = /^node_modules\/@biomejs\/cli-/

describe('24 Supply chain', () => {
  test.each(['package-lock.json', 'tools/bench/package-lock.json'])(
    '%s has the hash of every package',
    (file) => {
      const packages: Record<string, Locked> = JSON.parse(read(file)).packages
      const loose = Object.entries(packages)
        .filter(
          ([path, { inBundle, link }]) =>
            path.includes('node_modules/') && !link && !inBundle && !UNKNOWN.test(path),
        )
        .filter(([, { integrity = '' }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity))
      expect(loose.map(([path]) => path)).toEqual([])
    },
  )

  test.each(['package-lock.json', 'tools/bench/package-lock.json'])(
    'no package of %s has an install script, except the approved ones',
    (file) => {
      const { allowScripts = {} } = JSON.parse(read(file.replace('-lock', '')))
      const packages: Record<string, Locked> = JSON.parse(read(file)).packages
      const running = Object.entries(packages)
        .filter(([, { hasInstallScript }]) => hasInstallScript)
        .map(([path]) => path.replace(/^.*node_modules\//, ''))
      expect(running.filter((name) => !allowScripts[name])).toEqual([])
    },
  )

  test.each(['.npmrc', 'tools/bench/.npmrc'])(
    '%s makes npm refuse any other install script',
    (file) => {
      expect(read(file).split('\n')).toContain('strict-allow-scripts=true')
    },
  )

  test.each(['package.json', 'tools/bench/package.json'])('%s names exact versions', (file) => {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(read(file))
    const versions = Object.entries<string>({ ...dependencies, ...devDependencies })
    const loose = versions.filter(([, version]) => !/^(npm:@?[\w/-]+@)?\d+\.\d+\.\d+/.test(version))
    expect(loose).toEqual([])
  })
})
