import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from 'test-fixtures/folders.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { browserOutcome, unitOutcome } from './test-report.ts'

let folder: string
beforeEach(() => {
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  folder = mkdtempSync(join(ROOT, '.cache/test-report-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('unit tests that did not pass are listed, and so is a file that cannot be loaded', () => {
  writeFileSync(
    join(folder, 'some.test.ts'),
    `import { describe, expect, test } from 'vitest'
    test('good', () => expect(1).toBe(1))
    describe('a group', () => test('bad', () => expect(1).toBe(2)))
    test.skip('skipped', () => {})`,
  )
  writeFileSync(join(folder, 'broken.test.ts'), 'throw new Error("broken")')
  const report = runTests('vitest/vitest.mjs', [
    'run',
    '--reporter=json',
    '--outputFile=report.json',
    '--root',
    folder,
  ])
  const { passed, failed } = unitOutcome(report)
  expect(passed).toBe(1)
  expect(failed.map((name) => name.replace(/^.*test-report-\w+\//, '')).sort()).toEqual([
    'broken.test.ts',
    'some.test.ts › a group bad',
    'some.test.ts › skipped',
  ])
})

test('browser tests that did not pass at the first attempt are listed', () => {
  writeFileSync(
    join(folder, 'some.spec.ts'),
    `import { expect, test } from '@playwright/test'
    test('good', () => expect(1).toBe(1))
    test.describe('a group', () => test('bad', () => expect(1).toBe(2)))
    test('flaky', ({}, { retry }) => expect(retry).toBe(1))
    test.skip('skipped', () => {})`,
  )
  writeFileSync(join(folder, 'playwright.config.ts'), 'export default { retries: 1 }')
  const report = runTests('@playwright/test/cli.js', ['test', '--reporter=json', '-c', folder])
  expect(browserOutcome(report)).toEqual({
    passed: 1,
    failed: ['some.spec.ts › flaky', 'some.spec.ts › skipped', 'some.spec.ts › a group › bad'],
  })
})

/** The report of a run, which fails. */
function runTests(program: string, args: string[]) {
  const file = join(folder, 'report.json')
  const { status } = spawnSync(process.execPath, [join(ROOT, 'node_modules', program), ...args], {
    cwd: ROOT,
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  })
  expect(status).toBe(1)
  return JSON.parse(readFileSync(file, 'utf8'))
}
