import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Check,
  howToGet,
  installPrograms,
  type ProgramVariable,
  runCheck,
} from './programs.ts'

// `npm test` runs what must hold after any change. `npm run test:all` calls it with --all: everything but the trial.
// `npm run trial` calls it with --trial: what an owner does with the packed packages, with each package manager.

const isAll = process.argv.includes('--all')
const isTrial = process.argv.includes('--trial')

const CHECKS: Check[] = [
  {
    name: 'format and lint',
    script: '@biomejs/biome/bin/biome',
    args: ['ci', '--error-on-warnings'],
  },
  { name: 'types', script: 'native-typescript/bin/tsc', args: ['-b'] },
  {
    name: 'types of .astro files',
    script: 'astro/bin/astro.mjs',
    args: ['check', '--noSync', '--tsconfig', 'tsconfig.astro.json'],
  },
  { name: 'links in documents', script: '../tools/links.ts', args: [] },
  {
    name: 'unused files, exports and dependencies',
    script: 'knip/bin/knip.js',
    args: ['--no-progress'],
  },
  {
    name: 'exports that only tests use',
    script: 'knip/bin/knip.js',
    args: ['--no-progress', '--production'],
  },
]

const folder = mkdtempSync(join(rootOfTemporaryFiles(), 'reward-codes-test-'))
// PostgreSQL runs as another user, where root runs the tests.
chmodSync(folder, 0o755)
// The second is for Windows.
for (const name of ['TMPDIR', 'TEMP']) process.env[name] = folder
process.env.ASTRO_TELEMETRY_DISABLED = '1'
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    removeFolder()
    process.exit(1)
  })
}
try {
  const failed = await run()
  if (failed.length === 0 && isAll) recordCommit()
  console.log(failed.length === 0 ? '\nEverything has passed.' : `\nFailed: ${failed.join(', ')}`)
  process.exitCode = failed.length === 0 ? 0 : 1
} finally {
  removeFolder()
}

/** Returns the names of what has failed. */
async function run(): Promise<string[]> {
  const few: ProgramVariable[] = isTrial ? ['CHROMIUM_PATH'] : ['CHROMIUM_PATH', 'PDFTOTEXT_PATH']
  const missing = installPrograms(isAll ? undefined : few)
  for (const program of missing) console.log(`Skipped: ${howToGet(program)}`)
  if (missing.length > 0 && process.env.REQUIRE_ALL_TESTS === 'true') return missing
  if (isTrial) return runAtOnce([], unitTests('--project=trial'))
  const checks = await runAtOnce(CHECKS)
  const [projects, specs] = isAll
    ? [['--project=!trial'], []]
    : [['--project=fast', '--project=created-site'], ['journeys/']]
  const browser = { name: 'browser tests', script: '@playwright/test/cli.js' }
  // Browser tests wait for pages, and unit tests for programs.
  const tests = runAtOnce([{ ...browser, args: ['test', ...specs] }], unitTests(...projects))
  return [...checks, ...(await tests)]
}

function unitTests(...which: string[]): Check {
  return { name: 'unit tests', script: 'vitest/vitest.mjs', args: ['run', ...which] }
}

/** Runs checks at the same time, prints the output of one after the other, and that of `shown` as it comes. */
async function runAtOnce(checks: Check[], shown?: Check): Promise<string[]> {
  const runs = checks.map((check) => {
    const output = join(folder, `${check.name}.txt`)
    return { name: check.name, output, isGood: runCheck(check, openSync(output, 'w')) }
  })
  const failed = shown && !(await runCheck(shown)) ? [shown.name] : []
  for (const { name, output, isGood } of runs) {
    if (!(await isGood)) failed.push(name)
    console.log(`\n-- ${name}\n${readFileSync(output, 'utf8')}`.trimEnd())
  }
  return failed
}

/**
 * Databases wait for the disk after each change, browsers write profiles, builds write sites. In memory
 * the tests of the store take a quarter less processor time.
 */
function rootOfTemporaryFiles(): string {
  const memory = '/dev/shm'
  const needed = 4 * 1024 ** 3
  if (!existsSync(memory) || process.availableMemory() < 2 * needed) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > needed ? memory : tmpdir()
}

/** Says to `npm run release` that this commit has passed, unless there are changes that are not committed. */
function recordCommit() {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  if (git('status', '--porcelain') === '') writeFileSync('.cache/tested', git('rev-parse', 'HEAD'))
}

function removeFolder() {
  // A program that is still ending may write meanwhile.
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
