import { CHECKS, runCheck } from './checks.ts'
import { findPoppler } from './find-poppler.ts'

const UNIT_TESTS = {
  name: 'tests beside the code',
  command: 'vitest',
  args: ['run', 'packages', 'tools'],
}

const results = CHECKS.map((check) => ({ ...check, isGood: runCheck(check) }))
results.push({ ...UNIT_TESTS, isGood: runUnitTests() })
const failed = results.filter(({ isGood }) => !isGood).map(({ name }) => name)
console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.join(', ')}.`)
process.exitCode = failed.length === 0 ? 0 : 1

function runUnitTests(): boolean {
  try {
    return runCheck(UNIT_TESTS, findPoppler())
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return false
  }
}
