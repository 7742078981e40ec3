import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

// node tools/publish.ts FOLDER publishes what tools/release.ts has packed there, and adds it to the release of the
// tag on GitHub. With --dry-run npm checks each package, and nothing is published.

const [target, option] = process.argv.slice(2)
if (!target) fail('Usage: node tools/publish.ts FOLDER [--dry-run]')
const folder = resolve(target)
const isDryRun = option === '--dry-run'
// In the order of SHA256SUMS, no package comes before those that it depends on.
const files = readFileSync(join(folder, 'SHA256SUMS'), 'utf8')
  .trimEnd()
  .split('\n')
  .map(checkedFile)
for (const file of files) {
  run('npm', 'publish', `./${file}`, '--access=public', isDryRun ? '--dry-run' : '--provenance')
}
if (!isDryRun) createRelease()

function checkedFile(line: string): string {
  const [sum, file = ''] = line.split('  ')
  const actual = createHash('sha256').update(readFileSync(join(folder, file)))
  if (actual.digest('hex') !== sum) fail(`${file} is not the file of SHA256SUMS.`)
  return file
}

function createRelease() {
  const { GITHUB_REF_NAME: tag, GITHUB_REPOSITORY: repository } = process.env
  if (!tag || !repository)
    fail('The release on GitHub needs GITHUB_REF_NAME and GITHUB_REPOSITORY.')
  const options = ['--repo', repository, '--verify-tag', '--generate-notes']
  run('gh', 'release', 'create', tag, ...options, 'SHA256SUMS', ...files)
}

function run(command: string, ...args: string[]) {
  execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
}

function fail(text: string): never {
  console.error(text)
  process.exit(1)
}
