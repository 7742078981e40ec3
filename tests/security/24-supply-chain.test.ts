import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
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

describe('24 Packages of others', () => {
  test.each(['package-lock.json', 'bench/package-lock.json'])(
    '%s tells what each package must be, to the byte',
    (file) => {
      const packages: Record<string, Locked> = JSON.parse(read(file)).packages
      const loose = Object.entries(packages)
        .filter(([path, { inBundle }]) => path !== '' && !inBundle && !UNKNOWN.test(path))
        .filter(([, { integrity = '' }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity))
      expect(loose.map(([path]) => path)).toEqual([])
    },
  )

  test.each(['package-lock.json', 'bench/package-lock.json'])(
    'no package of %s runs a program while it is installed, but those approved by name',
    (file) => {
      const { allowScripts = {} } = JSON.parse(read(file.replace('-lock', '')))
      const packages: Record<string, Locked> = JSON.parse(read(file)).packages
      const running = Object.entries(packages)
        .filter(([, { hasInstallScript }]) => hasInstallScript)
        .map(([path]) => path.replace(/^.*node_modules\//, ''))
      expect(running.filter((name) => !allowScripts[name])).toEqual([])
    },
  )

  test.each(['.npmrc', 'bench/.npmrc'])('%s lets npm refuse any other such program', (file) => {
    expect(read(file).split('\n')).toContain('strict-allow-scripts=true')
  })

  test.each(['package.json', 'bench/package.json'])('%s names exact versions', (file) => {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(read(file))
    const versions = Object.entries<string>({ ...dependencies, ...devDependencies })
    const loose = versions.filter(([, version]) => !/^(npm:@?[\w/-]+@)?\d+\.\d+\.\d+/.test(version))
    expect(loose).toEqual([])
  })
})
