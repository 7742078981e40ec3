import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { freshFolder } from 'test-fixtures/fresh-folder.ts'
import { expect, test } from 'vitest'
import { UserError } from '../user-error.ts'
import { readOwnParts } from './own-parts.ts'
import { asBundleError, asPartsError } from './render-error.ts'

test.each(['site', 'my site (2)', 'Müller'])('an error in the folder "%s" has its line', (name) => {
  const folder = join(freshFolder(), name)
  const { parts } = readOwnParts(folder)
  const { href } = pathToFileURL(join(folder, 'About.tsx'))
  for (const frame of [`at About (${href}:3:9)`, `at ${folder}/About.tsx:3:9`]) {
    const error = new TypeError('x is undefined')
    error.stack = `TypeError: x is undefined\n    ${frame}\n    at render (/other/react.js:1:1)`
    expect(asPartsError(error, parts)).toMatchObject({
      diagnostics: [{ line: 3, column: 9, found: 'TypeError: x is undefined' }],
    })
  }
})

test('an error of the bundler has its message, with file and line, and no stack', async () => {
  const folder = freshFolder()
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'About.tsx')
  writeFileSync(file, "import { one } from './numbers'\nexport default () => <p>{one}</p>\n")
  writeFileSync(join(folder, 'numbers.ts'), 'export const two = 2\n')
  const bundle = await rolldown({ input: file, external: /^react/, logLevel: 'silent' })
  const error = await bundle.generate().catch((error: unknown) => error)
  await bundle.close()
  const shown = asBundleError(error)
  expect(shown).toBeInstanceOf(UserError)
  expect((shown as Error).message).toMatch(/"one" is not exported by ".*numbers\.ts"/)
  expect((shown as Error).message).toMatch(/About\.tsx:1:10 /)
  expect((shown as Error).message).not.toContain('    at ')
  const other = new Error('no space')
  expect(asBundleError(other)).toBe(other)
})
