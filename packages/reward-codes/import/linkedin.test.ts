import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { IMPORTS } from 'test-fixtures/folders.ts'
import { freshFolder } from 'test-fixtures/fresh-folder.ts'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readImport } from './read-import.ts'

type Tables = Record<string, string>
const EXPORT: { tables: Tables; draft: object; unread: string[] } = parse(
  readFileSync(join(IMPORTS, 'linkedin.yaml'), 'utf8'),
)

/** Reads the tables of a folder, which begin with a byte order mark. */
function read(tables: Tables) {
  const folder = freshFolder()
  for (const [name, text] of Object.entries(tables)) {
    writeFileSync(join(folder, name), `\ufeff${text}`)
  }
  return found(folder)
}

function found(path: string) {
  const imported = readImport(path)
  if (!imported.ok) throw new Error(imported.error)
  return { ...imported, unread: imported.unread.toSorted() }
}

test('an export becomes a portfolio, and what that has no field for is named', () => {
  expect(read(EXPORT.tables)).toEqual({
    ok: true,
    draft: EXPORT.draft,
    unread: EXPORT.unread,
    lost: [],
  })
})

test('a zip is read like its folder, wherever the tables are in it', () => {
  const files = Object.entries(EXPORT.tables).map(([name, text]) => [
    `Basic_LinkedInDataExport_11-21-2026/${name}`,
    strToU8(text),
  ])
  const zip = join(freshFolder(), 'export.zip')
  writeFileSync(zip, zipSync(Object.fromEntries(files)))
  expect(found(zip)).toEqual(read(EXPORT.tables))
})

test('a table that is there twice is read twice', () => {
  const table = 'Company Name,Title,Started On\n'
  const zip = join(freshFolder(), 'export.zip')
  const files = {
    'one/Positions.csv': strToU8(`${table}Mill,Baker,2020`),
    'two/Positions.csv': strToU8(`${table}Port,Clerk,2022`),
  }
  writeFileSync(zip, zipSync(files))
  expect(found(zip).draft.resume?.experience?.entries).toMatchObject([
    { course: 'Baker' },
    { course: 'Clerk' },
  ])
})

const RECOMMENDATIONS =
  'First Name,Last Name,Company,Job Title,Text,Creation Date,Status\n' +
  'Jan,Kowal,Port,Harbour master,"Quick, and calm.",1/2/20,VISIBLE\n' +
  'Ewa,Kowal,Port,Clerk,Slow.,1/2/20,HIDDEN\n'

test('recommendations become testimonials, and hidden ones are named', () => {
  expect(read({ 'Recommendations_Received.csv': RECOMMENDATIONS })).toMatchObject({
    draft: {
      testimonials: {
        entries: [{ quote: 'Quick, and calm.', by: 'Jan Kowal', role: 'Harbour master, Port' }],
      },
    },
    unread: [],
    lost: [expect.stringContaining('"Slow." by Ewa Kowal')],
  })
})

test('a table is known by the name of its file, and older exports have other columns', () => {
  const tables = {
    'positions.CSV': 'company_name,TITLE,Started On\nMill,Baker,May 2020\n',
    'Honors.csv': 'Title,Issuer,Issue Date\nBread,Mill,May 2020\n',
    'Recommendations_Given.csv': RECOMMENDATIONS,
  }
  expect(read(tables)).toMatchObject({
    draft: {
      resume: {
        experience: {
          entries: [{ school: 'Mill', course: 'Baker', period: '2020-05 – present' }],
        },
        awards: { entries: [{ title: 'Bread', by: 'Mill', date: '2020-05' }] },
      },
    },
    unread: ['Recommendations_Given.csv'],
  })
})
