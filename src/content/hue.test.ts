import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readHue } from './hue.ts'

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
