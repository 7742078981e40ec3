// The door to every command. Plain JavaScript, because it must run on whatever Node a machine
// already has, before anything is installed; it brings in the project's own Node and hands over.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const COMMANDS = [
  'start',
  'dev',
  'build',
  'publish-check',
  'check',
  'test',
  'test-faults',
  'schema',
  'messages',
  'doctor',
  'sbom',
  'import',
  'export',
  'init',
  'bench',
]
const OLDEST_NODE_FOR_INSTALL = 20
const OLDEST_NODE_FOR_COMMANDS = 26

const root = fileURLToPath(new URL('../..', import.meta.url))
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
if (!isInstalled()) install()

if (majorOf(process.versions.node) >= OLDEST_NODE_FOR_COMMANDS) {
  const file = join(root, 'src/cli', `${command}.ts`)
  process.argv = [process.execPath, file, ...rest]
  process.chdir(root)
  // Where nothing may be written, Node does without; where visitors are served, only data is written.
  if (process.env.NODE_ENV !== 'production') module.enableCompileCache(join(root, '.cache/node'))
  await import(pathToFileURL(file).href)
} else {
  handOver()
}

/** Whether node_modules holds what the lockfile asks for, told from the record npm leaves there. */
function isInstalled() {
  const wanted = readJson('package-lock.json')?.packages ?? {}
  const present = readJson('node_modules/.package-lock.json')?.packages
  if (!present) return false
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
