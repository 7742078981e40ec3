import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openStore } from 'reward-codes-gateway/internal/store/open-store.ts'
import { type ContentFolder, contentFolder } from 'test-fixtures/call-portfolio.ts'
import { COMMAND, ROOT, SITE } from 'test-fixtures/folders.ts'
import { freshFolder } from 'test-fixtures/fresh-folder.ts'
import { onlySettings, runCommand } from 'test-fixtures/run-command.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const GATEWAY_COMMAND = join(ROOT, 'packages/gateway/bin/reward-codes-gateway.mjs')
/** A preloaded module that reports an older version of Node.js. */
const OLD_NODE = `data:text/javascript,${encodeURIComponent(
  "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } })",
)}`

const { scripts } = JSON.parse(readFileSync(join(SITE, 'package.json'), 'utf8'))

let workspace: ContentFolder
beforeEach(() => {
  workspace = contentFolder()
})
afterEach(() => workspace.remove())

test('--help lists every command of an owner and exits with 0', async () => {
  const { exitCode, out, error } = await runCommand(['--help'])
  expect({ exitCode, error }).toEqual({ exitCode: 0, error: '' })
  expect(out).toContain('Usage: reward-codes COMMAND [options]')
  const listed = [...out.matchAll(/^ {2}([a-z]+) {2,}[A-Z]/gm)].map(([, name]) => name)
  const ours = Object.entries<string>(scripts).filter(([, script]) => /^reward-codes /.test(script))
  expect(listed).toEqual(expect.arrayContaining(ours.map(([name]) => name)))
})

test('without a command, the list is on stderr and the exit code is 2', async () => {
  const { out } = await runCommand(['--help'])
  expect(await runCommand([])).toEqual({ exitCode: 2, out: '', error: out })
})

test.each([
  ['strat', "unknown command 'strat'\n(Did you mean start?)"],
  ['constructor', "unknown command 'constructor'"],
  ['\u001b[2J', "unknown command '<U+001B>[2J'"],
])('the unknown command %j is an error', async (name, error) => {
  const text = `error: ${error}\n(--help lists what is possible)\n`
  expect(await runCommand([name])).toEqual({ exitCode: 2, out: '', error: text })
})

test('options after a command are those of the command', async () => {
  const { exitCode, out } = await runCommand(['start', '--help'])
  expect(exitCode).toBe(0)
  expect(out).toContain('--role')
})

test.each([
  ['reward-codes', COMMAND],
  ['reward-codes-gateway', GATEWAY_COMMAND],
  ['create-reward-codes', join(ROOT, 'packages/create/create.mjs')],
])('on an older Node.js, %s says in one line which one it needs', (name, command) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', OLD_NODE, command, 'start'],
    { cwd: SITE, encoding: 'utf8' },
  )
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toBe(
    `${name} needs Node.js 24 or newer, and this is 20.1.0. Install it from https://nodejs.org and run the same command again.\n`,
  )
})

test.each([[['doctor']], [['start', '--role', 'gateway']]])(
  '%j in another folder says that there is no content',
  (args) => {
    const { status, output } = spawnSync(process.execPath, [COMMAND, ...args], {
      cwd: freshFolder(),
      encoding: 'utf8',
      env: onlySettings({ PORT: '0', OPS_PORT: '0' }),
    })
    expect(status).toBe(1)
    expect(output.join('')).toMatch(/no\s+such file/)
  },
)

test('a folder in place of .env is reported', () => {
  mkdirSync(join(workspace.folder, 'mounted/.env'), { recursive: true })
  const folder = join(workspace.folder, 'mounted')
  for (const args of [['start', '--role', 'gateway'], ['doctor']]) {
    const options = { cwd: folder, encoding: 'utf8' } as const
    const { status, output } = spawnSync(process.execPath, [COMMAND, ...args], options)
    expect(output.join('')).toContain('.env: not a file that can be read')
    expect(status).toBe(1)
  }
})

describe('paths are resolved against the directory of the caller', () => {
  test('by init', async () => {
    workspace.write('cv.json', '{"basics": {"name": "Anna"}}')
    const cwd = freshFolder()
    const env = { ...onlySettings({}), INIT_CWD: workspace.folder }
    const args = [COMMAND, 'init', '--import', 'cv.json']
    expect(spawnSync(process.execPath, args, { cwd, env })).toMatchObject({ status: 0 })
    expect(existsSync(join(cwd, 'content/portfolio.yaml'))).toBe(true)
  })

  test('by messages backup', async () => {
    const settings = { INIT_CWD: workspace.folder, DATA_DIR: join(workspace.folder, 'data') }
    await (await openStore({ dataFolder: settings.DATA_DIR })).close()
    const command = ['messages', 'backup', 'mine.db']
    expect(await runCommand(command, settings)).toMatchObject({ exitCode: 0, error: '' })
    expect(existsSync(join(workspace.folder, 'mine.db'))).toBe(true)
  })
})
