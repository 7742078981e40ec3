#!/usr/bin/env node
// Creates the folder of a site: npm create reward-codes my-site. Plain JavaScript without dependencies,
// because npm runs it on the machine's Node, which may be older than the engine requires.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const TEMPLATE = fileURLToPath(new URL('template', import.meta.url))
/** The oldest Node that the engine runs on, and the one that a site installs on an older machine. */
const OLDEST_NODE = 24
const OWN_NODE = '^26.0.0'
/** The sha256 of the mail templates in version 0.1.0, which the gateway has now. */
const OLD_TEMPLATES = [
  'ad459ad0657b7ebf34f7967e7be50bea8807190e9146da224cf9fb1293d8ad72',
  'b45fe7dd5d56051c1a37178de13a6088533f52605c1c13cc87ed8a726bba94ba',
  'a18938301a7f3dfbc03901c5c596f7e1e55b5136219b94b3bf960e30ce63981c',
]
const IS_OLD_NODE = Number.parseInt(process.versions.node, 10) < OLDEST_NODE
/** The package manager that runs this program, such as pnpm/10.1.0 or yarn/4.1.0. */
const [MANAGER = 'npm'] = /^(pnpm|yarn)/.exec(process.env.npm_config_user_agent ?? '') ?? []
const USAGE = `Usage: npm create reward-codes FOLDER [-- OPTIONS]

Creates FOLDER, installs the engine there and asks a few questions for the first page.

Options:
  --from CLONE  Take the content, settings and messages of a clone of the repository,
                also of version 0.1.0, instead of asking. Stop its gateway first.
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
const cd = `cd ${/^[\w./-]+$/.test(name) ? name : JSON.stringify(name)}`
const source = sourceFolder()
if (existsSync(folder) && !statSync(folder).isDirectory()) {
  fail(`${folder} is a file. Choose another name for the folder.`)
}
if (existsSync(folder) && readdirSync(folder).length > 0) {
  fail(`${folder} is not empty. Choose a new folder; an existing site needs no second one.`)
}
if (IS_OLD_NODE && MANAGER === 'yarn') {
  // Yarn runs its script with the Node that the script has yet to download.
  fail(
    `The engine needs Node.js ${OLDEST_NODE} or newer, and this is ${process.versions.node}. Install a newer one, or run: npm create reward-codes ${name}`,
  )
}

writeTemplate()
if (source) copyClone(source)
const initOptions = options.filter((option) => option !== '--no-install')
if (options.includes('--no-install')) {
  const command = source ? 'npx reward-codes migrate' : 'npm run init'
  console.log(`Wrote ${folder}. Next: ${cd}, ${MANAGER} install, ${command}, ${MANAGER} start`)
} else {
  install()
  if (source) runEngine(['migrate', '--yes'], 'npx reward-codes migrate')
  else runEngine(['init', ...initOptions], 'npm run init')
  runEngine(['deploy', 'pages'], 'npx reward-codes deploy pages', 'ignore')
  console.log(`\nYour site is in ${folder}. Next: ${cd}, ${MANAGER} start`)
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
  if (IS_OLD_NODE) addNode(manifest)
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  if (MANAGER !== 'yarn') return
  // Without it, Yarn 2 and later take the folder for a part of a project around it.
  writeFileSync(join(folder, 'yarn.lock'), '')
  writeFileSync(join(folder, '.yarnrc.yml'), 'nodeLinker: node-modules\n')
}

/** Node as a package, whose script downloads it. npm and pnpm allow scripts in their own ways. */
function addNode(manifest) {
  console.log(
    `Node ${process.versions.node} is older than the engine requires, so the site installs Node ${OWN_NODE} for itself.`,
  )
  manifest.dependencies.node = OWN_NODE
  manifest.allowScripts = { node: true }
  if (MANAGER !== 'pnpm') return
  // The first for pnpm 10, the second for later ones.
  const allowed = 'onlyBuiltDependencies: [node]\nallowBuilds:\n  node: true\n'
  writeFileSync(join(folder, 'pnpm-workspace.yaml'), allowed)
}

function packageName() {
  const allowed = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  return allowed.replace(/^-|-$/g, '') || 'site'
}

/** The folder in a clone that has content/: site/, or the clone itself in version 0.1.0. */
function sourceFolder() {
  const index = options.indexOf('--from')
  if (index < 0) return undefined
  const [, clone = ''] = options.splice(index, 2)
  const places = [join(clone, 'site'), clone]
  const found = places.find((place) => existsSync(join(place, 'content/portfolio.yaml')))
  if (!clone || !found) fail(`--from ${clone}: expected a folder with content/portfolio.yaml.`)
  return resolve(found)
}

/** Copies what the owner of a clone has written, and the messages. */
function copyClone(from) {
  for (const part of ['content', 'parts', '.env', 'data']) {
    if (!existsSync(join(from, part))) continue
    cpSync(join(from, part), join(folder, part), {
      recursive: true,
      preserveTimestamps: true,
      filter: (file) => !isOfClone(relative(from, file).split(sep).join('/'), file),
    })
  }
  console.log(
    `Copied content, parts, settings and messages of ${from}. Changes of its code stay there.`,
  )
}

/** Whether a file came with the clone: the sample, or a mail template that its owner left as it was. */
function isOfClone(path, file) {
  if (path === 'content/portfolio.sample.yaml') return true
  if (!/^content\/mail\/.*\.html$/.test(path)) return false
  return OLD_TEMPLATES.includes(createHash('sha256').update(readFileSync(file)).digest('hex'))
}

/** Installs the packages with the package manager that runs this program. */
function install() {
  const { status } = spawnSync(MANAGER, ['install'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0)
    fail(`"${MANAGER} install" failed in ${folder}. Fix what it reports and run it again.`)
}

/** Runs a command of the installed engine. `byHand` is how to call it again. */
function runEngine(args, byHand, output = 'inherit') {
  const ownNode = join(folder, 'node_modules/node/bin/node')
  const node = existsSync(ownNode) ? ownNode : process.execPath
  const engine = join(folder, 'node_modules/reward-codes/bin/reward-codes.mjs')
  const { status } = spawnSync(node, [engine, ...args], {
    cwd: folder,
    stdio: ['inherit', output, 'inherit'],
    // Files that the options name are relative to the folder in which the owner called npm.
    env: { ...process.env, INIT_CWD: process.cwd() },
  })
  if (status !== 0) fail(`The packages are installed. To go on: ${cd}, ${byHand}`)
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
