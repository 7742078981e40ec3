import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { addPackageFiles, removePackageFiles } from './package-files.ts'

// `npm pack` runs this in the folder of a package: before it packs, and after it with --restore. Node runs
// TypeScript as it is, but not below node_modules, so a package holds JavaScript and types.

const ROOT = join(import.meta.dirname, '..')
/** A subpath for this repository's own tests and tools. */
const INTERNAL = './internal/*'

removePackageFiles()
if (!process.argv.includes('--restore')) {
  await compile()
  addPackageFiles(nameCompiled)
}

async function compile() {
  rmSync('dist', { recursive: true, force: true })
  // Checks the types, and writes those of the packages that this one imports.
  run('-b', ROOT)
  run('-p', 'tsconfig.build.json', '--noCheck')
  // Of the engine's TSX, only the text of what an owner may copy is in the package.
  const originals = resolve('src/parts/originals.ts')
  if (existsSync(originals)) await (await import(originals)).packOriginals('dist')
  cpSync('src', 'dist', { recursive: true, filter: (file) => !/\.tsx?$|tsconfig/.test(file) })
}

function run(...args: string[]) {
  const compiler = join(ROOT, 'node_modules/.bin/tsc')
  const { status } = spawnSync(compiler, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) process.exit(1)
}

/** The manifest of the package names what was compiled. */
function nameCompiled({ scripts: _, exports, ...manifest }: Record<string, unknown>) {
  const compiled = Object.entries(exports as Record<string, string>)
    .filter(([subpath]) => subpath !== INTERNAL)
    .map(([subpath, file]) => [subpath, compiledFiles(file)])
  return { ...manifest, exports: Object.fromEntries(compiled) }
}

function compiledFiles(file: string) {
  if (!file.startsWith('./src/')) return file
  const compiled = file.replace('./src/', './dist/').replace(/\.tsx?$/, '')
  return { types: `${compiled}.d.ts`, default: `${compiled}.js` }
}
