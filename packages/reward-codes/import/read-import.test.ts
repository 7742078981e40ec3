import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { freshFolder } from 'test-fixtures/fresh-folder.ts'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { readImport } from './read-import.ts'

function read(content: string | Uint8Array) {
  const file = join(freshFolder(), 'file.bin')
  writeFileSync(file, content)
  return readImport(file)
}

const RESUME = { basics: { name: 'Anna Nowak' } }

test.each([
  ['JSON', JSON.stringify(RESUME)],
  ['JSON with a byte order mark', `\ufeff${JSON.stringify(RESUME)}`],
  ['YAML', stringify(RESUME)],
])('a JSON Resume in %s is read, whatever its name is', (_, content) => {
  const draft = { person: { name: 'Anna Nowak' } }
  expect(read(content)).toEqual({ ok: true, draft, unread: [], lost: [] })
})

test.each([
  ['nothing', ''],
  ['a PDF', '%PDF-1.7\n…'],
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 1])],
  ['broken JSON', '{"basics": {"name": "Anna"'],
  ['other JSON', '{"name": "Anna", "age": 7}'],
  ['JSON with a list of the same name', '{"name": "site", "skills": ["CSS"], "work": {}}'],
  ['a list', '[1, 2]'],
  ['prose', 'Dear Sir or Madam'],
  ['a zip of something else', zipSync({ 'word/document.xml': new Uint8Array([1]) })],
  ['half a zip', zipSync({ 'Profile.csv': new Uint8Array(900) }).subarray(0, 90)],
  ['half a table', zipSync({ 'Profile.csv': new TextEncoder().encode('First Name\n"An') })],
  ['brackets without end', '['.repeat(50_000)],
  ['a loop of aliases', '- &a [*a]\n'],
])('%s is rejected with what can be imported', (_, content) => {
  expect(read(content)).toEqual({ ok: false, error: expect.stringContaining('file.bin') })
})

test('a loop of aliases inside a resume ends', () => {
  const text = 'basics: &b { name: Anna, location: *b, self: *b }\nwork: &w [*w, { name: *b }]\n'
  expect(read(text)).toMatchObject({ ok: true, draft: { person: { name: 'Anna' } } })
})

test('a missing file and a folder without tables are rejected', () => {
  expect(readImport(join(freshFolder(), 'no.json'))).toMatchObject({ ok: false })
  expect(readImport(tmpdir())).toMatchObject({ ok: false })
})
