import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readHue, writeHue } from './hue.ts'

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
