import { relative } from 'node:path'

/** The result of a test run: how many passed, and the names of those that failed. */
export type Outcome = { passed: number; failed: string[] }

type UnitReport = {
  testResults: {
    name: string
    status: string
    assertionResults: { fullName: string; status: string }[]
  }[]
}

type BrowserReport = { suites: BrowserSuite[]; errors: { message?: string }[] }
type BrowserSuite = {
  title: string
  file: string
  suites?: BrowserSuite[]
  specs: { title: string; tests: { status: string }[] }[]
}

/** A file that cannot be loaded has no tests, and fails under its name. */
export function unitOutcome({ testResults }: UnitReport): Outcome {
  const tests = testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative('.', name)
    const own = assertionResults.map((test) => ({
      name: `${file} › ${test.fullName}`,
      isGood: test.status === 'passed',
    }))
    return own.length === 0 ? [{ name: file, isGood: status === 'passed' }] : own
  })
  return outcomeOf(tests)
}

/** A test that passes only on a retry counts as failed. */
export function browserOutcome({ suites, errors }: BrowserReport): Outcome {
  const tests = suites.flatMap((suite) => testsOf(suite, []))
  const outside = errors.map(({ message = 'an error outside of the tests' }) => ({
    name: message.split('\n')[0] ?? '',
    isGood: false,
  }))
  return outcomeOf([...tests, ...outside])
}

function testsOf(suite: BrowserSuite, above: string[]): { name: string; isGood: boolean }[] {
  const path = [...above, suite.title]
  const own = suite.specs.flatMap(({ title, tests }) =>
    tests.map(({ status }) => ({
      name: [...path, title].join(' › '),
      isGood: status === 'expected',
    })),
  )
  return [...own, ...(suite.suites ?? []).flatMap((inner) => testsOf(inner, path))]
}

function outcomeOf(tests: { name: string; isGood: boolean }[]): Outcome {
  return {
    passed: tests.filter(({ isGood }) => isGood).length,
    failed: tests.filter(({ isGood }) => !isGood).map(({ name }) => name),
  }
}
