#!/usr/bin/env node
// Creates the folder of a site: npm create reward-codes my-site. Plain JavaScript without dependencies,
// because npm runs it on the machine's Node, which may be older than the engine requires.
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const TEMPLATE = fileURLToPath(new URL('template', import.meta.url))
/** The oldest Node that the engine runs on, and the one that a site installs on an older machine. */
const OLDEST_NODE = 24
const OWN_NODE = '^26.0.0'
const USAGE = `Usage: npm create reward-codes FOLDER [-- OPTIONS]

Creates FOLDER, installs the engine there and asks a few questions for the first page.

Options:
  --no-install  Only write the files.
  --help        Print this text.

All other options go to "reward-codes init", such as --import resume.json, or --name "Anna Nowak" --yes.`

const [name, ...options] = process.argv.slice(2)
if (!name || name.startsWith('-')) {
  const isHelp = name === '--help'
  console[isHelp ? 'log' : 'error'](USAGE)
  process.exit(isHelp ? 0 : 2)
}
const folder = resolve(name)
if (existsSync(folder) && readdirSync(folder).length > 0) {
  fail(`${folder} is not empty. Choose a new folder; an existing site needs no second one.`)
}

writeTemplate()
const initOptions = options.filter((option) => option !== '--no-install')
if (options.includes('--no-install')) {
  console.log(`Wrote ${folder}. Next: cd ${name}, npm install, npm run init, npm start`)
} else {
  install()
  init()
  console.log(`\nYour site is in ${folder}. Next: cd ${name}, npm start`)
}

function writeTemplate() {
  mkdirSync(folder, { recursive: true })
  for (const file of readdirSync(TEMPLATE)) {
    // npm publishes no .gitignore, so dotfiles have names without the dot here.
    const isDotfile = file === 'gitignore' || file === 'env.example'
    copyFileSync(join(TEMPLATE, file), join(folder, isDotfile ? `.${file}` : file))
  }
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  manifest.name = packageName()
  if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
    console.log(
      `Node ${process.versions.node} is older than the engine requires, so the site installs Node ${OWN_NODE} for itself.`,
    )
    manifest.dependencies.node = OWN_NODE
    manifest.allowScripts = { node: true }
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

function packageName() {
  const allowed = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  return allowed.replace(/^-|-$/g, '') || 'site'
}

/** Installs the packages with the package manager that runs this program. */
function install() {
  const [manager = 'npm'] = /^(pnpm|yarn)/.exec(process.env.npm_config_user_agent ?? '') ?? []
  const { status } = spawnSync(manager, ['install'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0)
    fail(`"${manager} install" failed in ${folder}. Fix what it reports and run it again.`)
}

function init() {
  const ownNode = join(folder, 'node_modules/node/bin/node')
  const node = existsSync(ownNode) ? ownNode : process.execPath
  const engine = join(folder, 'node_modules/reward-codes/bin/reward-codes.mjs')
  const { status } = spawnSync(node, [engine, 'init', ...initOptions], {
    cwd: folder,
    stdio: 'inherit',
    // Files that the options name are relative to the folder in which the owner called npm.
    env: { ...process.env, INIT_CWD: process.cwd() },
  })
  if (status !== 0) fail(`The packages are installed. To create the page: cd ${name}, npm run init`)
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
