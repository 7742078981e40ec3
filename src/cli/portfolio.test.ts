import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ContentFolder, contentFolder } from '../../tests/fixtures/call-portfolio.ts'
import { runCommand } from '../../tests/fixtures/run-command.ts'

const FIXTURES = join(import.meta.dirname, '../../tests/fixtures/imports')

let place: ContentFolder
beforeEach(() => {
  place = contentFolder()
})
afterEach(() => place.remove())

test('init, import and export from the door, as one after the other would be called', async () => {
  const own = ['--content', place.content]
  const begun = await runCommand(['init', '--import', join(FIXTURES, 'linkedin'), ...own])
  expect(begun).toMatchObject({ exitCode: 0, error: '' })
  const brought = await runCommand(['import', 'resume.json', '--yes', ...own], {
    INIT_CWD: FIXTURES,
  })
  expect(brought).toMatchObject({ exitCode: 0, error: '' })
  expect(brought.out).toContain('-  name: Bartłomiej Example')
  const out = join(place.folder, 'out')
  const given = await runCommand(['export', 'markdown', '--out', out, ...own])
  expect(given).toEqual({ exitCode: 0, error: '', out: `Wrote ${join(out, 'resume.md')}.\n` })
})

test.each(['init', 'import', 'export'])('%s explains itself, and is no fault', async (name) => {
  const { exitCode, out, error } = await runCommand([name, '--help'])
  expect({ exitCode, error }).toEqual({ exitCode: 0, error: '' })
  expect(out).toContain(`npm run ${name} -- `)
})
