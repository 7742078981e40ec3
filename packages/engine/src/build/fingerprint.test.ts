import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fingerprint, isCurrent } from './fingerprint.ts'
import { writeFiles } from './output-file.ts'

const HOUR_MS = 60 * 60 * 1000
const LONG_AGO = new Date(2020, 1, 1)

let folder: string
let content: string
let photo: string

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-fingerprint-'))
  content = join(folder, 'content')
  photo = join(content, 'images/photo.jpg')
  mkdirSync(join(content, 'images'), { recursive: true })
  writePhoto('one')
  // Makes the last change one hour old.
  vi.useFakeTimers({ now: Date.now() + HOUR_MS, toFake: ['Date'] })
  await writeFiles(folder, [fingerprint(content)])
})

afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

test('a site is current for equal content in any folder', () => {
  expect(isCurrent(folder, content)).toBe(true)
  const elsewhere = join(folder, 'elsewhere')
  cpSync(content, elsewhere, { recursive: true })
  expect(isCurrent(folder, elsewhere)).toBe(true)
})

test.each<[string, () => void]>([
  ['another photo of equal size and mtime', () => writePhoto('two')],
  ['an added file', () => writeFileSync(join(content, 'theme.css'), '')],
  ['a removed file', () => rmSync(photo)],
])('%s makes the site outdated', (_, change) => {
  change()
  expect(isCurrent(folder, content)).toBe(false)
})

function writePhoto(text: string) {
  writeFileSync(photo, text)
  utimesSync(photo, LONG_AGO, LONG_AGO)
}
