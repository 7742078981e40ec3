import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Packs what a release publishes. Each package is put together in a separate folder: Node runs TypeScript as it is, but
// not below node_modules, so what Node runs is compiled. What Astro runs is not.

const ROOT = join(import.meta.dirname, '..')
const COMPILER = join(ROOT, 'node_modules/native-typescript/bin/tsc')
/** In the order in which they depend on each other. */
const PACKAGES = {
  'reward-codes-gateway': 'gateway',
  'reward-codes': 'reward-codes',
  'create-reward-codes': 'create',
}
/** A subpath for this repository's own tests and tools. */
const INTERNAL = './internal/*'
/** What the README of a new site links to, below docs/. It is in the package of the page. */
const GUIDES = ['owner.md', 'operating.md', 'microsoft-365.md']
/** A link to a file of the repository that is no guide. Pictures are not matched. */
const OTHER_LINK =
  /(?<!!)\[([^\]]+)\]\((?!https?:|#|mailto:|(?:owner|operating|microsoft-365)\.md)[^)]*\)/g
/** Files of a new site, by their place in the repository. */
const TEMPLATE = {
  'site/tsconfig.json': 'tsconfig.json',
  'site/.env.example': 'env.example',
  'deploy/github-pages.yml': 'github-pages.yml',
}

type Manifest = Record<string, unknown> & { version: string; dependencies: Record<string, string> }

/** The version of the next release: the first heading of the changelog. The manifests of the repository have none. */
export function nextVersion(): string {
  const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')
  const [, version] = /^## (\d+\.\d+\.\d+)$/m.exec(changelog) ?? []
  if (!version) throw new Error('CHANGELOG.md has no heading such as "## 1.2.3".')
  return version
}

/** Packs our packages into a folder, and returns the files by the names of the packages. */
export function pack(folder: string, version = nextVersion()): Record<string, string> {
  const work = mkdtempSync(join(tmpdir(), 'reward-codes-pack-'))
  const tarballs: Record<string, string> = {}
  try {
    mkdirSync(folder, { recursive: true })
    // Checks the types, and writes those of the packages that another one imports.
    compile('-b', ...['gateway', 'reward-codes'].map((part) => join(ROOT, 'packages', part)))
    for (const [name, part] of Object.entries(PACKAGES)) {
      const place = join(work, part)
      cpSync(join(ROOT, 'packages', part), place, {
        recursive: true,
        filter: (file) => !/[\\/](?:node_modules|dist)$|\.test\.tsx?$/.test(file),
      })
      cpSync(join(ROOT, 'LICENSE'), join(place, 'LICENSE'))
      const { scripts: _, devDependencies: __, ...manifest } = readJson(join(place, 'package.json'))
      if (part === 'create') writeTemplate(join(place, 'template'), version, tarballs, folder)
      else
        compile(
          '-p',
          join(ROOT, 'packages', part, 'tsconfig.build.json'),
          '--noCheck',
          '--outDir',
          join(place, 'dist'),
        )
      if (part === 'reward-codes') {
        addGuides(place)
        manifest.dependencies['reward-codes-gateway'] = version
      }
      const packed = { ...manifest, ...compiledPaths(manifest), ...repositoryOf(part), version }
      writeJson(join(place, 'package.json'), packed)
      const [{ filename }] = JSON.parse(npm(place, 'pack', '--json', '--pack-destination', folder))
      tarballs[name] = join(folder, filename)
    }
    return tarballs
  } finally {
    rmSync(work, { recursive: true })
  }
}

function compile(...args: string[]) {
  execFileSync(process.execPath, [COMPILER, ...args], { stdio: ['ignore', 'inherit', 'inherit'] })
}

/** On Windows npm is a script, which only a shell runs. */
function npm(cwd: string, ...args: string[]): string {
  const shell = process.platform === 'win32'
  return execFileSync('npm', [...args, '--loglevel=error'], { cwd, encoding: 'utf8', shell })
}

function addGuides(place: string) {
  cpSync(join(ROOT, 'deploy'), join(place, 'deploy'), { recursive: true })
  cpSync(join(ROOT, 'CHANGELOG.md'), join(place, 'CHANGELOG.md'))
  mkdirSync(join(place, 'docs'))
  for (const name of GUIDES) {
    const guide = readFileSync(join(ROOT, 'docs', name), 'utf8')
    writeFileSync(join(place, 'docs', name), guide.replace(OTHER_LINK, '$1'))
  }
}

/** Where the manifest of a package names sources, that of the tarball names what was compiled. */
function compiledPaths(manifest: Record<string, unknown>) {
  const compiled = (name: string) => {
    const paths = Object.entries((manifest[name] ?? {}) as Record<string, string>)
    const kept = paths.filter(([subpath]) => subpath !== INTERNAL)
    return {
      [name]: Object.fromEntries(kept.map(([subpath, file]) => [subpath, compiledFiles(file)])),
    }
  }
  return manifest.exports ? { ...compiled('exports'), ...compiled('imports') } : {}
}

/** Routes and components stay as they are. */
function compiledFiles(file: string) {
  if (!file.endsWith('.ts') || /^\.\/(?:routes|components)\//.test(file)) return file
  const compiled = file.replace(/^\.\/(?:src\/)?/, './dist/').replace(/\.ts$/, '')
  return { types: `${compiled}.d.ts`, default: `${compiled}.js` }
}

/**
 * Where the package is developed. npm accepts a provenance only if the manifest has the repository in which the workflow
 * runs, and the repository does not know its own address.
 */
function repositoryOf(part: string) {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env
  if (!server || !name) return {}
  return {
    repository: { type: 'git', url: `git+${server}/${name}.git`, directory: `packages/${part}` },
  }
}

function writeTemplate(
  template: string,
  version: string,
  tarballs: Record<string, string>,
  folder: string,
) {
  for (const [from, to] of Object.entries(TEMPLATE)) cpSync(join(ROOT, from), join(template, to))
  const { version: _, ...manifest } = readJson(join(ROOT, 'site/package.json'))
  manifest.dependencies['reward-codes'] = `^${version}`
  const file = join(template, 'package.json')
  writeJson(file, manifest)
  writeLockfile(template, manifest, tarballs)
  // A bill of materials names the version of what it describes, and a site has none.
  writeJson(file, { ...manifest, version })
  const bill = npm(template, 'sbom', '--sbom-format=cyclonedx', '--package-lock-only')
  writeFileSync(join(folder, `reward-codes-${version}.cdx.json`), bill)
  writeJson(file, manifest)
}

/**
 * The versions that the tests had: npm takes what a site needs from the lockfile of the repository. It asks no registry,
 * which may lack an optional package of another system, and names none.
 */
function writeLockfile(template: string, manifest: unknown, tarballs: Record<string, string>) {
  const { packages, ...lock } = readJson(join(ROOT, 'package-lock.json')) as unknown as Lockfile
  const others = Object.entries(packages).filter(
    ([place, { link }]) => place.startsWith('node_modules/') && !link,
  )
  const ours = Object.entries(tarballs).map(([name, file]) => {
    const { version, license, bin, engines, dependencies, peerDependencies } = manifestIn(file)
    const integrity = integrityOf(file)
    const entry = { version, integrity, license, bin, engines, dependencies, peerDependencies }
    return [`node_modules/${name}`, entry]
  })
  const lockfile = {
    ...lock,
    packages: { '': manifest, ...Object.fromEntries([...others, ...ours]) },
  }
  writeJson(join(template, 'package-lock.json'), lockfile)
  const options = ['--package-lock-only', '--offline', '--no-strict-allow-scripts']
  npm(template, 'install', ...options, '--omit-lockfile-registry-resolved')
}

type Lockfile = { packages: Record<string, { link?: boolean }> }

export function manifestIn(tarball: string): Manifest {
  return JSON.parse(
    execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' }),
  )
}

export function integrityOf(tarball: string): string {
  return `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`
}

function readJson(file: string): Manifest {
  return JSON.parse(readFileSync(file, 'utf8'))
}

function writeJson(file: string, value: unknown) {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}

if (import.meta.main) pack(join(ROOT, '.cache/release'))
