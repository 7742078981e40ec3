import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { IMPORTS } from 'test-fixtures/folders.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tablesOfZip } from './linkedin-files.ts'
import { readImport } from './read-import.ts'

const EXPORT = join(IMPORTS, 'linkedin')

/** The offset of the unpacked size in the central directory of a zip. */
const UNPACKED_SIZE = 24

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-tables-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function read(path: string) {
  const imported = readImport(path)
  if (!imported.ok) throw new Error(imported.error)
  return imported
}

type Tables = Record<string, Uint8Array>

function zip(tables: Tables): string {
  const file = join(folder, 'export.zip')
  writeFileSync(file, zipSync(tables))
  return file
}

/** The same tables imported as a folder and as a zip. */
function bothWays(tables: Tables) {
  for (const [name, bytes] of Object.entries(tables)) writeFileSync(join(folder, name), bytes)
  return [readImport(folder), readImport(zip(tables))]
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

test('a damaged table is reported, and the others are imported', () => {
  const tables = { 'Skills.csv': UNCLOSED, 'Languages.csv': GOOD }
  for (const imported of bothWays(tables)) {
    expect(imported).toMatchObject({
      ok: true,
      draft: { resume: { languages: { entries: [{ name: 'Polish' }] } } },
      skipped: [
        { what: 'the table Skills.csv', why: expect.stringMatching(/damaged.*export it again/) },
      ],
    })
  }
})

test.each([
  ['an unclosed quote', UNCLOSED, /Skills\.csv: it is damaged/],
  ['no text', Buffer.from([0x4e, 0, 0, 1]), /Skills\.csv: it holds no text/],
])('an export whose only table has %s is rejected', (_, bytes, message) => {
  for (const imported of bothWays({ 'Skills.csv': bytes })) {
    expect(imported).toMatchObject({ ok: false, error: expect.stringMatching(message) })
  }
})

test('a single table with an unclosed quote is rejected', () => {
  writeFileSync(join(folder, 'Skills.csv'), UNCLOSED)
  expect(readImport(join(folder, 'Skills.csv'))).toMatchObject({
    ok: false,
    error: expect.stringMatching(/Skills\.csv: it is damaged/),
  })
})

test('a byte order mark before quoted column names is ignored', () => {
  writeFileSync(join(folder, 'Skills.csv'), '\ufeff"Name","Other, name"\nLinux,x\n')
  expect(read(folder).draft.resume?.skills?.entries).toEqual([{ name: 'Linux' }])
})

test('notes above a table are not its column names', () => {
  const notes = 'Notes:\n"Some of these, as you see, are notes."\n\nName\nLinux\n'
  writeFileSync(join(folder, 'Skills.csv'), notes)
  expect(read(folder).draft.resume?.skills?.entries).toEqual([{ name: 'Linux' }])
})

test('paths in zips and symbolic links lead to no other folder', () => {
  const outside = join(folder, '../../Skills.csv')
  const file = zip({ '../../Skills.csv': strToU8('Name\nLinux\n') })
  expect(read(file).draft.resume?.skills?.entries).toEqual([{ name: 'Linux' }])
  expect(() => readFileSync(outside)).toThrow()
  symlinkSync(join(EXPORT, 'Profile.csv'), join(folder, 'Profile.csv'))
  writeFileSync(join(folder, 'Skills.csv'), 'Name\nLinux\n')
  expect(read(folder).draft.person).toEqual({})
})

test('a zip bomb is not unpacked, even if it announces a small size', () => {
  const bomb = zipSync({
    'Profile.csv': new Uint8Array(6_000_000),
    'Skills.csv': strToU8('Name\nGo\n'),
  })
  expect([...tablesOfZip(bomb).tables.keys()]).toEqual(['Skills'])
  const liar = Buffer.from(bomb)
  liar.writeUInt32LE(1000, liar.indexOf('PK\u0001\u0002') + UNPACKED_SIZE)
  expect(tablesOfZip(liar).tables.get('Profile')).toHaveLength(1000)
})

test('a table may have Windows line ends', () => {
  const table = readFileSync(join(EXPORT, 'Positions.csv'), 'utf8').replaceAll('\n', '\r\n')
  writeFileSync(join(folder, 'Positions.csv'), table)
  const { experience } = read(EXPORT).draft.resume ?? {}
  expect(read(folder).draft.resume).toEqual({ experience })
})

test('of tables of the same name in a zip, only the first is read', () => {
  const table = strToU8(`Name\n${'Linux\n'.repeat(1000)}`)
  const files = Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [`${index}/Skills.csv`, table]),
  )
  expect(read(zip(files)).draft.resume?.skills?.entries).toHaveLength(1000)
})

test('tables without a place in the portfolio are reported', () => {
  const files = {
    'Skills.csv': Buffer.from('Name\nLinux\n'),
    'Recommendations_Received.csv': Buffer.from('First Name,Text\nBerta,Anna is great.\n'),
    'Connections.csv': Buffer.from('First Name\nBerta\n'),
    'photo.jpg': Buffer.from('x'),
  }
  for (const imported of bothWays(files)) {
    if (!imported.ok) throw new Error(imported.error)
    const skipped = imported.skipped.map(({ what, why }) => `${what}: ${why}`)
    expect(skipped.sort()).toEqual([
      'Connections.csv: the portfolio has no field for it',
      expect.stringMatching(/^Recommendations_Received\.csv: .*custom section/),
    ])
  }
})

test('tables that are too large and rows beyond the limit are reported', () => {
  writeFileSync(join(folder, 'Skills.csv'), `Name\n${'Linux\n'.repeat(3000)}`)
  writeFileSync(join(folder, 'Positions.csv'), Buffer.alloc(6_000_000, 'x'))
  const imported = readImport(folder)
  if (!imported.ok) throw new Error(imported.error)
  const skipped = imported.skipped.map(({ what, why }) => `${what}: ${why}`)
  expect(skipped).toContainEqual(expect.stringMatching(/^Skills\.csv: .*first 2000 rows/))
  expect(skipped).toContainEqual(expect.stringMatching(/^Positions\.csv: .*MB/))
})
