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
import {
  type Check,
  findBrowsers,
  findFont,
  findPgDump,
  findPoppler,
  findStrace,
  findWebKit,
  runCheck,
} from './programs.ts'
import { browserOutcome, type Outcome, unitOutcome } from './test-report.ts'

// `npm test` runs everything. `npm run check` calls it with --quick: the fast tests beside the code only.

const isQuick = process.argv.includes('--quick')
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
    outcomes.push(isGood ? { passed: 1, failed: [] } : { passed: 0, failed: [check.name] })
  }
  outcomes.push(...(isQuick ? [await runFastTests()] : await runAllTests()))
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
  const failed = outcomes.flatMap((outcome) => outcome.failed)
  // Printed last, because a long output may be truncated at its beginning.
  if (failed.length > 0) console.log(`\nFailed:\n${failed.map((name) => `  ${name}`).join('\n')}`)
  console.log(`\n${passed} passed, ${failed.length} failed`)
  process.exitCode = failed.length === 0 && passed > 0 ? 0 : 1
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
  return runUnitTests(['--project=fast'], findPoppler)
}

/** Browser tests wait for pages, and unit tests for programs, so both run at the same time. */
async function runAllTests(): Promise<Outcome[]> {
  const output = join(folder, 'browser.txt')
  // Programs are installed one after the other.
  const unitPrograms = attempt(() => ({ ...findPoppler(), ...findStrace(), ...findPgDump() }))
  const browserPrograms = attempt(() => ({ ...findBrowsers(), ...findFont(), ...findWebKit() }))
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

function runUnitTests(which: string[], findPrograms: FindPrograms): Promise<Outcome> {
  const file = join(folder, 'unit.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const check = { name: 'unit tests', command: 'vitest', args: ['run', ...reporters, ...which] }
  return runTests(check, findPrograms, file, unitOutcome)
}

function runBrowserTests(findPrograms: FindPrograms, output: number): Promise<Outcome> {
  const file = join(folder, 'browser.json')
  const check = { name: 'browser tests', command: 'playwright', args: ['test'] }
  const find = () => ({ ...findPrograms(), PLAYWRIGHT_JSON_OUTPUT_FILE: file })
  return runTests(check, find, file, browserOutcome, output)
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
    const outcome = read(JSON.parse(readFileSync(file, 'utf8')))
    // A run may fail without a failed test, for example by an unhandled rejection.
    if (isGood || outcome.failed.length > 0) return outcome
    return { ...outcome, failed: [check.name] }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { passed: 0, failed: [`${check.name}: ${reason}`] }
  }
}
