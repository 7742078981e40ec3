import { join } from 'node:path'
import { type ContentFolder, contentFolder } from 'test-fixtures/call-portfolio.ts'
import { IMPORTS } from 'test-fixtures/folders.ts'
import { runCommand } from 'test-fixtures/run-command.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'

let workspace: ContentFolder
beforeEach(() => {
  workspace = contentFolder()
})
afterEach(() => workspace.remove())

test('init, import and export run one after the other as processes', async () => {
  const own = ['--content', workspace.content]
  const initialized = await runCommand(['init', '--import', join(IMPORTS, 'linkedin'), ...own])
  expect(initialized).toMatchObject({ exitCode: 0, error: '' })
  const imported = await runCommand(['import', 'resume.json', '--yes', ...own], {
    INIT_CWD: IMPORTS,
  })
  expect(imported).toMatchObject({ exitCode: 0, error: '' })
  expect(imported.out).toContain('-  name: Bartłomiej Example')
  const out = join(workspace.folder, 'out')
  const exported = await runCommand(['export', 'markdown', '--out', out, ...own])
  expect(exported).toEqual({ exitCode: 0, error: '', out: `Wrote ${join(out, 'resume.md')}.\n` })
})

test.each(['init', 'import', 'export'])('%s --help exits with 0', async (name) => {
  const { exitCode, out, error } = await runCommand([name, '--help'])
  expect({ exitCode, error }).toEqual({ exitCode: 0, error: '' })
  expect(out).toContain(`npm run ${name} -- `)
})
