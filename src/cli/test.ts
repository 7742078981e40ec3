import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHECKS, type Check, runCheck } from './checks.ts'
import { findBrowsers } from './find-browsers.ts'
import { findPgDump } from './find-pg-dump.ts'
import { findPoppler } from './find-poppler.ts'
import { findStrace } from './find-strace.ts'

type Count = { passed: number; failed: number }
type UnitReport = { numPassedTests: number; numTotalTests: number }
type BrowserReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

const folder = mkdtempSync(join(tmpdir(), 'reward-codes-test-'))
try {
  const counts = [...CHECKS.map(countCheck), countUnitTests(), countBrowserTests()]
  const passed = counts.reduce((sum, count) => sum + count.passed, 0)
  const failed = counts.reduce((sum, count) => sum + count.failed, 0)
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
}

function countCheck(check: (typeof CHECKS)[number]): Count {
  return runCheck(check) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

function countUnitTests(): Count {
  const file = join(folder, 'unit.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const check = { name: 'unit tests', command: 'vitest', args }
  const find = () => ({ ...findPoppler(), ...findStrace(), ...findPgDump() })
  return countTests(check, find, file, (report: UnitReport) => ({
    passed: report.numPassedTests,
    failed: report.numTotalTests - report.numPassedTests,
  }))
}

function countBrowserTests(): Count {
  const file = join(folder, 'browser.json')
  const check = { name: 'browser tests', command: 'playwright', args: ['test'] }
  const find = () => ({ ...findBrowsers(), PLAYWRIGHT_JSON_OUTPUT_FILE: file })
  // A test that passed only on a second try has a fault that has not been found.
  return countTests(check, find, file, ({ stats }: BrowserReport) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped,
  }))
}

/** Runs tests with the programs that they need, or says which of them cannot be had. */
function countTests<Report>(
  check: Check,
  findPrograms: () => Record<string, string>,
  file: string,
  pick: (report: Report) => Count,
): Count {
  try {
    return readCount(file, runCheck(check, findPrograms()), pick)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return { passed: 0, failed: 1 }
  }
}

/** The numbers of a report; a run that failed without a failed test counts as one failure. */
function readCount<Report>(file: string, isGood: boolean, pick: (report: Report) => Count): Count {
  try {
    const { passed, failed } = pick(JSON.parse(readFileSync(file, 'utf8')))
    return { passed, failed: isGood ? failed : Math.max(failed, 1) }
  } catch {
    return { passed: 0, failed: 1 }
  }
}
