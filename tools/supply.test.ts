import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from 'test-fixtures/folders.ts'
import { expect, test } from 'vitest'

type Locked = Record<string, { license?: string; dev?: boolean; link?: boolean }>

const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Locked
}

/** Licences that only require the notice. */
const FREE = [
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'CC0-1.0',
]
/** Also allowed for build tools: they do not affect the built site. */
const FREE_TO_BUILD_WITH = [
  ...FREE,
  'Zlib',
  'Python-2.0',
  'OFL-1.1',
  'MPL-2.0',
  'LGPL-3.0-or-later',
]
/** Packages that name their licence only in a file, which was read. */
const READ_BY_HAND: Record<string, string> = { 'node_modules/png-js': 'MIT' }

test('every package has an allowed licence', () => {
  const others = Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, { license }]) => [path, license ?? READ_BY_HAND[path] ?? 'none'] as const)
    .filter(([, license]) => !isAllowed(license, FREE_TO_BUILD_WITH))
  expect(Object.keys(packages).length).toBeGreaterThan(100)
  expect(others).toEqual([])
})

/** One licence of an OR is enough; all of an AND are required. */
function isAllowed(license: string, allowed: string[]): boolean {
  return license.split(' OR ').some((choice) =>
    choice
      .replaceAll(/[()]/g, '')
      .split(' AND ')
      .every((part) => allowed.includes(part)),
  )
}
