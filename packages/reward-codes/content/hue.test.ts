import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { changedSample } from 'test-fixtures/change-content.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { contentAssets } from '../images/check.ts'
import { findThemeErrors, readHue } from './hue.ts'
import { load } from './load.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-hue-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

test.each([
  [':root {\n  --hue: 20;\n}', 20],
  [':root{--hue:262.5deg}', 262.5],
  [':root{--hue:0}', 0],
  [':root { --hue: 360; }', 360],
  [':root { --hue: .5; }', 0.5],
  [':root { /* --hue: 20; */ --hue: 30; }', 30],
])('the hue of %j is %d', (css, hue) => {
  writeFileSync(join(folder, 'theme.css'), css)
  expect(readHue(folder)).toBe(hue)
})

test('there is no hue without a theme or without a number in it', () => {
  expect(readHue(folder)).toBeUndefined()
  writeFileSync(join(folder, 'theme.css'), ':root { --hue: var(--mine); }')
  expect(readHue(folder)).toBeUndefined()
})

test.each(['1.6.5', '361', '-20', '.', '1e2', '165.'])(
  '--hue: %s is an error with its line',
  (hue) => {
    writeFileSync(join(folder, 'theme.css'), `:root {\n  --hue: ${hue};\n}`)
    expect(readHue(folder)).toBeUndefined()
    expect(findThemeErrors(folder)).toMatchObject([{ line: 2, column: 3, found: hue }])
  },
)

test.each([
  [':root {\n  --hue: green;\n}', 2, 3, 'green'],
  ['/* --hue:\n20; */ :root { --hue:; }', 2, 16, 'nothing'],
  [':root {}', 1, 1, 'nothing'],
])('the error of %j has its location', (css, line, column, found) => {
  writeFileSync(join(folder, 'theme.css'), css)
  expect(findThemeErrors(folder)).toMatchObject([{ line, column, found, field: '--hue' }])
})

test.each([
  ['of the schema', 'greeting: Hi There!', 'greting: Hi There!'],
  ['of YAML', 'greeting: Hi There!', 'greeting: @maja'],
])('an invalid hue is reported after errors %s', async (_, from, to) => {
  const content = changedSample()
  const file = join(content, 'portfolio.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))
  writeFileSync(join(content, 'theme.css'), ':root { --hue: green; }')
  const loaded = await load(content, { assets: contentAssets })
  const files = loaded.ok ? [] : loaded.diagnostics.map((diagnostic) => basename(diagnostic.file))
  expect(files).toEqual(['portfolio.yaml', 'theme.css'])
})

test('a missing hue is an error even if all other content is valid', async () => {
  const content = changedSample()
  rmSync(join(content, 'theme.css'))
  expect((await load(content, { assets: contentAssets })).ok).toBe(false)
})
