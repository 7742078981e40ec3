import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { changedSample } from '../../tests/fixtures/change-content.ts'
import { findThemeFaults, readHue, writeHue } from './hue.ts'
import { loadExamined } from './load.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-hue-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

test.each([
  [':root {\n  --hue: 20;\n}', 20],
  [':root{--hue:262.5deg}', 262.5],
  [':root { /* --hue: 20; */ --hue: 30; }', 30],
])('the hue of %j is %d', (css, hue) => {
  writeFileSync(join(folder, 'theme.css'), css)
  expect(readHue(folder)).toBe(hue)
})

test('without a theme or a number in it there is none', () => {
  expect(readHue(folder)).toBeUndefined()
  writeFileSync(join(folder, 'theme.css'), ':root { --hue: var(--mine); }')
  expect(readHue(folder)).toBeUndefined()
})

test.each([
  ['/* was --hue: 30; */ :root { --hue: 165; }', '/* was --hue: 30; */ :root { --hue: 250; }'],
  [':root { --hue: -15; }', ':root { --hue: 250; }'],
  [':root{--hue:262.5deg}', ':root{--hue:250deg}'],
])('another hue in %j gives %j', (css, written) => {
  writeFileSync(join(folder, 'theme.css'), css)
  expect(writeHue(folder, '250')).toBe(true)
  expect(readFileSync(join(folder, 'theme.css'), 'utf8')).toBe(written)
})

test('where no number stands none is written', () => {
  expect(writeHue(folder, '250')).toBe(false)
  writeFileSync(join(folder, 'theme.css'), ':root { --hue: var(--mine); }')
  expect(writeHue(folder, '250')).toBe(false)
})

test.each([
  [':root {\n  --hue: green;\n}', 2, 3, 'green'],
  ['/* --hue:\n20; */ :root { --hue:; }', 2, 16, 'nothing'],
  [':root {}', 1, 1, 'nothing'],
])('the fault of %j is told with its place', (css, line, column, found) => {
  writeFileSync(join(folder, 'theme.css'), css)
  expect(findThemeFaults(folder)).toMatchObject([{ line, column, found, field: '--hue' }])
})

test.each([
  ['of the words', 'greeting: Hi There!', 'greting: Hi There!'],
  ['of YAML', 'greeting: Hi There!', 'greeting: @maja'],
])('a hue that is no number is told behind faults %s', async (_, from, to) => {
  const content = changedSample()
  const file = join(content, 'portfolio.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))
  writeFileSync(join(content, 'theme.css'), ':root { --hue: green; }')
  const loaded = await loadExamined(content, async () => [])
  const files = loaded.ok ? [] : loaded.problems.map((problem) => basename(problem.file))
  expect(files).toEqual(['portfolio.yaml', 'theme.css'])
})

test('a hue that is no number is a fault even where all else is right', async () => {
  const content = changedSample()
  rmSync(join(content, 'theme.css'))
  expect((await loadExamined(content, async () => [])).ok).toBe(false)
})
