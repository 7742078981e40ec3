import { mkdtempSync, readdirSync, rmSync, truncateSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cached, prune } from './cache.ts'

const DAY_MS = 24 * 60 * 60 * 1000

let folder: string
let made: string[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-cache-'))
  made = []
})

afterEach(() => rmSync(folder, { recursive: true }))

test('equal parts return the cached result', async () => {
  const first = await keep('font', 'abc')
  expect(await keep('font', 'abc')).toEqual(first)
  expect(made).toEqual(['font abc'])
})

test('different parts have different keys, even if they are equal when concatenated', async () => {
  await keep('font', 'abc')
  expect(await keep('font', 'abd')).toEqual(Buffer.from('font abd'))
  expect(await keep('fonta', 'bc')).toEqual(Buffer.from('fonta bc'))
})

test('a damaged entry is made again', async () => {
  await keep('font')
  const [entry = ''] = readdirSync(folder)
  truncateSync(join(folder, entry), 34)
  expect(await keep('font')).toEqual(Buffer.from('font'))
  expect(made).toEqual(['font', 'font'])
})

test('a failure is not cached', async () => {
  await expect(cached(['font'], () => Promise.reject(new Error('no')), folder)).rejects.toThrow(
    'no',
  )
  expect(readdirSync(folder)).toEqual([])
  expect(await keep('font')).toEqual(Buffer.from('font'))
})

test('entries unused for a month are removed, and recently used ones stay', async () => {
  await keep('used')
  await keep('unused')
  const old = new Date(Date.now() - 31 * DAY_MS)
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), old, old)
  await keep('used')
  await prune(folder)
  await keep('used')
  expect(made).toEqual(['used', 'unused'])
  expect(readdirSync(folder)).toHaveLength(1)
})

function keep(...parts: string[]): Promise<Buffer> {
  const make = async () => {
    made.push(parts.join(' '))
    return Buffer.from(parts.join(' '))
  }
  return cached(parts, make, folder)
}
