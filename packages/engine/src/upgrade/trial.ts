import { spawn } from 'node:child_process'
import {
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { DEPLOY_PATHS } from '../deploy/files.ts'
import type { NewFiles } from './undo.ts'

/** The package managers by their lockfiles. */
const MANAGERS = { 'package-lock.json': 'npm', 'pnpm-lock.yaml': 'pnpm', 'yarn.lock': 'yarn' }
/** What a new version needs or may change of an owner's folder. */
const INPUTS = [
  ...['content', 'parts', 'package.json', '.env', '.env.example', '.npmrc', '.yarnrc.yml'],
  ...['pnpm-workspace.yaml', ...Object.keys(MANAGERS), ...DEPLOY_PATHS],
]
const MODULES = 'node_modules'
const ENGINE = `${MODULES}/reward-codes`
const CACHE = '.cache/build'

/** A copy of the owner's folder, in which a new version is tried. */
export type Trial = { folder: string; manager: string; inputs: Record<string, Buffer> }

export function createTrial(owner: string, folder: string): Trial {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, '.cache'), { recursive: true })
  for (const name of INPUTS) {
    const file = join(owner, name)
    if (existsSync(file)) cpSync(file, join(folder, name), { recursive: true, dereference: true })
  }
  // Encoded images are the same in both versions. Compiled pages are not: they import their packages.
  mkdirSync(join(owner, CACHE), { recursive: true })
  symlinkSync(join(owner, CACHE), join(folder, CACHE), 'junction')
  const lockfile = Object.keys(MANAGERS).find((name) => existsSync(join(owner, name)))
  const manager = MANAGERS[lockfile as keyof typeof MANAGERS] ?? 'npm'
  // Of the copy: what the owner has changed since is then stale, not a change of the trial.
  return { folder, manager, inputs: readInputs(folder) }
}

/** The files that the trial has changed. A lockfile that the owner does not keep is none of them. */
export function changesOf({ folder, inputs }: Trial): NewFiles {
  const now = readInputs(folder)
  const changed = Object.entries(now).filter(([path, body]) =>
    inputs[path] ? !inputs[path].equals(body) : !(path in MANAGERS),
  )
  return Object.fromEntries(changed)
}

/** Whether the owner has changed a file since the trial was created. */
export function isStale(owner: string, { inputs }: Trial): boolean {
  const now = readInputs(owner)
  const paths = Object.keys({ ...now, ...inputs })
  return paths.some((path) => !now[path] || !inputs[path]?.equals(now[path]))
}

function readInputs(folder: string): Record<string, Buffer> {
  const files = INPUTS.flatMap((name) => {
    const file = join(folder, name)
    if (!existsSync(file)) return []
    return statSync(file).isDirectory() ? filesIn(file) : [file]
  })
  return Object.fromEntries(
    files.map((file) => [relative(folder, file).split(sep).join('/'), readFileSync(file)]),
  )
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
}

/** A manifest with another version of the engine. Every other character stays, and so does a ^ or ~. */
export function requireVersion(manifest: string, version: string): string {
  // A path may have a backslash or a quotation mark.
  const text = JSON.stringify(version).slice(1, -1)
  return manifest.replace(/("reward-codes"\s*:\s*")([\^~]?)[^"]*/, (_, start, range) =>
    version.startsWith('file:') ? start + text : start + range + text,
  )
}

export type Ended = { exitCode: number; output: string }

/** Installs the packages of a trial. npm starts from a copy of the owner's, and only replaces what differs. */
export function install({ folder, manager }: Trial, owner: string): Promise<Ended> {
  // In CI, pnpm and Yarn 4 would refuse to change the lockfile.
  if (manager === 'pnpm') return run(manager, ['install', '--no-frozen-lockfile'], folder)
  if (manager === 'yarn') {
    return run(manager, ['install'], folder, { YARN_ENABLE_IMMUTABLE_INSTALLS: 'false' })
  }
  // The real path: npm would write through a link.
  const modules = realpathSync(join(owner, MODULES))
  const mode = constants.COPYFILE_FICLONE
  cpSync(modules, join(folder, MODULES), { recursive: true, verbatimSymlinks: true, mode })
  return run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], folder)
}

/** Runs a command of the engine that is installed in a folder, on the Node that is installed there. */
export function runEngine(folder: string, args: string[]): Promise<Ended> {
  const own = join(folder, MODULES, 'node/bin/node')
  const node = existsSync(own) ? own : process.execPath
  return run(node, [join(folder, ENGINE, 'bin/reward-codes.mjs'), ...args], folder)
}

/** The version of the engine that is installed in a folder. */
export function installedVersion(folder: string): string | undefined {
  const file = join(folder, ENGINE, 'package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined
}

export function run(
  command: string,
  args: string[],
  folder: string,
  settings: Record<string, string> = {},
): Promise<Ended> {
  const isWindowsScript = process.platform === 'win32' && basename(command) === command
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: folder,
      // Paths in options are relative to this folder, not to that in which the owner called npm.
      env: { ...process.env, ...settings, INIT_CWD: folder },
      shell: isWindowsScript,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk
      })
    }
    child.on('error', reject)
    child.on('close', (code) => resolve({ exitCode: code ?? 1, output }))
  })
}
