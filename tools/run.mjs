// The entry point of every npm script. Plain JavaScript, because it must run on the Node.js that a
// machine already has, before anything is installed. It then runs the command on the project's Node.js.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The commands of a site. They run in site/. */
const SITE_COMMANDS = ['start', 'dev', 'build', 'schema', 'messages', 'doctor']
/** Those of them that Astro has. */
const ASTRO_COMMANDS = ['dev', 'build']
/** The commands of this repository. */
const TOOLS = ['test', 'test-chaos', 'test-mutants', 'setup-tests', 'bench', 'release']
const COMMANDS = [...SITE_COMMANDS, ...TOOLS]
/** These run with outdated packages too: an operator must be able to inspect a running gateway. */
const OPERATOR_COMMANDS = ['messages', 'doctor']
const OLDEST_NODE_FOR_INSTALL = 20
const OLDEST_NODE_FOR_COMMANDS = 26
const NODE_LIBRARY = 'libatomic1'

const root = fileURLToPath(new URL('..', import.meta.url))
const [command, ...rest] = process.argv.slice(2)
// npm sets the folder that a command is called in; paths in the arguments are relative to it.
process.env.INIT_CWD ??= process.cwd()

if (!COMMANDS.includes(command)) {
  fail(`There is no command "${command ?? ''}". Commands: ${COMMANDS.join(', ')}.`)
}
if (majorOf(process.versions.node) < OLDEST_NODE_FOR_INSTALL) {
  fail(
    `This is Node ${process.versions.node}; Node ${OLDEST_NODE_FOR_INSTALL} or newer is required. ` +
      'Get it from https://nodejs.org and run the same command again.',
  )
}
if (process.platform === 'linux' && majorOf(process.versions.node) < OLDEST_NODE_FOR_COMMANDS) {
  addLibrary()
}
const present = readJson('node_modules/.package-lock.json')?.packages
if (!present) install()
else if (!isCurrent(present)) reportStalePackages()

if (majorOf(process.versions.node) >= OLDEST_NODE_FOR_COMMANDS) {
  const isTool = TOOLS.includes(command)
  const file = join(root, isTool ? `tools/${command}.ts` : programOf(command))
  process.argv = [process.execPath, file, ...(isTool ? [] : [command]), ...rest]
  process.chdir(isTool ? root : join(root, 'site'))
  await import(pathToFileURL(file).href)
} else {
  runOnProjectNode()
}

/** The program of a command of a site, as in the scripts of site/package.json. */
function programOf(command) {
  return ASTRO_COMMANDS.includes(command)
    ? 'node_modules/astro/bin/astro.mjs'
    : 'packages/reward-codes/bin/reward-codes.mjs'
}

/** Whether node_modules has the versions of the lockfile, according to npm's own record there. */
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

/** `npm ci` deletes node_modules first, and a gateway may be running with it. */
function reportStalePackages() {
  const advice =
    'The installed packages are not those of package-lock.json. Stop what runs from this folder, ' +
    'or restart it right after, and run "npm ci".'
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
    fail('npm could not install the packages. Fix the error above and run the command again.')
  }
}

/**
 * The project's Node needs a library that an empty Debian does not have. npm runs the scripts of packages with
 * this Node, and leaves out an optional package whose script fails.
 */
function addLibrary() {
  if (!isLibraryMissing()) return
  if (TOOLS.includes(command) && process.getuid() === 0 && existsSync('/usr/bin/apt-get')) {
    console.error(`Node: installing Debian's ${NODE_LIBRARY} ...`)
    spawnSync('apt-get', ['update', '-qq'])
    spawnSync('apt-get', ['install', '-y', '-qq', NODE_LIBRARY])
  }
  if (isLibraryMissing()) {
    fail(
      `The project's Node needs ${NODE_LIBRARY}. On Debian and Ubuntu run "apt-get install ${NODE_LIBRARY}" ` +
        `as root, or use Node ${OLDEST_NODE_FOR_COMMANDS} or newer, and run the same command again.`,
    )
  }
}

function isLibraryMissing() {
  const { status, stdout } = spawnSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' })
  return status === 0 && !stdout.includes('libatomic.so.1')
}

/** Runs the command again on the project's Node.js, and exits with its exit code. */
function runOnProjectNode() {
  const node = join(root, 'node_modules/node/bin/node')
  if (!existsSync(node)) {
    const isProduction = process.env.NODE_ENV === 'production'
    fail(
      isProduction
        ? `An installation without build tools requires Node ${OLDEST_NODE_FOR_COMMANDS} or newer.`
        : 'The project\'s Node is missing: its install script did not run. Run "npm ci" and read ' +
            `its message, or use Node ${OLDEST_NODE_FOR_COMMANDS} or newer.`,
    )
  }
  const entry = fileURLToPath(import.meta.url)
  const child = spawn(node, [entry, command, ...rest], { stdio: 'inherit' })
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
