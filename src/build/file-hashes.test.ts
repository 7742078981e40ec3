import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hashBytes, openFileHashes } from './file-hashes.ts'

const HOUR_MS = 60 * 60 * 1000
const LONG_AGO = new Date(2020, 1, 1)
const NOT_READ = 'not read again'

let folder: string
let file: string
let other: string
let record: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-hashes-'))
  file = join(folder, 'photo.jpg')
  other = join(folder, 'other.jpg')
  record = join(folder, 'cache/hashes.json')
  writeFileSync(file, 'one')
  writeFileSync(other, 'two')
  for (const name of [file, other]) utimesSync(name, LONG_AGO, LONG_AGO)
})

afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

test('a file that stays as it is gets read once, by all commands together', () => {
  keepRested()
  expect(openFileHashes(record).of(file)).toBe(NOT_READ)
})

test.each<[string, () => void]>([
  ['is written anew', () => writeFileSync(file, 'two')],
  ['is written anew and dated back', () => writeAndDateBack()],
  ['makes room for another of its size and age', () => renameSync(other, file)],
  ['is now a link to such another', () => replaceByLink()],
])('one that %s is read again', (_, change) => {
  keepRested()
  change()
  expect(openFileHashes(record).of(file)).toBe(hashBytes(Buffer.from('two')))
})

test('one that was changed a moment ago is read each time, because the next change may not show', () => {
  const hashes = openFileHashes(record)
  hashes.of(file)
  hashes.keep()
  expect(existsSync(record)).toBe(false)
})

test('one that is gone is told, and so is a folder', () => {
  keepRested()
  rmSync(file)
  expect(() => openFileHashes(record).of(file)).toThrow('ENOENT')
  expect(() => openFileHashes(record).of(folder)).toThrow('EISDIR')
})

test('what nobody asked for is no longer kept once there is anything new', () => {
  keepRested()
  const later = openFileHashes(record)
  later.of(other)
  later.keep()
  expect(Object.keys(JSON.parse(readFileSync(record, 'utf8')))).toEqual([other])
  expect(readdirSync(join(folder, 'cache'))).toEqual(['hashes.json'])
})

test.each(['', 'null', '[]', '{"half":', `{"${'file'}":7}`])(
  'a record of %j does no harm',
  (text) => {
    keepRested()
    writeFileSync(record, text.replace('file', file))
    expect(openFileHashes(record).of(file)).toBe(hashBytes(Buffer.from('one')))
  },
)

test('where nothing can be written all goes on', () => {
  rest()
  const hashes = openFileHashes(join(file, 'hashes.json'))
  hashes.of(file)
  expect(() => hashes.keep()).not.toThrow()
})

/** Keeps a hash that shows whether it is asked for or the file is read. */
function keepRested() {
  rest()
  const hashes = openFileHashes(record)
  const hash = hashes.of(file)
  hashes.keep()
  writeFileSync(record, readFileSync(record, 'utf8').replace(hash, NOT_READ))
}

function rest() {
  vi.useFakeTimers({ now: Date.now() + HOUR_MS, toFake: ['Date'] })
}

function writeAndDateBack() {
  copyFileSync(other, file)
  utimesSync(file, LONG_AGO, LONG_AGO)
}

function replaceByLink() {
  rmSync(file)
  symlinkSync(other, file)
}
