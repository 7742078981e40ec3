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

function read(content: string | Uint8Array, name = 'file.bin') {
  const file = join(folder, name)
  writeFileSync(file, content)
  return readImport(file)
}

const RESUME = { basics: { name: 'Anna Nowak' } }
const CARD = 'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Anna Nowak\r\nEND:VCARD\r\n'

test.each([
  ['JSON', JSON.stringify(RESUME)],
  ['JSON with a mark before it', `\ufeff${JSON.stringify(RESUME)}`],
  ['JSON in UTF-16', Buffer.from(`\ufeff${JSON.stringify(RESUME)}`, 'utf16le')],
  ['YAML', stringify(RESUME)],
  ['a vCard', CARD],
])('%s is detected from its content, not from its name', (_, content) => {
  for (const name of ['file.txt', 'file.json', 'file.vcf', 'file.zip']) {
    const imported = read(content, name)
    expect(imported).toMatchObject({ ok: true, draft: { person: { name: 'Anna Nowak' } } })
  }
})

test('a vCard in another encoding than UTF-8 is read in the one that it names', () => {
  const [before, after] = CARD.split('Anna Nowak')
  // Łęcka in Windows-1250.
  const name = Buffer.from([0xa3, 0xea, 0x63, 0x6b, 0x61])
  const start = Buffer.from(`${before}`.replace('FN:', 'FN;LANGUAGE=pl;CHARSET=windows-1250:'))
  const card = Buffer.concat([start, name, Buffer.from(`${after}`)])
  expect(read(card)).toMatchObject({ ok: true, draft: { person: { name: 'Łęcka' } } })
})

test.each([
  ['nothing', '', /empty.*interrupted/],
  ['a PDF', '%PDF-1.7\n…', /PDF.*data export/],
  [
    'a Europass CV',
    '<?xml version="1.0"?><SkillsPassport xmlns="http://europass.example"/>',
    /Europass CV/,
  ],
  ['a saved page', '<!doctype html><title>Anna | LinkedIn</title>', /web page/],
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 1]), /no text/],
  ['broken JSON', '{"basics": {"name": "Anna"', /neither JSON nor YAML/],
  ['other JSON', '{"name": "Anna", "age": 7}', /no JSON Resume.*basics.*name, age/],
  ['a list', '[1, 2]', /no JSON Resume/],
  ['prose', 'Dear Sir or Madam', /no JSON Resume/],
  ['a table', 'Date,Amount\n1,2\n', /no JSON Resume.*LinkedIn data export/],
  ['half a vCard', 'BEGIN:VCARD\nFN:Anna\n', /END:VCARD is missing/],
  ['a foreign zip', zipSync({ 'word/document.xml': new Uint8Array([1]) }), /none of the tables/],
  ['an empty zip', zipSync({}), /none of the tables/],
  ['half a zip', zipSync({ 'Profile.csv': new Uint8Array(900) }).subarray(0, 90), /damaged/],
  ['brackets without end', '['.repeat(50_000), /neither JSON nor YAML/],
  ['brackets in a resume', `{"basics": ${deep(200_000)}}`, /nested more than 50 levels/],
  ['a loop of aliases', 'basics: &a [*a]\n', /nested more than 50 levels/],
  ['a bomb of aliases', aliasBomb(), /neither JSON nor YAML/],
])('%s is rejected with a fix', (_, content, message) => {
  const imported = read(content)
  expect(imported).toMatchObject({ ok: false })
  if (!imported.ok) expect(imported.error).toMatch(message)
})

test('a missing file and a folder without an export are rejected', () => {
  expect(readImport(join(folder, 'no.json'))).toMatchObject({
    ok: false,
    error: expect.stringContaining('There is no file'),
  })
  expect(readImport(tmpdir())).toMatchObject({
    ok: false,
    error: expect.stringContaining('holds none of the tables'),
  })
})

function aliasBomb(): string {
  const levels = 'abcdefghij'.split('')
  const lines = levels.map((name, index) => {
    const above = levels[index - 1]
    const items = above ? Array(10).fill(`*${above}`) : Array(10).fill('x')
    return `${name}: &${name} [${items.join(', ')}]`
  })
  return `${lines.join('\n')}\nbasics: *j\n`
}

function deep(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels)
}
