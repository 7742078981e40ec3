import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { freshFolder } from 'test-fixtures/fresh-folder.ts'
import { expect, test } from 'vitest'
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

test('an import of a name that a module does not export has its line', async () => {
  const folder = freshFolder()
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'About.tsx')
  writeFileSync(file, "import { one } from './numbers'\nexport default () => <p>{one}</p>\n")
  writeFileSync(join(folder, 'numbers.ts'), 'export const two = 2\n')
  const { parts } = readOwnParts(folder)
  const bundle = await rolldown({ input: file, external: /^react/, logLevel: 'silent' })
  const error = await bundle.generate().catch((error: unknown) => error)
  await bundle.close()
  expect(asBundleError(error, parts)).toMatchObject({
    diagnostics: [
      {
        line: 1,
        column: 10,
        field: 'bundling',
        found: expect.stringMatching(/^"one" is not exported by ".*numbers\.ts"$/),
        expected: 'a name that the module exports',
      },
    ],
  })
  const other = new Error('no space')
  expect(asBundleError(other, parts)).toBe(other)
})
