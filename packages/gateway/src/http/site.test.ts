import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readSite } from './site.ts'

test('a file gets its media type from its extension, in any letter case', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-site-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of ['photo.JPG', 'Resume.Pdf', 'brand.svg', 'index.html.br', 'notes']) {
    writeFileSync(join(folder, name), name)
  }
  const types = [...readSite(folder)].map(([address, { type }]) => [address, type])
  expect(types.sort()).toEqual([
    ['/Resume.Pdf', 'application/pdf'],
    ['/brand.svg', 'image/svg+xml'],
    ['/photo.JPG', 'image/jpeg'],
  ])
})

test('an ETag depends on the content, or on the name of an asset', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-site-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'assets'))
  const tagsOf = (text: string) => {
    for (const name of ['page.html', 'assets/one-1.jpg', 'assets/one-2.jpg']) {
      writeFileSync(join(folder, name), text)
    }
    const site = readSite(folder)
    return [...site.keys()].sort().map((address) => site.get(address)?.bodies[0]?.etag)
  }
  const [one, two, page] = tagsOf('before')
  expect(one).not.toBe(two)
  const [sameOne, sameTwo, otherPage] = tagsOf('after')
  expect([sameOne, sameTwo]).toEqual([one, two])
  expect(otherPage).not.toBe(page)
})

test('hidden folders are not served, except .well-known', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-site-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of ['.git', 'assets/.cache', '.well-known']) {
    mkdirSync(join(folder, name), { recursive: true })
    writeFileSync(join(folder, name, 'notes.txt'), name)
  }
  expect([...readSite(folder).keys()]).toEqual(['/.well-known/notes.txt'])
})
