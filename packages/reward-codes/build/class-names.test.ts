import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PACKAGE_FOLDER } from '../folders.ts'
import { className } from './class-names.ts'

test('each class and animation of the package has its name, and so has one of an owner with the same name', () => {
  const files = globSync('{components,routes}/**/*.module.css', { cwd: PACKAGE_FOLDER })
  const names = files.flatMap((file) => {
    const path = join(PACKAGE_FOLDER, file)
    const css = readFileSync(path, 'utf8')
    const classes = new Set(
      Array.from(css.matchAll(/(?:\.|@keyframes )([a-z][\w-]*)/gi), ([, name = '']) => name),
    )
    return [...classes].map((name) => className(name, path, css))
  })
  expect(names.length).toBeGreaterThan(100)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^[a-z]+\d+$/)
  const own = className('card', '/owner/src/Card.module.css', '.card {}')
  expect(own).toMatch(/^card-[\da-f]{5}$/)
  expect(className('card', '/owner/src/Other.module.css', '.card { margin: 0 }')).not.toBe(own)
})
