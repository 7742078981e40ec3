import {
  chmodSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Check, findPrograms, runCheck } from './programs.ts'

// `npm test` runs everything. `npm run check` calls it with --quick: the fast tests beside the code only.

const isQuick = process.argv.includes('--quick')
type Outcome = { passed: number; failed: number }

const CHECKS: Check[] = [
  { name: 'format and lint', command: 'biome', args: ['ci', '--error-on-warnings'] },
  { name: 'types', command: 'tsc', args: ['-b'] },
  { name: 'unused files, exports and dependencies', command: 'knip', args: ['--no-progress'] },
]

const folder = mkdtempSync(join(rootOfTemporaryFiles(), 'reward-codes-test-'))
// PostgreSQL runs as another user, where root runs the tests.
chmodSync(folder, 0o755)
process.env.TMPDIR = folder
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    removeFolder()
    process.exit(1)
  })
}
try {
  const outcomes: Outcome[] = []
  for (const check of CHECKS) {
    const isGood = await runCheck(check)
    outcomes.push(isGood ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })
  }
  outcomes.push(...(isQuick ? [await runFastTests()] : await runAllTests()))
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0)
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1
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

function removeFolder() {
  // A program that is still ending may write meanwhile.
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** The tests of a machine without further programs: the others need none. */
function runFastTests(): Promise<Outcome> {
  return runUnitTests(['--project=fast'], () => findPrograms('PDFTOTEXT_PATH'))
}

/** Browser tests wait for pages, and unit tests for programs, so both run at the same time. */
async function runAllTests(): Promise<Outcome[]> {
  const output = join(folder, 'browser.txt')
  // Programs are installed one after the other.
  const unitPrograms = attempt(() =>
    findPrograms('PDFTOTEXT_PATH', 'STRACE_PATH', 'PG_DUMP_PATH', 'CADDY_PATH'),
  )
  const browserPrograms = attempt(() =>
    findPrograms(
      'CHROMIUM_PATH',
      'FIREFOX_PATH',
      'ARIAL_PATH',
      'WEBKIT_DRIVER_PATH',
      'XVFB_PATH',
      'PYTHON_GI_PATH',
      'WEBKIT_TYPELIB_PATH',
    ),
  )
  const outcomes = await Promise.all([
    runUnitTests([], unitPrograms),
    runBrowserTests(browserPrograms, openSync(output, 'w')),
  ])
  console.log(`\n-- browser tests\n${readFileSync(output, 'utf8')}`)
  return outcomes
}

type FindPrograms = () => Record<string, string>

/** Finds programs now, and returns or throws the result when it is asked for. */
function attempt(find: FindPrograms): FindPrograms {
  try {
    const found = find()
    return () => found
  } catch (error) {
    return () => {
      throw error
    }
  }
}

type UnitReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
}

/** A skipped test counts as failed. */
function runUnitTests(which: string[], findPrograms: FindPrograms): Promise<Outcome> {
  const file = join(folder, 'unit.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const check = { name: 'unit tests', command: 'vitest', args: ['run', ...reporters, ...which] }
  return runTests(check, findPrograms, file, (report: UnitReport) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numPendingTests + report.numTodoTests,
  }))
}

type BrowserReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

/** A test that passes only on a retry counts as failed. */
function runBrowserTests(findPrograms: FindPrograms, output: number): Promise<Outcome> {
  const file = join(folder, 'browser.json')
  const check = { name: 'browser tests', command: 'playwright', args: ['test'] }
  const find = () => ({ ...findPrograms(), PLAYWRIGHT_JSON_OUTPUT_FILE: file })
  const read = ({ stats }: BrowserReport) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped,
  })
  return runTests(check, find, file, read, output)
}

/** Runs tests with the programs that they need. A program that cannot be found fails them. */
async function runTests<Report>(
  check: Check,
  findPrograms: FindPrograms,
  file: string,
  read: (report: Report) => Outcome,
  output?: number,
): Promise<Outcome> {
  try {
    const isGood = await runCheck(check, findPrograms(), output)
    const { passed, failed } = read(JSON.parse(readFileSync(file, 'utf8')))
    // A run may fail without a failed test, for example if a file cannot be loaded.
    return { passed, failed: isGood ? failed : Math.max(failed, 1) }
  } catch (error) {
    console.error(`${check.name}: ${error instanceof Error ? error.message : error}`)
    return { passed: 0, failed: 1 }
  }
}
