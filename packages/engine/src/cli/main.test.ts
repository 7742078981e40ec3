import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SITE } from 'test-fixtures/folders.ts'
import { runCommand } from 'test-fixtures/run-command.ts'
import { expect, test } from 'vitest'

const { scripts } = JSON.parse(readFileSync(join(SITE, 'package.json'), 'utf8'))

test('--help lists every command of an owner and exits with 0', async () => {
  const { exitCode, out, error } = await runCommand(['--help'])
  expect({ exitCode, error }).toEqual({ exitCode: 0, error: '' })
  expect(out).toContain('Usage: reward-codes COMMAND [options]')
  const listed = [...out.matchAll(/^ {2}([a-z]+) {2,}[A-Z]/gm)].map(([, name]) => name)
  expect(listed).toEqual(expect.arrayContaining(Object.keys(scripts)))
})

test('without a command, the list is on stderr and the exit code is 2', async () => {
  const { out } = await runCommand(['--help'])
  expect(await runCommand([])).toEqual({ exitCode: 2, out: '', error: out })
})

test.each([
  ['biuld', "Unknown command 'biuld'. Did you mean build? See: reward-codes --help"],
  ['constructor', "Unknown command 'constructor'. See: reward-codes --help"],
  ['\u001b[2J', "Unknown command '<U+001B>[2J'. See: reward-codes --help"],
])('the unknown command %j is an error', async (name, error) => {
  expect(await runCommand([name])).toEqual({ exitCode: 2, out: '', error: `${error}\n` })
})

test('options after a command are those of the command', async () => {
  const { exitCode, out } = await runCommand(['build', '--help'])
  expect(exitCode).toBe(0)
  expect(out).toContain('--allow-sample')
})
