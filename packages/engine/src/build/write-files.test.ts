import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeFiles } from './write-files.ts'

const TEXT = 'Words that return, words that return. '.repeat(40)

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-files-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

test('a text lies beside its compressed forms, which give it back', async () => {
  for (const _ of ['made', 'kept']) {
    await writeFiles(folder, {
      files: [{ path: '/deep/page.html', body: TEXT }],
      pictures: [],
    })
    expect(read('deep/page.html').toString()).toBe(TEXT)
    expect(brotliDecompressSync(read('deep/page.html.br')).toString()).toBe(TEXT)
    expect(gunzipSync(read('deep/page.html.gz')).toString()).toBe(TEXT)
  }
})

test('pictures come from where they lie, or are drawn; only drawings are compressed', async () => {
  const from = join(folder, 'kept.avif')
  writeFileSync(from, 'pixels')
  await writeFiles(join(folder, 'site'), {
    files: [],
    pictures: [
      { path: '/assets/photo.avif', from, read: () => Promise.reject(new Error('not needed')) },
      { path: '/assets/drawn.svg', read: async () => '<svg/>' },
    ],
  })
  expect(readdirSync(join(folder, 'site/assets')).sort()).toEqual([
    'drawn.svg',
    'drawn.svg.br',
    'drawn.svg.gz',
    'photo.avif',
  ])
  expect(read('site/assets/photo.avif').toString()).toBe('pixels')
})

function read(name: string): Buffer {
  return readFileSync(join(folder, name))
}
