import { mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BRAND, CARD } from '../../page/picture-slots.ts'
import { readPictureSource } from './source.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-source-'))
  file = join(folder, 'photo.jpg')
  writeFileSync(file, 'one')
})

afterEach(() => rmSync(folder, { recursive: true }))

test('a file that stays as it is gets read once for each of its slots', async () => {
  const first = await readPictureSource(file, CARD)
  expect(await readPictureSource(file, CARD)).toBe(first)
  expect((await readPictureSource(file, BRAND)).key).not.toBe(first.key)
})

test('a file that is written anew gets another key', async () => {
  const { key } = await readPictureSource(file, CARD)
  writeFileSync(file, 'two')
  expect((await readPictureSource(file, CARD)).key).not.toBe(key)
})

test('so does one whose place another takes, of the same size and age', async () => {
  const old = new Date(2020, 1, 1)
  utimesSync(file, old, old)
  const { key } = await readPictureSource(file, CARD)
  const other = join(folder, 'other.jpg')
  writeFileSync(other, 'two')
  utimesSync(other, old, old)
  renameSync(other, file)
  expect((await readPictureSource(file, CARD)).key).not.toBe(key)
})
