import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addPackageFiles, lock, removePackageFiles, unlock } from './package-files.ts'

// `npm pack` runs this in the folder of a package: before it packs, and after it with --restore. Node runs
// TypeScript as it is, but not below node_modules, so what Node runs is compiled. What Astro runs is not.

const ROOT = join(import.meta.dirname, '..')
/** A subpath for this repository's own tests and tools. */
const INTERNAL = './internal/*'
/** What the README of a new site links to, below docs/. It is in the package of the page. */
const GUIDES = ['owner.md', 'operating.md', 'microsoft-365.md', 'deploy']
/** A link to another file of the repository than a guide. */
const OTHER_LINK =
  /\[([^\]]+)\]\((?!https?:|#|mailto:|(?:\.\.\/)?(?:owner|operating|microsoft-365)\.md|deploy\/)[^)]*\)/g

const isPage = process.cwd() === join(ROOT, 'packages/reward-codes')
/** Copies in the folder of the page's package of what belongs to the whole repository. */
const COPIES = ['docs', 'deploy']

const isPacked = process.argv.includes('--restore')
if (!isPacked) lock()
removePackageFiles()
if (isPage) for (const copy of COPIES) rmSync(copy, { recursive: true, force: true })
if (isPacked) {
  unlock()
} else {
  compile()
  addPackageFiles(nameCompiled)
}

function compile() {
  rmSync('dist', { recursive: true, force: true })
  // Checks the types, and writes those of the packages that this one imports.
  run('-b', ROOT)
  run('-p', 'tsconfig.build.json', '--noCheck')
  if (isPage) {
    cpSync(join(ROOT, 'deploy'), 'deploy', { recursive: true })
    addGuides()
  }
}

function addGuides() {
  for (const name of GUIDES)
    cpSync(join(ROOT, 'docs', name), join('docs', name), { recursive: true })
  for (const name of readdirSync('docs', { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.md')) continue
    const file = join('docs', name)
    writeFileSync(file, readFileSync(file, 'utf8').replace(OTHER_LINK, '$1'))
  }
}

function run(...args: string[]) {
  const compiler = join(ROOT, 'node_modules/native-typescript/bin/tsc')
  const { status } = spawnSync(process.execPath, [compiler, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status === 0) return
  unlock()
  process.exit(1)
}

/** The manifest of the package names what was compiled. */
function nameCompiled({
  scripts: _,
  devDependencies: __,
  exports,
  imports,
  ...manifest
}: Record<string, unknown>) {
  const compiled = (paths: unknown) =>
    Object.fromEntries(
      Object.entries(paths as Record<string, string>)
        .filter(([subpath]) => subpath !== INTERNAL)
        .map(([subpath, file]) => [subpath, compiledFiles(file)]),
    )
  return { ...manifest, exports: compiled(exports), imports: compiled(imports) }
}

/** Routes and components stay as they are. */
function compiledFiles(file: string) {
  if (!file.endsWith('.ts') || /^\.\/(?:routes|components)\//.test(file)) return file
  const compiled = file.replace(/^\.\/(?:src\/)?/, './dist/').replace(/\.ts$/, '')
  return { types: `${compiled}.d.ts`, default: `${compiled}.js` }
}
