import {
  chmodSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bringFile } from './bring-file.ts'

const LONG_AGO = new Date(2020, 1, 1)

let folder: string
let from: string
let before: string
let to: string

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-bring-'))
  from = join(folder, 'kept.avif')
  before = join(folder, 'before.avif')
  to = join(folder, 'after.avif')
  writeFileSync(from, 'pixels')
  utimesSync(from, LONG_AGO, LONG_AGO)
  await bringFile(from, before)
})

afterEach(() => rmSync(folder, { recursive: true }))

test('what the site before holds is taken from there, and never from where it is kept', async () => {
  await bringFile(from, to, before)
  expect(statSync(to).ino).toBe(statSync(before).ino)
  expect(statSync(to).ino).not.toBe(statSync(from).ino)
})

test.each<[string, () => void]>([
  ['was changed by hand', () => writeFileSync(before, 'PIXELS')],
  ['was cut off', () => cutOff()],
  ['may not be read', () => chmodSync(before, 0)],
  ['is a link to what is kept', () => replaceByLink()],
  ['is gone', () => rmSync(before)],
])('a file that %s is copied anew', async (_, spoil) => {
  spoil()
  await bringFile(from, to, before)
  expect(readFileSync(to, 'utf8')).toBe('pixels')
  expect(statSync(to).mode).toBe(statSync(from).mode)
  const kept = statSync(from).ino
  expect([kept, statSync(before, { throwIfNoEntry: false })?.ino]).not.toContain(statSync(to).ino)
})

function cutOff() {
  writeFileSync(before, 'pix')
  utimesSync(before, LONG_AGO, LONG_AGO)
}

function replaceByLink() {
  rmSync(before)
  symlinkSync(from, before)
}
