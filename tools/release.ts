import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { nextVersion, pack } from './pack.ts'

// `npm run release` packs what the workflow would publish into .cache/release, and tags the commit. The workflow
// publishes when the tag is pushed. With --dry-run there is no tag.

const ROOT = join(import.meta.dirname, '..')
const FOLDER = join(ROOT, '.cache/release')
/** `npm run test:all` writes the commit that it has passed at. */
const TESTED = join(ROOT, '.cache/tested')

const version = nextVersion()
const tag = `v${version}`
const reasons = [
  git('branch', '--show-current') === 'main' || 'A release is made on main.',
  git('status', '--porcelain') === '' || 'The tree has changes that are not committed.',
  git('tag', '--list', tag) === '' || `${tag} exists. CHANGELOG.md begins with the next version.`,
  (existsSync(TESTED) && readFileSync(TESTED, 'utf8') === git('rev-parse', 'HEAD')) ||
    '"npm run test:all" has not passed here.',
].filter((reason) => reason !== true)
if (reasons.length > 0) {
  console.error(`No release of ${version}:\n${reasons.map((reason) => `- ${reason}`).join('\n')}`)
  process.exit(1)
}
rmSync(FOLDER, { recursive: true, force: true })
for (const file of Object.values(pack(FOLDER, version))) {
  run('npm', 'publish', file, '--dry-run', '--access=public')
}
console.log(`\nThe files of ${version} are in ${FOLDER}.`)
if (!process.argv.includes('--dry-run')) {
  run('git', 'tag', '--annotate', tag, '--message', tag)
  console.log(`The workflow publishes them after: git push --atomic origin main ${tag}`)
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
}

function run(command: string, ...args: string[]) {
  execFileSync(command, args, { cwd: ROOT, stdio: 'inherit', shell: process.platform === 'win32' })
}
