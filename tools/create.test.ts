import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import { ROOT } from 'test-fixtures/folders.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'

const PACKAGE = join(ROOT, 'packages/create')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-create-'))
  cpSync(PACKAGE, join(folder, 'package'), { recursive: true })
  // `npm pack` adds them to the template.
  for (const file of ['site/package.json', 'deploy/github-pages.yml']) {
    cpSync(join(ROOT, file), join(folder, 'package/template', basename(file)))
  }
})
afterEach(() => rmSync(folder, { recursive: true }))

function create(...args: string[]) {
  return createWith('npm', ...args)
}

/** Without a terminal. */
function createWith(manager: string, ...args: string[]) {
  const program = join(folder, 'package/create.mjs')
  const PATH = [join(folder, 'bin'), process.env.PATH].join(delimiter)
  const env = { ...process.env, PATH, npm_config_user_agent: `${manager}/11.0.0 npm/? node/v26` }
  return spawnSync(process.execPath, [program, ...args], { cwd: folder, encoding: 'utf8', env })
}

/** An npm that installs a package whose `init` ends with an exit code, as after Ctrl+C. */
function writeNpm(exitCode: number) {
  const init = `console.log("init:", ...process.argv.slice(2)); process.exit(${exitCode})`
  writeProgram(`const { mkdirSync, writeFileSync } = require('node:fs')
    mkdirSync('node_modules/reward-codes/bin', { recursive: true })
    writeFileSync('node_modules/reward-codes/bin/reward-codes.mjs', ${JSON.stringify(init)})`)
}

/** Writes what runs as npm. */
function writeProgram(code: string) {
  mkdirSync(join(folder, 'bin'), { recursive: true })
  writeFileSync(join(folder, 'bin/npm'), `#!/usr/bin/env node\n${code}`, { mode: 0o755 })
  // Windows runs this one.
  writeFileSync(join(folder, 'bin/npm.cmd'), '@node "%~dp0npm" %*')
}

test('a file with the name of the folder stays, and is named', () => {
  writeFileSync(join(folder, 'own'), 'mine')
  const { status, stderr } = create('own', '--no-install')
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: `${join(folder, 'own')} is a file. Choose a new folder.\n`,
  })
  expect(readFileSync(join(folder, 'own'), 'utf8')).toBe('mine')
})

test('a folder in which the site would not build is refused before anything is written', () => {
  const { status, stderr } = create('Site #1', '--name=Anna')
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: `${join(folder, 'Site #1')} contains #, ? or *. Choose another folder.\n`,
  })
  expect(existsSync(join(folder, 'Site #1'))).toBe(false)
})

test('the next command has quotes where the name of the folder has spaces', () => {
  expect(create('my site', '--no-install').stdout).toContain('Next: cd "my site", ')
  expect(create('my-site', '--no-install').stdout).toContain('Next: cd my-site, ')
  expect(readdirSync(join(folder, 'my site'))).toContain('package.json')
})

test.each([[], ['--yes'], ['--headline', 'Developer']])(
  'without a terminal and a name, as in "own %s", nothing is written or installed',
  (...options) => {
    writeNpm(0)
    const { status, stdout, stderr } = create('own', ...options)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain('npm create reward-codes own -- --name "Anna Nowak" --yes')
    expect(existsSync(join(folder, 'own'))).toBe(false)
  },
)

test.each([
  { manager: 'npm', init: 'npm run init', dev: 'npm run dev', start: 'npm start' },
  { manager: 'pnpm', init: 'pnpm run init', dev: 'pnpm dev', start: 'pnpm start' },
  { manager: 'yarn', init: 'yarn run init', dev: 'yarn dev', start: 'yarn start' },
  { manager: 'bun', init: 'bun run init', dev: 'bun run dev', start: 'bun start' },
])('the commands are those of $manager', ({ manager, init, dev, start }) => {
  const { stdout } = createWith(manager, 'own', '--no-install')
  expect(stdout).toContain(`Next: cd own, ${manager} install, ${init}, ${dev}\n`)
  const readme = readFileSync(join(folder, 'own/README.md'), 'utf8')
  expect(readme).toContain(`- \`${dev}\` shows`)
  expect(readme).toContain(`- \`${start}\` builds`)
})

test('the same command goes on in a folder without content, and stops at a site', () => {
  writeNpm(1)
  expect(create('own', '--name=Anna')).toMatchObject({
    status: 1,
    stderr: 'The packages are installed. To go on, run the same command again.\n',
  })
  writeFileSync(join(folder, 'own/.env'), 'PORT=1')
  writeNpm(0)
  const again = create('own', '--import', 'my cv.json')
  expect(again).toMatchObject({ status: 0, stderr: '' })
  expect(again.stdout).toContain('init: init --import my cv.json')
  expect(existsSync(join(folder, 'own/.env'))).toBe(true)
  mkdirSync(join(folder, 'own/content'))
  writeFileSync(join(folder, 'own/content/portfolio.yaml'), '')
  const third = create('own', '--name=Anna')
  expect(third).toMatchObject({ status: 1, stdout: '' })
  expect(third.stderr).toContain('own is a site already. To change it, edit content/portfolio.yaml')
})

test.skipIf(process.platform === 'win32')(
  'after Ctrl+C while the packages are installed, it says how to go on',
  () => {
    // A terminal sends the signal to both.
    writeProgram("for (const id of [process.ppid, process.pid]) process.kill(id, 'SIGINT')")
    const { status, stderr } = create('own', '--name=Anna')
    expect(status).toBe(1)
    expect(stderr).toContain('run the same command again')
  },
)

test('a folder of something else stays as it is', () => {
  mkdirSync(join(folder, 'own'))
  writeFileSync(join(folder, 'own/package.json'), '{"name": "own"}')
  const { status, stderr } = create('own', '--no-install')
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: `${join(folder, 'own')} is not empty. Choose a new folder.\n`,
  })
  expect(readdirSync(join(folder, 'own'))).toEqual(['package.json'])
})
