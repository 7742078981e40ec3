import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

// node tools/release.ts FOLDER packs the packages into a folder, with the checksums of the tarballs. What is
// published are these files, so the checksums are those of the registry. In a workflow for a tag, the tag is checked.

const ROOT = join(import.meta.dirname, '..')
/** In this order, no package is published before those that it depends on. */
const PACKAGES = ['gateway', 'reward-codes', 'create']

const [target] = process.argv.slice(2)
if (!target) fail('Usage: node tools/release.ts FOLDER')
const folder = resolve(target)
mkdirSync(folder, { recursive: true })
if (readdirSync(folder).length > 0) fail(`${folder} is not empty.`)
const version = commonVersion()
checkTag(version)
const sums = PACKAGES.map((name) => {
  const place = join(ROOT, 'packages', name)
  execFileSync('npm', ['pack', '--loglevel=error', '--pack-destination', folder], {
    cwd: place,
    stdio: ['ignore', 'ignore', 'inherit'],
    // On Windows npm is a script, which only a shell runs.
    shell: process.platform === 'win32',
  })
  const file = `${readManifest(place).name}-${version}.tgz`
  const hash = createHash('sha256').update(readFileSync(join(folder, file)))
  return `${hash.digest('hex')}  ${file}\n`
})
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
process.stdout.write(sums.join(''))

function commonVersion(): string {
  const versions = PACKAGES.map((name) => readManifest(join(ROOT, 'packages', name)).version)
  const [first = ''] = versions
  if (versions.some((other) => other !== first))
    fail(`The versions differ: ${versions.join(', ')}.`)
  return first
}

function checkTag(version: string): void {
  const { GITHUB_REF_TYPE: type, GITHUB_REF_NAME: name } = process.env
  if (type === 'tag' && name !== `v${version}`) {
    fail(`The tag is ${name}, and the packages have version ${version}.`)
  }
}

function fail(text: string): never {
  console.error(text)
  process.exit(1)
}

function readManifest(folder: string): { name: string; version: string } {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}
