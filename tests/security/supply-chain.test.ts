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
  license?: string
  optionalDependencies?: Record<string, string>
}

/** The formatter for other systems. The registry in use did not have it when the lockfile was written. */
const UNKNOWN = /^node_modules\/@biomejs\/cli-/

const packages: Record<string, Locked> = JSON.parse(read('package-lock.json')).packages

describe('24 Supply chain', () => {
  test('package-lock.json has the hash of every package', () => {
    const loose = Object.entries(packages)
      .filter(
        ([path, { inBundle, link }]) =>
          path.includes('node_modules/') && !link && !inBundle && !UNKNOWN.test(path),
      )
      .filter(([, { integrity = '' }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity))
    expect(loose.map(([path]) => path)).toEqual([])
  })

  test('every install script is allowed or refused by name', () => {
    const { allowScripts } = JSON.parse(read('package.json'))
    const running = Object.entries(packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.replace(/^.*node_modules\//, ''))
    expect(running.filter((name) => !(name in allowScripts))).toEqual([])
  })

  test('npm refuses any other install script', () => {
    expect(read('.npmrc').split('\n')).toContain('strict-allow-scripts=true')
  })

  test('package.json names exact versions', () => {
    const { devDependencies } = JSON.parse(read('package.json'))
    const versions = Object.entries<string>(devDependencies)
    const loose = versions.filter(([, version]) => !/^(npm:@?[\w/-]+@)?\d+\.\d+\.\d+/.test(version))
    expect(loose).toEqual([])
  })
})

test('package-lock.json names no address of a registry', () => {
  expect(read('package-lock.json')).not.toMatch(/"resolved": "\w+:/)
})

// npm leaves out what its registry does not offer, and then refuses the lockfile it has written.
test('package-lock.json has every package that another system would need', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (dependency) =>
        !(`node_modules/${dependency}` in packages) &&
        !(`${path}/node_modules/${dependency}` in packages),
    ),
  )
  expect(missing).toEqual([])
})

/** Most only require the notice. The last five are for build tools: they do not affect the built site. */
const ALLOWED = [
  ...['MIT', 'MIT-0', 'BlueOak-1.0.0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0'],
  ...['CC0-1.0', 'Zlib', 'Python-2.0', 'OFL-1.1', 'MPL-2.0', 'LGPL-3.0-or-later'],
]
/** Packages whose licence only a file names exactly, which was read. */
const READ_BY_HAND: Record<string, string> = {
  'node_modules/png-js': 'MIT',
  'node_modules/duck': 'BSD-2-Clause',
}

test('every package has an allowed licence', () => {
  const others = Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, { license }]) => [path, READ_BY_HAND[path] ?? license ?? 'none'] as const)
    .filter(([, license]) => !isAllowed(license))
  expect(Object.keys(packages).length).toBeGreaterThan(100)
  expect(others).toEqual([])
})

/** One licence of an OR is enough; all of an AND are required. */
function isAllowed(license: string): boolean {
  return license.split(' OR ').some((choice) =>
    choice
      .replaceAll(/[()]/g, '')
      .split(' AND ')
      .every((part) => ALLOWED.includes(part)),
  )
}
