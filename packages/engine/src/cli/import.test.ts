import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ContentFolder, contentFolder } from 'test-fixtures/call-portfolio.ts'
import { IMPORTS } from 'test-fixtures/folders.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'

const RESUME = join(IMPORTS, 'resume.json')
const EXPORT = join(IMPORTS, 'linkedin')

let workspace: ContentFolder
beforeEach(() => {
  workspace = contentFolder()
})
afterEach(() => workspace.remove())

test('an import prints the diff, asks, and backs up the previous file', async () => {
  const before = workspace.portfolio()
  const { exitCode, out } = await workspace.import([RESUME], 'yes')
  expect(exitCode).toBe(0)
  expect(out).toMatch(/^- {2}name: Maja Zielińska$/m)
  expect(out).toMatch(/^\+ {2}name: Aleksandra Ferreira-Wójcik$/m)
  expect(out).toContain('  person.name: Aleksandra Ferreira-Wójcik')
  expect(out).toContain('  resume.experience: 8 entries')
  expect(out).toMatch(/Omitted or filled in:\n(.*\n)*?.*no field in the portfolio for .*interests/)
  expect(out).toMatch(/Replace before.*\n(.*\n)*? {2}hero\.availability: /)
  expect(out).toContain('portfolio.backup-1.yaml')
  expect(workspace.read('portfolio.backup-1.yaml')).toBe(before)
  expect(workspace.load()).toMatchObject({
    ok: true,
    portfolio: { person: { name: 'Aleksandra Ferreira-Wójcik' } },
  })
})

test('a LinkedIn export gives a valid portfolio', async () => {
  expect(await workspace.import([EXPORT, '--yes'])).toMatchObject({ exitCode: 0, error: '' })
  expect(workspace.load()).toMatchObject({
    ok: true,
    portfolio: { resume: { experience: { entries: { length: 3 } } } },
  })
})

test('each backup gets the next number', async () => {
  const card = (name: string) =>
    workspace.write('card.vcf', `BEGIN:VCARD\nVERSION:4.0\nFN:${name}\nEND:VCARD\n`)
  await workspace.import([card('Anna'), '--yes'])
  await workspace.import([card('Berta'), '--yes'])
  expect(workspace.backups()).toEqual(['portfolio.backup-1.yaml', 'portfolio.backup-2.yaml'])
  expect(workspace.read('portfolio.backup-2.yaml')).toContain('name: Anna')
})

test.each([
  ['the answer no', ['no'], 1],
  ['no terminal', [], 2],
  ['a dry run', ['yes', '--dry-run'], 0],
])('%s writes nothing', async (_, [answer, ...args], exitCode) => {
  const before = workspace.portfolio()
  const ended = await workspace.import([RESUME, ...args], answer)
  expect(ended.exitCode).toBe(exitCode)
  expect(ended.out + ended.error).toContain('Nothing was written')
  expect(workspace.portfolio()).toBe(before)
  expect(workspace.backups()).toEqual([])
})

test('a file that changes during the prompt is not overwritten', async () => {
  const { exitCode, error } = await workspace.import([RESUME], 'yes', () =>
    workspace.change('name: Maja Zielińska', 'name: Saved Meanwhile'),
  )
  expect(exitCode).toBe(1)
  expect(error).toContain('was changed during the import')
  expect(workspace.portfolio()).toContain('name: Saved Meanwhile')
})

test('an import without changes writes nothing', async () => {
  await workspace.import([RESUME, '--yes'])
  const { exitCode, out } = await workspace.import([RESUME, '--yes'])
  expect(exitCode).toBe(0)
  expect(out).toContain('is up to date')
  expect(workspace.backups()).toHaveLength(1)
})

test('an invalid portfolio is not changed, and its errors are reported', async () => {
  workspace.change('greeting:', 'greting:')
  const before = workspace.portfolio()
  const { exitCode, error } = await workspace.import([RESUME, '--yes'])
  expect(exitCode).toBe(1)
  expect(error).toMatch(/hero\.greting[\s\S]*Fix them/)
  expect(workspace.portfolio()).toBe(before)
})

test('control characters of an imported file never reach the terminal', async () => {
  const evil = '\u001b]0;owned\u0007\u009b31m\u202e'
  const file = workspace.write(
    'evil.json',
    JSON.stringify({
      basics: { name: `Anna${evil}`, phone: evil, email: `${evil}@`, [`key${evil}`]: evil },
      skills: [{ name: `a${evil}`, keywords: ['\u200bx'] }],
    }),
  )
  const { out, error, exitCode } = await workspace.import([file, '--yes'])
  expect(exitCode).toBe(0)
  expect(out + error).not.toMatch(/[[\p{Cc}\p{Cf}]--[\n]]/v)
})

test('the report on a file with thousands of errors is limited', async () => {
  const work = Array.from({ length: 3000 }, (_, index) => ({
    name: 'x'.repeat(500),
    position: index,
  }))
  const skills = Array.from({ length: 500 }, (_, index) => ({ [`y${'z'.repeat(900)}${index}`]: 1 }))
  const file = workspace.write(
    'faults.json',
    JSON.stringify({ basics: { name: 'Anna' }, work, skills }),
  )
  const { exitCode, out } = await workspace.import([file, '--yes'])
  expect(exitCode).toBe(0)
  expect(out).toContain('more\n')
  const report = out.slice(out.indexOf('Omitted or filled in:'), out.indexOf('Replace before'))
  expect(report.split('\n').length).toBeLessThan(400)
})

test.each([
  [[], 2, /Missing required argument .FILE./],
  [['one.json', 'other.json'], 2, /Too many arguments.*other\.json/],
  [[RESUME, '--dri-run'], 2, /Did you mean --dry-run/],
  [['no-such-file.json'], 1, /There is no file/],
])('the arguments %j exit with %i and an error', async (args, exitCode, message) => {
  const ended = await workspace.import(args)
  expect(ended.exitCode).toBe(exitCode)
  expect(ended.error).toMatch(message)
})

test('a file without portfolio data writes nothing', async () => {
  const file = workspace.write('empty.json', '{"basics": {}, "interests": [{"name": "Chess"}]}')
  const { exitCode, error } = await workspace.import([file, '--yes'])
  expect(exitCode).toBe(1)
  expect(error).toMatch(/no field in the portfolio for interests[\s\S]*Nothing to import/)
})

test('export writes what was imported, and overwrites only with --force', async () => {
  await workspace.import([RESUME, '--yes'])
  const out = join(workspace.folder, 'out')
  expect(await workspace.export(['--out', out])).toMatchObject({ exitCode: 0, error: '' })
  const again = await workspace.export(['json', '--out', out])
  expect(again).toMatchObject({ exitCode: 1, error: expect.stringContaining('--force') })
  expect(await workspace.export(['both', '--out', out, '--force'])).toMatchObject({ exitCode: 0 })
  expect(await workspace.export(['pdf'])).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining('json, markdown, both'),
  })
  const exported = await workspace.import([join(out, 'resume.json'), '--yes'])
  expect(exported.out).toContain('is up to date')
})

test('an import preserves the file mode of the portfolio', async () => {
  const file = join(workspace.content, 'portfolio.yaml')
  chmodSync(file, 0o600)
  await workspace.import([RESUME, '--yes'])
  const modes = [file, join(workspace.content, 'portfolio.backup-1.yaml')].map(
    (path) => statSync(path).mode & 0o777,
  )
  expect(modes).toEqual([0o600, 0o600])
})

test('control characters in a folder name are printed visibly', async () => {
  const { out, exitCode } = await workspace.export([
    '--out',
    join(workspace.folder, 'a\u001b[31mb'),
  ])
  expect(exitCode).toBe(0)
  expect(out).not.toContain('\u001b')
})

test('export to a file reports that file already exists', async () => {
  const out = workspace.write('taken', 'mine')
  expect(await workspace.export(['--out', out])).toEqual({
    exitCode: 1,
    out: '',
    error: expect.stringMatching(/Cannot read or write .*taken: EEXIST: file already exists/),
  })
  expect(readFileSync(out, 'utf8')).toBe('mine')
})

test('import reports a folder in place of the portfolio file', async () => {
  rmSync(join(workspace.content, 'portfolio.yaml'))
  mkdirSync(join(workspace.content, 'portfolio.yaml'))
  const card = workspace.write('card.vcf', 'BEGIN:VCARD\nFN:Anna\nEND:VCARD\n')
  const { exitCode, error } = await workspace.import([card, '--yes'])
  expect(exitCode).toBe(1)
  expect(error).toMatch(/: EISDIR: illegal operation on a directory/)
})

test('init reports a temporary file that cannot be written', async () => {
  mkdirSync(join(workspace.content, 'portfolio.yaml.part'))
  writeFileSync(join(workspace.content, 'portfolio.yaml.part/file'), '')
  const before = workspace.portfolio()
  const flags = ['--name', 'Anna Nowak', '--headline', 'Baker', '--place', 'Gdynia']
  const { exitCode, error } = await workspace.init(flags)
  expect(exitCode).toBe(1)
  expect(error).toMatch(/Cannot read or write .*portfolio\.yaml\.part: /)
  expect(workspace.portfolio()).toBe(before)
})
