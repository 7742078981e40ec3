import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type ContentFolder, contentFolder } from 'test-fixtures/call-portfolio.ts'
import { runCommand } from 'test-fixtures/run-command.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

let workspace: ContentFolder
beforeEach(() => {
  workspace = contentFolder()
})
afterEach(() => workspace.remove())

describe('paths are resolved against the directory of the caller', () => {
  test.each([['build'], ['dev'], ['preflight'], ['export'], ['import', 'cv.json']])(
    'by %s',
    async (...command) => {
      workspace.change('greeting:', 'greting:')
      workspace.write('cv.json', '{"basics": {"name": "Anna"}}')
      const ended = await runCommand([...command, '--content', 'content'], {
        INIT_CWD: workspace.folder,
      })
      expect(ended.error).toContain('hero.greting')
      expect(ended.exitCode).toBe(1)
    },
  )

  test('by init', async () => {
    const flags = ['--name', 'Anna Nowak', '--headline', 'Baker', '--place', 'Gdynia']
    const settings = { INIT_CWD: workspace.folder }
    const { exitCode } = await runCommand(['init', ...flags, '--content', 'content'], settings)
    expect(exitCode).toBe(0)
    expect(workspace.portfolio()).toContain('name: Anna Nowak')
  })

  test('by messages export', async () => {
    const settings = { INIT_CWD: workspace.folder, DATA_DIR: join(workspace.folder, 'data') }
    const command = ['messages', 'export', '--out', 'mine.csv', '--format', 'csv']
    expect(await runCommand(command, settings)).toMatchObject({ exitCode: 0, error: '' })
    expect(existsSync(join(workspace.folder, 'mine.csv'))).toBe(true)
  })
})

test.each([
  ['build', '--contnet', '--content'],
  ['dev', '--contnet', '--content'],
  ['start', '--rloe', '--role'],
  ['preflight', '--jsno', '--json'],
])('%s with the unknown option %s suggests %s', async (command, option, suggested) => {
  const { exitCode, error } = await runCommand([command, option, 'x'])
  expect(exitCode).toBe(2)
  expect(error).toContain(`Unknown option '${option}'. Did you mean ${suggested}?`)
  expect(error).not.toContain('    at ')
})
