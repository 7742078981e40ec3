import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashedPath, writeFiles } from './output-file.ts'

const TEXT = 'Words that return, words that return. '.repeat(40)

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-files-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

test('writes text files with equivalent Brotli and gzip variants', async () => {
  for (const _ of ['made', 'kept']) {
    await writeFiles(folder, [{ path: '/deep/page.html', body: TEXT }])
    expect(read('deep/page.html').toString()).toBe(TEXT)
    expect(brotliDecompressSync(read('deep/page.html.br')).toString()).toBe(TEXT)
    expect(gunzipSync(read('deep/page.html.gz')).toString()).toBe(TEXT)
  }
})

test('writes images; only vectors are compressed', async () => {
  const images = [
    { path: '/assets/photo.avif', body: 'pixels' },
    { path: '/assets/drawn.svg', body: '<svg/>' },
  ]
  await writeFiles(join(folder, 'site'), images)
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

test.each([
  ['images/Brand.SVG', /^\/assets\/Brand-[\w-]{8}\.svg$/],
  ['images/photo.Jpeg', /^\/assets\/photo-[\w-]{8}\.jpeg$/],
])('the hashed path of %s has a lower-case extension', (name, address) => {
  expect(hashedPath(name, 'bytes')).toMatch(address)
})
