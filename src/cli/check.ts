import { CHECKS, runCheck } from './checks.ts'

const UNIT_TESTS = { name: 'unit tests', command: 'vitest', args: ['run'] }

const results = [...CHECKS, UNIT_TESTS].map((check) => ({ ...check, isGood: runCheck(check) }))
const failed = results.filter(({ isGood }) => !isGood).map(({ name }) => name)
console.log(failed.length === 0 ? '\nAll is well.' : `\nFailed: ${failed.join(', ')}.`)
process.exitCode = failed.length === 0 ? 0 : 1
