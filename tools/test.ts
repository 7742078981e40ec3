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
import { type Check, installPrograms, runCheck } from './programs.ts'

// `npm test` runs what must hold after any change. `npm run test:all` calls it with --all: everything but the trial.
// `npm run trial` calls it with --trial: what an owner does with the packed packages, with each package manager.

const isAll = process.argv.includes('--all')
const isTrial = process.argv.includes('--trial')
/** Of a skipped test, the reason. */
type Outcome = { passed: number; failed: number; skipped: string[] }

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
  const outcomes = isTrial ? [await runTrial()] : await runChecks()
  if (!isTrial) outcomes.push(...(await (isAll ? runAllTests() : runFirstTests())))
  const isGood = summarize(outcomes)
  if (isGood && isAll) recordCommit()
  process.exitCode = isGood ? 0 : 1
} finally {
  removeFolder()
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

/** Prints the result, and returns whether it is good. */
function summarize(outcomes: Outcome[]): boolean {
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
  let failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0)
  let skipped = outcomes.flatMap((outcome) => outcome.skipped)
  for (const [reason, tests] of Map.groupBy(skipped, (reason) => reason)) {
    console.log(`${tests.length} skipped: ${reason}`)
  }
  if (process.env.REQUIRE_ALL_TESTS === 'true') {
    failed += skipped.length
    skipped = []
  }
  console.log(`\n${passed} passed, ${failed} failed, ${skipped.length} skipped`)
  return failed === 0 && passed > 0
}

/** Runs the checks at the same time, and prints the output of one after the other. */
async function runChecks(): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const runs = CHECKS.map((check, index) => {
    const output = join(folder, `check-${index}.txt`)
    return { name: check.name, output, done: runCheck(check, openSync(output, 'w')) }
  })
  for (const { name, output, done } of runs) {
    const isGood = await done
    console.log(`\n-- ${name}\n${readFileSync(output, 'utf8')}`.trimEnd())
    outcomes.push({ passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: [] })
  }
  return outcomes
}

function runFirstTests(): Promise<Outcome[]> {
  installPrograms(['CHROMIUM_PATH', 'PDFTOTEXT_PATH'])
  return runBoth(['--project=fast', '--project=created-site'], ['journeys/'])
}

function runAllTests(): Promise<Outcome[]> {
  installPrograms()
  return runBoth(['--project=!trial'], [])
}

async function runTrial(): Promise<Outcome> {
  installPrograms(['CHROMIUM_PATH'])
  return runUnitTests(['--project=trial'])
}

/** Browser tests wait for pages, and unit tests for programs, so both run at the same time. */
async function runBoth(unit: string[], browser: string[]): Promise<Outcome[]> {
  const output = join(folder, 'browser.txt')
  const outcomes = await Promise.all([
    runUnitTests(unit),
    runBrowserTests(browser, openSync(output, 'w')),
  ])
  console.log(`\n-- browser tests\n${readFileSync(output, 'utf8')}`)
  return outcomes
}

type UnitReport = {
  testResults: { assertionResults: { status: string; meta: { skipped?: string } }[] }[]
}

function runUnitTests(which: string[]): Promise<Outcome> {
  const file = join(folder, 'unit.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const args = ['run', ...reporters, ...which]
  const check = { name: 'unit tests', script: 'vitest/vitest.mjs', args }
  return runTests(check, file, ({ testResults }: UnitReport) =>
    testResults.flatMap(({ assertionResults }) =>
      assertionResults.map(({ status, meta }) => ({
        isPassed: status === 'passed',
        skipped: meta.skipped,
      })),
    ),
  )
}

type BrowserSuite = {
  suites?: BrowserSuite[]
  specs: {
    tests: { status: string; annotations: { type: string; description?: string }[] }[]
  }[]
}

function runBrowserTests(which: string[], output: number): Promise<Outcome> {
  const file = join(folder, 'browser.json')
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = file
  const check = {
    name: 'browser tests',
    script: '@playwright/test/cli.js',
    args: ['test', ...which],
  }
  return runTests(check, file, testsIn, output)
}

/** A test that passes only on a retry has the status `flaky`, and counts as failed. */
function testsIn({ suites = [], specs = [] }: Partial<BrowserSuite>): TestResult[] {
  const own = specs.flatMap(({ tests }) =>
    tests.map(({ status, annotations }) => ({
      isPassed: status === 'expected',
      skipped: annotations.find(({ type }) => type === 'skip')?.description,
    })),
  )
  return [...own, ...suites.flatMap(testsIn)]
}

type TestResult = { isPassed: boolean; skipped: string | undefined }

/** Counts the tests of a report. A test that is skipped for no reason counts as failed. */
async function runTests<Report>(
  check: Check,
  file: string,
  read: (report: Report) => TestResult[],
  output?: number,
): Promise<Outcome> {
  try {
    const isGood = await runCheck(check, output)
    const tests = read(JSON.parse(readFileSync(file, 'utf8')))
    const passed = tests.filter(({ isPassed }) => isPassed).length
    const skipped = tests.flatMap(({ skipped }) => skipped ?? [])
    const failed = tests.length - passed - skipped.length
    // A run may fail without a failed test, for example if a file cannot be loaded.
    return { passed, failed: isGood ? failed : Math.max(failed, 1), skipped }
  } catch (error) {
    console.error(`${check.name}: ${error instanceof Error ? error.message : error}`)
    return { passed: 0, failed: 1, skipped: [] }
  }
}
