import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ContentFolder, contentFolder } from 'test-fixtures/call-portfolio.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeSystemError } from './system-error.ts'

let workspace: ContentFolder
beforeEach(() => {
  workspace = contentFolder()
})
afterEach(() => workspace.remove())

test('export to a file reports that a folder is needed', async () => {
  const out = workspace.write('taken', 'mine')
  expect(await workspace.export(['--out', out])).toEqual({
    exitCode: 1,
    out: '',
    error: expect.stringMatching(/Cannot read or write .*taken \(EEXIST\): .*a folder is needed/),
  })
  expect(readFileSync(out, 'utf8')).toBe('mine')
})

test('import reports a folder in place of the portfolio file', async () => {
  rmSync(join(workspace.content, 'portfolio.yaml'))
  mkdirSync(join(workspace.content, 'portfolio.yaml'))
  const card = workspace.write('card.vcf', 'BEGIN:VCARD\nFN:Anna\nEND:VCARD\n')
  const { exitCode, error } = await workspace.import([card, '--yes'])
  expect(exitCode).toBe(1)
  expect(error).toMatch(/\(EISDIR\): it is a folder/)
})

test('init reports a temporary file that cannot be written', async () => {
  mkdirSync(join(workspace.content, 'portfolio.yaml.part'))
  writeFileSync(join(workspace.content, 'portfolio.yaml.part/file'), '')
  const before = workspace.portfolio()
  const flags = ['--name', 'Anna Nowak', '--headline', 'Baker', '--place', 'Gdynia']
  const { exitCode, error } = await workspace.init(flags)
  expect(exitCode).toBe(1)
  expect(error).toMatch(/Cannot read or write .*portfolio\.yaml\.part /)
  expect(workspace.portfolio()).toBe(before)
})

test('a file without read permission is reported with its path and code', () => {
  const denied = Object.assign(new Error('EACCES'), {
    code: 'EACCES',
    syscall: 'open',
    path: 'cv.json',
  })
  expect(describeSystemError(denied)).toMatch(
    /^Cannot read or write cv\.json \(EACCES\): permission denied/,
  )
})

test('other errors are rethrown', () => {
  const bug = new TypeError('undefined is no function')
  expect(() => describeSystemError(bug)).toThrow(bug)
})
