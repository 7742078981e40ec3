// The door to every command. Plain JavaScript, because it must run on whatever Node a machine
// already has, before anything is installed; it brings in the project's own Node and hands over.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The commands of an owner, who works in a folder of their own; here that is site/. */
const OWNER_COMMANDS = [
  'start',
  'dev',
  'build',
  'preflight',
  'schema',
  'messages',
  'doctor',
  'import',
  'export',
  'init',
]
/** The commands of this repository. */
const TOOLS = ['check', 'test', 'test-chaos', 'bench']
const COMMANDS = [...OWNER_COMMANDS, ...TOOLS]
/** They go on with the packages that are there: whoever operates a gateway must see how it is. */
const OPERATOR_COMMANDS = ['messages', 'doctor']
const OLDEST_NODE_FOR_INSTALL = 20
const OLDEST_NODE_FOR_COMMANDS = 26

const root = fileURLToPath(new URL('..', import.meta.url))
const [command, ...rest] = process.argv.slice(2)
// npm tells where a command was called; files that an owner names are meant from there.
process.env.INIT_CWD ??= process.cwd()

if (!COMMANDS.includes(command)) {
  fail(`There is no command "${command ?? ''}". Commands: ${COMMANDS.join(', ')}.`)
}
if (majorOf(process.versions.node) < OLDEST_NODE_FOR_INSTALL) {
  fail(
    `This is Node ${process.versions.node}; Node ${OLDEST_NODE_FOR_INSTALL} or newer is needed to begin. ` +
      'Get it from https://nodejs.org and run the same command again.',
  )
}
const present = readJson('node_modules/.package-lock.json')?.packages
if (!present) install()
else if (!isCurrent(present)) reportStalePackages()

if (majorOf(process.versions.node) >= OLDEST_NODE_FOR_COMMANDS) {
  const isTool = TOOLS.includes(command)
  const file = join(root, isTool ? `tools/${command}.ts` : 'packages/engine/bin/reward-codes.mjs')
  process.argv = [process.execPath, file, ...(isTool ? [] : [command]), ...rest]
  process.chdir(isTool ? root : join(root, 'site'))
  await import(pathToFileURL(file).href)
} else {
  handOver()
}

/** Whether node_modules holds what the lockfile asks for, told from the record npm leaves there. */
function isCurrent(present) {
  const wanted = readJson('package-lock.json')?.packages ?? {}
  const isProduction = process.env.NODE_ENV === 'production'
  return Object.entries(wanted).every(
    ([path, { version, optional, peer, dev }]) =>
      path === '' ||
      optional ||
      peer ||
      (dev && isProduction) ||
      present[path]?.version === version,
  )
}

/** Installing deletes node_modules first, and a gateway may run with what is there. */
function reportStalePackages() {
  const advice =
    'The installed packages are not those of package-lock.json. Stop what runs from this folder, ' +
    'or have a restart follow at once, and run "npm ci".'
  if (!OPERATOR_COMMANDS.includes(command)) fail(advice)
  console.error(advice)
}

function install() {
  console.error('Installing packages (the first time this takes about half a minute) ...')
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    fail('npm could not install the packages; its own message stands above. Mend it and try again.')
  }
}

/** Comes in again with the project's own Node, and ends as it ends. */
function handOver() {
  const node = join(root, 'node_modules/node/bin/node')
  if (!existsSync(node)) {
    const isProduction = process.env.NODE_ENV === 'production'
    fail(
      isProduction
        ? `This is an installation without build tools, and it needs Node ${OLDEST_NODE_FOR_COMMANDS} or newer of its own.`
        : 'The project\'s own Node is missing: its install script did not run. Run "npm ci" and look ' +
            `for its message, or use Node ${OLDEST_NODE_FOR_COMMANDS} or newer.`,
    )
  }
  const door = fileURLToPath(import.meta.url)
  const child = spawn(node, [door, command, ...rest], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal))
  }
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8'))
  } catch {
    return undefined
  }
}

function majorOf(version) {
  return Number.parseInt(version, 10)
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
