import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ContentFolder, contentFolder } from '../../../tests/fixtures/call-portfolio.ts'
import { explainSystem } from './system-fault.ts'

let place: ContentFolder
beforeEach(() => {
  place = contentFolder()
})
afterEach(() => place.remove())

test('an export into a file says that a folder is needed', async () => {
  const out = place.write('taken', 'mine')
  expect(await place.export(['--out', out])).toEqual({
    exitCode: 1,
    out: '',
    error: expect.stringMatching(/taken could not be .*\(EEXIST\): .*a folder is needed/),
  })
  expect(readFileSync(out, 'utf8')).toBe('mine')
})

test('an import over what is no file says so', async () => {
  rmSync(join(place.content, 'portfolio.yaml'))
  mkdirSync(join(place.content, 'portfolio.yaml'))
  const card = place.write('card.vcf', 'BEGIN:VCARD\nFN:Anna\nEND:VCARD\n')
  const { exitCode, error } = await place.import([card, '--yes'])
  expect(exitCode).toBe(1)
  expect(error).toMatch(/\(EISDIR\): it is a folder/)
})

test('a beginning where no part may be written says so', async () => {
  mkdirSync(join(place.content, '.portfolio.yaml.part'))
  writeFileSync(join(place.content, '.portfolio.yaml.part/file'), '')
  const before = place.portfolio()
  const flags = ['--name', 'Anna Nowak', '--headline', 'Baker', '--place', 'Gdynia']
  const { exitCode, error } = await place.init(flags)
  expect(exitCode).toBe(1)
  expect(error).toMatch(/portfolio\.yaml\.part could not be/)
  expect(place.portfolio()).toBe(before)
})

test('what may not be read is told with what to look at', () => {
  const refused = Object.assign(new Error('EACCES'), {
    code: 'EACCES',
    syscall: 'open',
    path: 'cv.json',
  })
  expect(explainSystem(refused)).toMatch(/^cv\.json could not .*\(EACCES\): you have no right/)
})

test('a bug stays one', () => {
  const bug = new TypeError('undefined is no function')
  expect(() => explainSystem(bug)).toThrow(bug)
})
