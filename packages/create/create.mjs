#!/usr/bin/env node
// Creates the folder of a site: npm create reward-codes my-site. Plain JavaScript without dependencies, because
// package managers run it on the machine's Node, which may be older than the site needs.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const TEMPLATE = fileURLToPath(new URL('template', import.meta.url))
/** Where files of the template go in the site. npm publishes no .gitignore, so its name has no dot here. */
const PLACES = {
  gitignore: '.gitignore',
  'env.example': '.env.example',
  'github-pages.yml': '.github/workflows/pages.yml',
}
/** The oldest Node that a site runs on. */
const OLDEST_NODE = 24
/** The package manager that runs this program. */
const [MANAGER = 'npm'] = /^(?:pnpm|yarn|bun)/.exec(process.env.npm_config_user_agent ?? '') ?? []
/** Scripts with the name of a command of pnpm or Yarn. */
const TAKEN = ['init', 'doctor']
/**
 * Settings of the package manager: esbuild works without its install script, which each of them asks about. The build
 * bundles Astro's code for pictures, which imports sharp from the site.
 */
const SETTINGS = {
  npm: { manifest: { allowScripts: { esbuild: false } } },
  pnpm: {
    files: {
      'pnpm-workspace.yaml': 'allowBuilds:\n  esbuild: false\npublicHoistPattern:\n  - sharp\n',
    },
  },
  yarn: {
    manifest: { dependenciesMeta: { esbuild: { built: false } } },
    // Without a lockfile, Yarn takes the folder for a part of a project around it.
    files: { 'yarn.lock': '', '.yarnrc.yml': 'nodeLinker: node-modules\n' },
  },
}
const USAGE = `Usage: ${createCall('FOLDER', '[OPTIONS]')}

Creates FOLDER, installs the packages there and asks a few questions for the first page.

Options:
  --no-install  Only write the files. ${scriptCall('init')} asks the questions.
  --help        Print this text.

All other options go to "reward-codes init", such as --import resume.json, or --name "Anna Nowak" --yes.`

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  fail(
    `create-reward-codes needs Node.js ${OLDEST_NODE} or newer, and this is ${process.versions.node}. Install it from https://nodejs.org and run the same command again.`,
  )
}
const [name, ...options] = process.argv.slice(2)
if (process.argv.includes('--help')) {
  console.log(USAGE)
  process.exit()
}
if (!name || name.startsWith('-')) fail(USAGE, 2)
const folder = resolve(name)
const initOptions = options.filter((option) => option !== '--no-install')
const cd = `cd ${quoted(name)}`
// Vite reads these characters in a path as parts of an address.
if (/[#?*]/.test(folder)) fail(`${folder} contains #, ? or *. Choose another folder.`)
if (existsSync(join(folder, 'content/portfolio.yaml'))) {
  fail(`${folder} is a site already. To change it, edit content/portfolio.yaml there.`)
}
if (!options.includes('--no-install') && !isAsked() && !hasOption('--name', '--import')) {
  fail(
    `Nothing was written: --name is required without a terminal, and with --yes. Example:
  ${createCall(quoted(name), '--name "Anna Nowak" --yes')}`,
    2,
  )
}
if (!isBegun()) {
  const isFile = existsSync(folder) && statSync(folder).isFile()
  if (isFile || (existsSync(folder) && readdirSync(folder).length > 0)) {
    fail(`${folder} is ${isFile ? 'a file' : 'not empty'}. Choose a new folder.`)
  }
  writeTemplate()
}
if (options.includes('--no-install')) {
  const next = [cd, `${MANAGER} install`, scriptCall('init'), scriptCall('dev')]
  console.log(`Wrote ${folder}. Next: ${next.join(', ')}`)
} else {
  install()
  runInit()
  console.log(`\nYour site is in ${folder}. Next: ${cd}`)
}

/** Whether "reward-codes init" asks questions. */
function isAsked() {
  return process.stdin.isTTY && process.stderr.isTTY && !hasOption('--yes')
}

function hasOption(...names) {
  return initOptions.some((option) => names.includes(option.split('=')[0]))
}

/** Whether an earlier call has written the folder, and was canceled before it had content. */
function isBegun() {
  const manifest = join(folder, 'package.json')
  return existsSync(manifest) && readFileSync(manifest, 'utf8').includes('"reward-codes":')
}

function writeTemplate() {
  for (const file of readdirSync(TEMPLATE)) {
    // The versions that the tests had. The other package managers have other lockfiles.
    if (file === 'package-lock.json' && MANAGER !== 'npm') continue
    cpSync(join(TEMPLATE, file), join(folder, PLACES[file] ?? file))
  }
  const { manifest, files } = SETTINGS[MANAGER] ?? {}
  const read = (file) => readFileSync(join(TEMPLATE, file), 'utf8')
  const written = {
    'package.json': `${JSON.stringify({ ...JSON.parse(read('package.json')), ...manifest }, null, 2)}\n`,
    'README.md': read('README.md').replace(/npm (?:run )?(\w+)/g, (_, name) => scriptCall(name)),
    ...files,
  }
  for (const [file, text] of Object.entries(written)) writeFileSync(join(folder, file), text)
}

/** Installs the packages with the package manager that runs this program. */
function install() {
  const after = isAsked() ? ' You are asked a few questions afterwards.' : ''
  console.log(`Installing the packages (270 MB on disk), which takes about a minute.${after}`)
  // Ctrl+C ends the package manager alone, so that the next line says how to go on.
  process.on('SIGINT', () => {})
  const { status } = spawnSync(MANAGER, ['install'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  const retry = 'Fix what it reports and run the same command again.'
  if (status !== 0) fail(`"${MANAGER} install" failed in ${folder}. ${retry}`)
}

function runInit() {
  const program = join(folder, 'node_modules/reward-codes/bin/reward-codes.mjs')
  const { status } = spawnSync(process.execPath, [program, 'init', ...initOptions], {
    cwd: folder,
    stdio: 'inherit',
    // Files that the options name are relative to the folder in which the owner called npm.
    env: { ...process.env, INIT_CWD: process.cwd() },
  })
  if (status !== 0) fail('The packages are installed. To go on, run the same command again.')
}

/** How the package manager runs a script: `npm run dev`, `pnpm dev`. */
function scriptCall(script) {
  const isShort = script === 'start' || (/pnpm|yarn/.test(MANAGER) && !TAKEN.includes(script))
  return `${MANAGER} ${isShort ? '' : 'run '}${script}`
}

/** npm passes options after `--`. */
function createCall(folder, options) {
  return `${MANAGER} create reward-codes ${folder} ${MANAGER === 'npm' ? '-- ' : ''}${options}`
}

/** A word of a command, in quotes if it needs them. */
function quoted(word) {
  return /^[\w./=-]+$/.test(word) ? word : JSON.stringify(word)
}

function fail(message, exitCode = 1) {
  console.error(message)
  process.exit(exitCode)
}
