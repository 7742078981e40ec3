import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { kept, removeUnused } from './kept.ts'

const DAY_MS = 24 * 60 * 60 * 1000

let folder: string
let made: string[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-kept-'))
  made = []
})

afterEach(() => rmSync(folder, { recursive: true }))

test('what was made of the same parts is not made again, and is the same', async () => {
  const first = await keep('font', 'abc')
  expect(await keep('font', 'abc')).toEqual(first)
  expect(made).toEqual(['font abc'])
})

test('other parts make something else, also where together they read the same', async () => {
  await keep('font', 'abc')
  expect(await keep('font', 'abd')).toEqual(Buffer.from('font abd'))
  expect(await keep('fonta', 'bc')).toEqual(Buffer.from('fonta bc'))
})

test('what could not be made is tried again', async () => {
  await expect(kept(['font'], () => Promise.reject(new Error('no')), folder)).rejects.toThrow('no')
  expect(readdirSync(folder)).toEqual([])
  expect(await keep('font')).toEqual(Buffer.from('font'))
})

test('what nobody has used for a month is removed, and what was used yesterday stays', async () => {
  await keep('used')
  await keep('unused')
  const old = new Date(Date.now() - 31 * DAY_MS)
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), old, old)
  await keep('used')
  await removeUnused(folder)
  await keep('used')
  expect(made).toEqual(['used', 'unused'])
  expect(readdirSync(folder)).toHaveLength(1)
})

function keep(...parts: string[]): Promise<Buffer> {
  const make = async () => {
    made.push(parts.join(' '))
    return Buffer.from(parts.join(' '))
  }
  return kept(parts, make, folder)
}
