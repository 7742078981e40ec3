import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
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

// `npm test` runs everything. `npm run check` calls it with --quick: the tests beside the code only.

const isQuick = process.argv.includes('--quick')
const CHECKS: Check[] = [
  { name: 'format and lint', command: 'biome', args: ['ci', '--error-on-warnings'] },
  { name: 'types', command: 'tsc', args: ['-b'] },
]

const folder = mkdtempSync(join(tmpdir(), 'reward-codes-test-'))
try {
  const outcomes = [...CHECKS.map(tryCheck), runUnitTests()]
  if (!isQuick) outcomes.push(runBrowserTests())
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
  const failed = outcomes.flatMap((outcome) => outcome.failed)
  // Printed last, because a long output may be truncated at its beginning.
  if (failed.length > 0) console.log(`\nFailed:\n${failed.map((name) => `  ${name}`).join('\n')}`)
  console.log(`\n${passed} passed, ${failed.length} failed`)
  process.exitCode = failed.length === 0 && passed > 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
}

function tryCheck(check: Check): Outcome {
  return runCheck(check) ? { passed: 1, failed: [] } : { passed: 0, failed: [check.name] }
}

function runUnitTests(): Outcome {
  const file = join(folder, 'unit.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const args = ['run', ...reporters, ...(isQuick ? ['packages', 'tools'] : [])]
  const check = { name: 'unit tests', command: 'vitest', args }
  const find = () => ({
    ...findPoppler(),
    ...(!isQuick && { ...findStrace(), ...findPgDump() }),
  })
  return runTests(check, find, file, unitOutcome)
}

function runBrowserTests(): Outcome {
  const file = join(folder, 'browser.json')
  const check = { name: 'browser tests', command: 'playwright', args: ['test'] }
  const find = () => ({
    ...findBrowsers(),
    ...findFont(),
    ...findWebKit(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  })
  return runTests(check, find, file, browserOutcome)
}

/** Runs tests with the programs that they need. A program that cannot be found fails them. */
function runTests<Report>(
  check: Check,
  findPrograms: () => Record<string, string>,
  file: string,
  read: (report: Report) => Outcome,
): Outcome {
  try {
    const isGood = runCheck(check, findPrograms())
    const outcome = read(JSON.parse(readFileSync(file, 'utf8')))
    // A run may fail without a failed test, for example by an unhandled rejection.
    if (isGood || outcome.failed.length > 0) return outcome
    return { ...outcome, failed: [check.name] }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { passed: 0, failed: [`${check.name}: ${reason}`] }
  }
}
