import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ContentFolder, contentFolder } from '../../tests/fixtures/call-portfolio.ts'
import { runCommand } from '../../tests/fixtures/run-command.ts'

let place: ContentFolder
beforeEach(() => {
  place = contentFolder()
})
afterEach(() => place.remove())

describe('a folder is meant from where the command was called', () => {
  test.each([['build'], ['dev'], ['publish-check'], ['export'], ['import', 'cv.json']])(
    'by %s',
    async (...command) => {
      place.change('greeting:', 'greting:')
      place.write('cv.json', '{"basics": {"name": "Anna"}}')
      const ended = await runCommand([...command, '--content', 'content'], {
        INIT_CWD: place.folder,
      })
      expect(ended.error).toContain('hero.greting')
      expect(ended.exitCode).toBe(1)
    },
  )

  test('by init', async () => {
    const flags = ['--name', 'Anna Nowak', '--headline', 'Baker', '--place', 'Gdynia']
    const settings = { INIT_CWD: place.folder }
    const { exitCode } = await runCommand(['init', ...flags, '--content', 'content'], settings)
    expect(exitCode).toBe(0)
    expect(place.portfolio()).toContain('name: Anna Nowak')
  })

  test('and so is the file that messages are written to', async () => {
    const settings = { INIT_CWD: place.folder, DATA_FOLDER: join(place.folder, 'data') }
    const command = ['messages', 'export', '--out', 'mine.csv', '--format', 'csv']
    expect(await runCommand(command, settings)).toMatchObject({ exitCode: 0, error: '' })
    expect(existsSync(join(place.folder, 'mine.csv'))).toBe(true)
  })
})

test.each([
  ['build', '--contnet', '--content'],
  ['dev', '--contnet', '--content'],
  ['start', '--onyl', '--only'],
  ['publish-check', '--jsno', '--json'],
])('%s %s is asked whether it should be %s', async (command, option, meant) => {
  const { exitCode, error } = await runCommand([command, option, 'x'])
  expect(exitCode).toBe(2)
  expect(error).toContain(`There is no option ${option}. Did you mean ${meant}?`)
  expect(error).not.toContain('    at ')
})
