import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { billOfMaterials, type Locked } from './bill-of-materials.ts'

const ROOT = join(import.meta.dirname, '../..')
const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Locked
}
const bill = billOfMaterials(packages)
const running = bill.components.filter(({ scope }) => scope === 'required')

/** What asks nothing of an owner but to keep the notice. */
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
/** What may help to build, because it leaves the built site free. */
const FREE_TO_BUILD_WITH = [
  ...FREE,
  'Zlib',
  'Python-2.0',
  'OFL-1.1',
  'MPL-2.0',
  'LGPL-3.0-or-later',
]
/** They name their licence in a file only, which somebody has read. */
const READ_BY_HAND: Record<string, string> = { 'png-js': 'MIT' }

test.each([
  ['runs', 'required', FREE],
  ['builds and tests', 'excluded', FREE_TO_BUILD_WITH],
] as const)('what %s has a licence that a portfolio can live with', (_, wanted, allowed) => {
  const packagesOfScope = bill.components.filter(({ scope }) => scope === wanted)
  const others = packagesOfScope.flatMap(({ name, licenses }) => {
    const licence = licenses?.[0]?.expression ?? READ_BY_HAND[name] ?? 'none'
    // Of a choice any will do, of several together each has to.
    const isFree = licence.split(' OR ').some((choice) => {
      const parts = choice.replaceAll(/[()]/g, '').split(' AND ')
      return parts.every((part) => allowed.includes(part as never))
    })
    return isFree ? [] : [`${name}: ${licence}`]
  })
  expect(packagesOfScope.length).toBeGreaterThan(10)
  expect(others).toEqual([])
})

test('the bill of materials holds every package of the lockfile with its hash', () => {
  const { '': _, ...rest } = packages
  const written = bill.components.map((component) => [component['bom-ref'], component.version])
  expect(written).toEqual(Object.entries(rest).map(([path, { version }]) => [path, version]))
  const [fastify] = bill.components.filter(({ name }) => name === 'fastify')
  expect(fastify?.hashes?.[0]?.content).toBe(
    Buffer.from(
      packages['node_modules/fastify']?.integrity?.slice('sha512-'.length) ?? '',
      'base64',
    ).toString('hex'),
  )
})

test('whatever npm would install to serve counts as running', () => {
  const serving = Object.entries(packages).filter(([path, { dev }]) => path && !dev)
  const names = running.map((component) => component['bom-ref'])
  expect(serving.map(([path]) => path).filter((path) => !names.includes(path))).toEqual([])
})

test('whatever the page imports counts as running', () => {
  const folder = join(ROOT, 'src/page')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const code = files.filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  const imported = code.flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    const found = text.matchAll(/^import (?:[^']* from )?'((?:@[^/']+\/)?[^./'@:][^/']*)/gm)
    return [...found].map(([, name = '']) => name)
  })
  const packagesOfPage = new Set(imported.filter((name) => !/^(node|virtual):/.test(name)))
  expect([...packagesOfPage]).toContain('react')
  const names = running.map(({ name }) => name)
  expect([...packagesOfPage].filter((name) => !names.includes(name))).toEqual([])
})

test('every need in the bill is a package in it', () => {
  const known = bill.components.map((component) => component['bom-ref'])
  const needed = bill.dependencies.flatMap(({ dependsOn }) => dependsOn)
  expect(needed).toContain('node_modules/fastify')
  expect(needed.filter((path) => !known.includes(path))).toEqual([])
})
