import { exec, spawnSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type ContentFolder, contentFolder } from 'test-fixtures/call-portfolio.ts'
import { COMMAND, ROOT, SITE } from 'test-fixtures/folders.ts'
import { runCommand } from 'test-fixtures/run-command.ts'
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
  expect(out).toContain('--gateway')
})

test('a reader that closes the output early causes no error', async () => {
  const call = `"${process.execPath}" "${COMMAND}" --help`
  const { stdout, stderr } = await promisify(exec)(`{ ${call}; } | head -1`, { cwd: SITE })
  expect({ stdout, stderr }).toEqual({
    stdout: 'Usage: reward-codes COMMAND [options]\n',
    stderr: '',
  })
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

test('a command in another folder says that there is no content', async () => {
  const { exitCode, error } = await runCommand(['build', '--content', workspace.folder])
  expect(exitCode).toBe(1)
  expect(error).toContain('no such file')
  expect(error).toContain('in the folder of your site')
})

test('folders in place of the content file and .env are reported', async () => {
  mkdirSync(join(workspace.folder, 'mounted/portfolio.yaml'), { recursive: true })
  mkdirSync(join(workspace.folder, 'mounted/.env'))
  const folder = join(workspace.folder, 'mounted')
  const built = await runCommand(['build', '--content', folder])
  expect(built.error).toContain('no such file')
  for (const args of [['start', '--role', 'gateway'], ['doctor']]) {
    const options = { cwd: folder, encoding: 'utf8' } as const
    const { status, output } = spawnSync(process.execPath, [COMMAND, ...args], options)
    expect(output.join('')).toContain('.env: not a file that can be read')
    expect(status).toBe(1)
  }
})

describe('the output folder of build', () => {
  const build = (out: string) => runCommand(['build', '--content', workspace.content, '--out', out])

  test('may not be a file', async () => {
    const out = workspace.write('notes.txt', 'mine')
    const { exitCode, error } = await build(out)
    expect({ exitCode, error }).toEqual({
      exitCode: 1,
      error: `The output folder ${out} is a file.\n`,
    })
    expect(readFileSync(out, 'utf8')).toBe('mine')
  })

  test('that cannot be written is one line', async () => {
    const out = join(workspace.write('notes.txt', 'mine'), 'dist')
    const { exitCode, error } = await build(out)
    expect(exitCode).toBe(1)
    expect(error).toMatch(/^Cannot read or write [^\n]+ENOTDIR[^\n]+\n$/)
  })

  test('is replaced, while copies beside it stay, and so does a link to it', async () => {
    const out = join(workspace.folder, 'www')
    const copies = ['html.old', 'html.new'].map((name) => join(workspace.folder, name))
    for (const copy of copies) {
      mkdirSync(copy)
      writeFileSync(join(copy, 'index.html'), 'mine')
    }
    const html = join(workspace.folder, 'html')
    mkdirSync(html)
    symlinkSync(html, out)
    expect(await build(out)).toMatchObject({ exitCode: 0 })
    for (const copy of copies) expect(readFileSync(join(copy, 'index.html'), 'utf8')).toBe('mine')
    expect(lstatSync(out).isSymbolicLink()).toBe(true)
    expect(existsSync(join(html, 'index.html'))).toBe(true)
    expect(readdirSync(workspace.folder).sort()).toEqual(
      ['content', 'html', 'html.new', 'html.old', 'www'].sort(),
    )
  })
})

describe('paths are resolved against the directory of the caller', () => {
  test('by build', async () => {
    workspace.change('greeting:', 'greting:')
    const ended = await runCommand(['build', '--content', 'content'], {
      INIT_CWD: workspace.folder,
    })
    expect(ended.error).toContain('hero.greting')
    expect(ended.exitCode).toBe(1)
  })

  test('by init', async () => {
    workspace.write('cv.json', '{"basics": {"name": "Anna"}}')
    const ended = await runCommand(['init', '--import', 'cv.json', '--content', 'new'], {
      INIT_CWD: workspace.folder,
    })
    expect(ended).toMatchObject({ exitCode: 0, error: '' })
    expect(existsSync(join(workspace.folder, 'new/portfolio.yaml'))).toBe(true)
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
  ['start', '--rloe', '--role'],
])('%s with the unknown option %s suggests %s', async (command, option, suggested) => {
  const { exitCode, error } = await runCommand([command, option, 'x'])
  expect(exitCode).toBe(2)
  expect(error).toContain(`Unknown option '${option}'. Did you mean ${suggested}?`)
  expect(error).not.toContain('    at ')
})

test('a public site is built when no text is marked as one of the sample and messages arrive', async () => {
  workspace.change('  language: en\n', '  language: en\n  url: https://maja.example.com/\n')
  workspace.change('greeting: Hi There!', 'greeting: Hi There! # sample')
  const out = join(workspace.folder, 'dist')
  const args = ['build', '--content', workspace.content, '--out', out]
  const stopped = await runCommand(args)
  expect(stopped).toMatchObject({ exitCode: 1, out: '' })
  expect(stopped.error).toContain('Stopped: the site is not ready for https://maja.example.com/')
  expect(stopped.error).toMatch(/portfolio\.yaml:\d+ {2}greeting: Hi There!\n/)
  expect(stopped.error).toMatch(/contact\.form\.origin\n.*SMTP_URL is not set/)
  expect(existsSync(out)).toBe(false)

  workspace.change(' # sample', '')
  expect(await runCommand(args)).toMatchObject({ exitCode: 1 })
  const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@x.dev', MAIL_TO: 'a@x.dev' }
  expect(await runCommand(args, mail)).toMatchObject({ exitCode: 0 })
  expect(await runCommand([...args, '--gateway'])).toMatchObject({ exitCode: 0 })
  expect(existsSync(join(out, 'index.html'))).toBe(true)
})
