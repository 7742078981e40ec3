import { chmodSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ContentFolder, contentFolder } from '../../../tests/fixtures/call-portfolio.ts'

const RESUME = join(import.meta.dirname, '../../../tests/fixtures/imports/resume.json')
const EXPORT = join(import.meta.dirname, '../../../tests/fixtures/imports/linkedin')

let place: ContentFolder
beforeEach(() => {
  place = contentFolder()
})
afterEach(() => place.remove())

test('shows what changes, asks, keeps what was, and says where', async () => {
  const before = place.portfolio()
  const { exitCode, out } = await place.import([RESUME], 'yes')
  expect(exitCode).toBe(0)
  expect(out).toMatch(/^- {2}name: Maja Zielińska$/m)
  expect(out).toMatch(/^\+ {2}name: Aleksandra Ferreira-Wójcik$/m)
  expect(out).toContain('  person.name: Aleksandra Ferreira-Wójcik')
  expect(out).toContain('  resume.experience: 8 entries')
  expect(out).toMatch(/Left out or filled in:\n.*no place for .*interests/)
  expect(out).toMatch(/To be replaced.*\n(.*\n)*? {2}hero\.availability: /)
  expect(out).toContain('portfolio.backup-1.yaml')
  expect(place.read('portfolio.backup-1.yaml')).toBe(before)
  expect(place.load()).toMatchObject({
    ok: true,
    portfolio: { person: { name: 'Aleksandra Ferreira-Wójcik' } },
  })
})

test('a LinkedIn export makes a portfolio without faults', async () => {
  expect(await place.import([EXPORT, '--yes'])).toMatchObject({ exitCode: 0, error: '' })
  expect(place.load()).toMatchObject({
    ok: true,
    portfolio: { resume: { experience: { entries: { length: 3 } } } },
  })
})

test('each backup has a name of its own', async () => {
  const card = (name: string) =>
    place.write('card.vcf', `BEGIN:VCARD\nVERSION:4.0\nFN:${name}\nEND:VCARD\n`)
  await place.import([card('Anna'), '--yes'])
  await place.import([card('Berta'), '--yes'])
  expect(place.backups()).toEqual(['portfolio.backup-1.yaml', 'portfolio.backup-2.yaml'])
  expect(place.read('portfolio.backup-2.yaml')).toContain('name: Anna')
})

test.each([
  ['a no', ['no'], 1],
  ['nobody to ask', [], 2],
  ['a dry run', ['yes', '--dry-run'], 0],
])('%s writes nothing', async (_, [answer, ...args], exitCode) => {
  const before = place.portfolio()
  const ended = await place.import([RESUME, ...args], answer)
  expect(ended.exitCode).toBe(exitCode)
  expect(ended.out + ended.error).toContain('Nothing was written')
  expect(place.portfolio()).toBe(before)
  expect(place.backups()).toEqual([])
})

test('what the owner saves while the question stands is not written over', async () => {
  const { exitCode, error } = await place.import([RESUME], 'yes', () =>
    place.change('name: Maja Zielińska', 'name: Saved Meanwhile'),
  )
  expect(exitCode).toBe(1)
  expect(error).toContain('was changed meanwhile')
  expect(place.portfolio()).toContain('name: Saved Meanwhile')
})

test('what says nothing new writes nothing', async () => {
  await place.import([RESUME, '--yes'])
  const { exitCode, out } = await place.import([RESUME, '--yes'])
  expect(exitCode).toBe(0)
  expect(out).toContain('says all of this already')
  expect(place.backups()).toHaveLength(1)
})

test('a portfolio with faults is left alone, and they are told', async () => {
  place.change('greeting:', 'greting:')
  const before = place.portfolio()
  const { exitCode, error } = await place.import([RESUME, '--yes'])
  expect(exitCode).toBe(1)
  expect(error).toMatch(/hero\.greting[\s\S]*mend them first/)
  expect(place.portfolio()).toBe(before)
})

test('a stranger’s file cannot speak to the terminal', async () => {
  const evil = '\u001b]0;owned\u0007\u009b31m\u202e'
  const file = place.write(
    'evil.json',
    JSON.stringify({
      basics: { name: `Anna${evil}`, phone: evil, email: `${evil}@`, [`key${evil}`]: evil },
      skills: [{ name: `a${evil}`, keywords: ['\u200bx'] }],
    }),
  )
  const { out, error, exitCode } = await place.import([file, '--yes'])
  expect(exitCode).toBe(0)
  expect(out + error).not.toMatch(/[[\p{Cc}\p{Cf}]--[\n]]/v)
})

test('a file full of faults does not fill the screen', async () => {
  const work = Array.from({ length: 3000 }, (_, index) => ({
    name: 'x'.repeat(500),
    position: index,
  }))
  const skills = Array.from({ length: 500 }, (_, index) => ({ [`y${'z'.repeat(900)}${index}`]: 1 }))
  const file = place.write(
    'faults.json',
    JSON.stringify({ basics: { name: 'Anna' }, work, skills }),
  )
  const { exitCode, out } = await place.import([file, '--yes'])
  expect(exitCode).toBe(0)
  expect(out).toContain('more\n')
  const told = out.slice(out.indexOf('Left out or filled in:'), out.indexOf('To be replaced'))
  expect(told.split('\n').length).toBeLessThan(400)
})

test.each([
  [[], 2, /Which file/],
  [['one.json', 'other.json'], 2, /second/],
  [[RESUME, '--dri-run'], 2, /Did you mean --dry-run/],
  [['no-such-file.json'], 1, /There is no file/],
])('the call %j is told what is wrong with it', async (args, exitCode, message) => {
  const ended = await place.import(args)
  expect(ended.exitCode).toBe(exitCode)
  expect(ended.error).toMatch(message)
})

test('what holds nothing for a portfolio writes nothing', async () => {
  const file = place.write('empty.json', '{"basics": {}, "interests": [{"name": "Chess"}]}')
  const { exitCode, error } = await place.import([file, '--yes'])
  expect(exitCode).toBe(1)
  expect(error).toMatch(/no place for interests[\s\S]*Nothing in it/)
})

test('gives out what was brought in, and writes over nothing unless told', async () => {
  await place.import([RESUME, '--yes'])
  const out = join(place.folder, 'out')
  expect(await place.export(['--out', out])).toMatchObject({ exitCode: 0, error: '' })
  const again = await place.export(['json', '--out', out])
  expect(again).toMatchObject({ exitCode: 1, error: expect.stringContaining('--force') })
  expect(await place.export(['both', '--out', out, '--force'])).toMatchObject({ exitCode: 0 })
  expect(await place.export(['pdf'])).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining('json, markdown, both'),
  })
  const exported = await place.import([join(out, 'resume.json'), '--yes'])
  expect(exported.out).toContain('says all of this already')
})

test('whoever may read the portfolio may read it afterwards, and nobody else', async () => {
  const file = join(place.content, 'portfolio.yaml')
  chmodSync(file, 0o600)
  await place.import([RESUME, '--yes'])
  const modes = [file, join(place.content, 'portfolio.backup-1.yaml')].map(
    (path) => statSync(path).mode & 0o777,
  )
  expect(modes).toEqual([0o600, 0o600])
})

test('a text that the page would fill in is told', async () => {
  const work = [{ name: 'Mill', position: 'Clerk', summary: 'Replaces {name} in mails' }]
  const file = place.write('cv.json', JSON.stringify({ basics: { name: 'Jan Nowak' }, work }))
  const { out } = await place.import([file, '--yes'])
  const told = out.slice(out.indexOf('Left out or filled in:')).replace(/\s+/g, ' ')
  expect(told).toContain('resume.experience.entries.0.description: it holds {name}, and the page')
  expect(told).not.toContain('site.title: it holds')
})

test('a folder with a name for the terminal is told without it', async () => {
  const { out, exitCode } = await place.export(['--out', join(place.folder, 'a\u001b[31mb')])
  expect(exitCode).toBe(0)
  expect(out).not.toContain('\u001b')
})
