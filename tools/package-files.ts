import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const MANIFEST = 'package.json'
/** The manifest of the repository, while the one of the package has its place. */
const ORIGINAL = 'package.json.original'
const LICENSE = 'LICENSE'
/** Exists while a package is packed. */
const LOCK = join(ROOT, '.cache/packing')
const LOCK_TIMEOUT_MS = 120_000

type Manifest = Record<string, unknown>

/**
 * Waits until no other package is packed: they import each other by the manifests of the repository. Changesets
 * packs all at the same time.
 */
export function lock(): void {
  mkdirSync(join(LOCK, '..'), { recursive: true })
  const deadline = Date.now() + LOCK_TIMEOUT_MS
  while (!takeLock()) {
    if (Date.now() > deadline) throw new Error(`${LOCK} exists. Delete it if no package is packed.`)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
  }
}

function takeLock(): boolean {
  try {
    mkdirSync(LOCK)
    return true
  } catch {
    return false
  }
}

export function unlock(): void {
  rmSync(LOCK, { recursive: true, force: true })
}

/** Puts the licence and the manifest of the package into its folder, the working directory. */
export function addPackageFiles(change: (manifest: Manifest) => Manifest): void {
  const manifest: Manifest = JSON.parse(readFileSync(MANIFEST, 'utf8'))
  copyFileSync(join(ROOT, LICENSE), LICENSE)
  renameSync(MANIFEST, ORIGINAL)
  const changed = { ...change(manifest), ...repositoryOf(process.cwd()) }
  writeFileSync(MANIFEST, `${JSON.stringify(changed, null, 2)}\n`)
}

export function removePackageFiles(): void {
  if (existsSync(ORIGINAL)) renameSync(ORIGINAL, MANIFEST)
  rmSync(LICENSE, { force: true })
}

/**
 * Where the package is developed. npm accepts a provenance only if the manifest has the repository in which
 * the workflow runs, and the repository does not know its own address.
 */
function repositoryOf(folder: string): Manifest {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env
  if (!server || !name) return {}
  const directory = folder.slice(ROOT.length + 1)
  return { repository: { type: 'git', url: `git+${server}/${name}.git`, directory } }
}
