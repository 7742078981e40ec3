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

test('a file that stays as it is keeps its key, another one for each of its slots', () => {
  const first = readPictureSource(file, CARD)
  expect(readPictureSource(file, CARD)).toEqual(first)
  expect(readPictureSource(file, BRAND).key).not.toBe(first.key)
})

test.each([
  ['a photo by its first bytes', '\xff\xd8\xff', 'JPEG'],
  ['a drawing behind any comment', `<!-- ${'long '.repeat(2000)}--><svg/>`, 'SVG'],
  ['nothing in other words', '<p>', undefined],
])('%s is told', (_, bytes, name) => {
  writeFileSync(file, bytes, 'latin1')
  expect(readPictureSource(file, CARD).format?.name).toBe(name)
})

test('a file that is written anew gets another key', () => {
  const { key } = readPictureSource(file, CARD)
  writeFileSync(file, 'two')
  expect(readPictureSource(file, CARD).key).not.toBe(key)
})

test('so does one whose place another takes, of the same size and age', () => {
  const old = new Date(2020, 1, 1)
  utimesSync(file, old, old)
  const { key } = readPictureSource(file, CARD)
  const other = join(folder, 'other.jpg')
  writeFileSync(other, 'two')
  utimesSync(other, old, old)
  renameSync(other, file)
  expect(readPictureSource(file, CARD).key).not.toBe(key)
})
