import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readImport } from './read-import.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-tables-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

type Tables = Record<string, Uint8Array>

/** The same tables as a folder and as a zip. */
function bothWays(tables: Tables) {
  const zip = join(folder, 'export.zip')
  for (const [name, bytes] of Object.entries(tables)) writeFileSync(join(folder, name), bytes)
  writeFileSync(zip, zipSync(tables))
  return [readImport(folder), readImport(zip)]
}

const UNCLOSED = Buffer.from('Name\n"Linux\nGo\n')
const GOOD = Buffer.from('Name,Proficiency\nPolish,Native\n')

test.each(['latin1', 'utf8', 'utf16le'] as const)(
  'a table in %s is read everywhere',
  (encoding) => {
    const mark = encoding === 'utf16le' ? '\ufeff' : ''
    const table = Buffer.from(`${mark}Title,Company Name\nBaker,Café\n`, encoding)
    for (const imported of [
      ...bothWays({ 'Positions.csv': table }),
      readImport(join(folder, 'Positions.csv')),
    ]) {
      expect(imported).toMatchObject({
        draft: { resume: { experience: { entries: [{ course: 'Baker', school: 'Café' }] } } },
      })
    }
  },
)

test('a damaged table is named, and the others come along', () => {
  const tables = { 'Skills.csv': UNCLOSED, 'Languages.csv': GOOD }
  for (const imported of bothWays(tables)) {
    expect(imported).toMatchObject({
      ok: true,
      draft: { resume: { languages: { entries: [{ name: 'Polish' }] } } },
      left: [{ what: 'the table Skills.csv', why: expect.stringMatching(/damaged.*anew/) }],
    })
  }
})

test.each([
  ['an unclosed quote', UNCLOSED, /Skills\.csv: it is damaged/],
  ['no text', Buffer.from([0x4e, 0, 0, 1]), /Skills\.csv: it holds no text/],
])('where the only table has %s there is nothing to import', (_, bytes, message) => {
  for (const imported of bothWays({ 'Skills.csv': bytes })) {
    expect(imported).toMatchObject({ ok: false, fault: expect.stringMatching(message) })
  }
})

test('a table by itself with an unclosed quote is named too', () => {
  writeFileSync(join(folder, 'Skills.csv'), UNCLOSED)
  expect(readImport(join(folder, 'Skills.csv'))).toMatchObject({
    ok: false,
    fault: expect.stringMatching(/Skills\.csv: it is damaged/),
  })
})
