import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { readImport } from './read-import.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-import-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function read(content: string | Uint8Array) {
  const file = join(folder, 'file.bin')
  writeFileSync(file, content)
  return readImport(file)
}

const RESUME = { basics: { name: 'Anna Nowak' } }

test.each([
  ['JSON', JSON.stringify(RESUME)],
  ['JSON with a byte order mark', `\ufeff${JSON.stringify(RESUME)}`],
  ['YAML', stringify(RESUME)],
])('a JSON Resume in %s is read, whatever its name is', (_, content) => {
  expect(read(content)).toEqual({
    ok: true,
    draft: { person: { name: 'Anna Nowak' } },
    unread: [],
    lost: [],
  })
})

test('what has no field is named, each once and only if it has a value', () => {
  const project = { name: 'Tactile', funding: 'none' }
  const resume = {
    $schema: 'https://example.org',
    basics: { name: 'Anna Nowak', age: '', location: { address: 'Main St' } },
    work: [{ name: 'Mill', team: 'A mill' }],
    projects: [project, project],
    interests: [{ name: 'Chess' }],
    hobbies: [],
    meta: { version: 'v1.0.0' },
  }
  expect(read(JSON.stringify(resume))).toMatchObject({
    unread: ['interests', 'basics.location.address', 'work.team', 'projects.funding'],
  })
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
  expect(read(content)).toEqual({
    ok: false,
    error: expect.stringMatching(/file\.bin.*Import a JSON Resume .* data export of LinkedIn/),
  })
})

test('a loop of aliases inside a resume ends', () => {
  const text = 'basics: &b { name: Anna, location: *b, self: *b }\nwork: &w [*w, { name: *b }]\n'
  expect(read(text)).toMatchObject({ ok: true, draft: { person: { name: 'Anna' } } })
})

test('a missing file and a folder without tables are rejected', () => {
  expect(readImport(join(folder, 'no.json'))).toMatchObject({
    ok: false,
    error: expect.stringMatching(/^Cannot read .*no\.json: ENOENT/),
  })
  expect(readImport(tmpdir())).toMatchObject({
    ok: false,
    error: expect.stringContaining('is neither a JSON Resume nor a LinkedIn export'),
  })
})
