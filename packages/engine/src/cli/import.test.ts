import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ContentFolder, contentFolder } from 'test-fixtures/call-portfolio.ts'
import { IMPORTS } from 'test-fixtures/folders.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lintContent } from '../content/lint.ts'

const RESUME = join(IMPORTS, 'resume.json')
const EXPORT = join(IMPORTS, 'linkedin')
const PHONE = '+49 40 555 01 23'
const GERMAN = {
  basics: {
    name: 'Jule Petersen',
    label: 'Frontend-Entwicklerin',
    phone: PHONE,
    summary:
      'Ich entwickle barrierefreie Oberflächen für Verlage und Behörden, mit Freude an der Sache.',
    location: { city: 'Hamburg', region: 'Hamburg', countryCode: 'DE' },
  },
}
const UNDETECTED = { basics: { name: 'Jule Petersen', label: 'Senior Engineer', phone: PHONE } }

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

test('an import preserves the file mode of the portfolio', async () => {
  const file = join(workspace.content, 'portfolio.yaml')
  chmodSync(file, 0o600)
  await workspace.import([RESUME, '--yes'])
  const modes = [file, join(workspace.content, 'portfolio.backup-1.yaml')].map(
    (path) => statSync(path).mode & 0o777,
  )
  expect(modes).toEqual([0o600, 0o600])
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

function write(resume: object): string {
  return workspace.write('resume.json', JSON.stringify(resume))
}

describe('language', () => {
  test('init detects it from the text and generates the lines in it', async () => {
    const { asked, out } = await workspace.init(
      ['--import', write(GERMAN)],
      Array.from({ length: 9 }, () => ''),
    )
    expect(asked.join()).not.toContain('Language')
    expect(out).toContain('site.language: de')
    expect(workspace.loaded()).toMatchObject({
      site: {
        language: 'de',
        title: 'Jule Petersen, Frontend-Entwicklerin',
        description: 'Jule Petersen, Frontend-Entwicklerin, Hamburg, Deutschland',
      },
      hero: { phrases: ['Jule Petersen', 'Frontend-Entwicklerin'], place: 'Hamburg, Deutschland' },
      resume: { menuLabel: 'Lebenslauf', heading: 'Lebenslauf' },
    })
  })

  test('init asks if it cannot detect it', async () => {
    const answers = ['', '', '', '', '', '', 'Deutsch', '', '', '']
    const { asked } = await workspace.init(['--import', write(UNDETECTED)], answers)
    expect(asked[6]).toBe('Language of the page, such as en or de [en]: ')
    expect(workspace.loaded().site.language).toBe('de')
  })

  test.each(['init', 'import'] as const)(
    '%s offers a likely language as the default answer',
    async (command) => {
      const basics = { name: 'Jule', summary: 'Entwicklung für Verlage und Behörden.' }
      const file = write({ basics })
      const { asked } = await (command === 'init'
        ? workspace.init(['--import', file], Array(9).fill(''))
        : workspace.import([file], ['', 'yes']))
      expect(asked).toContain('Language of the page, such as en or de [de]: ')
      expect(workspace.loaded().site.language).toBe('de')
    },
  )

  test('init without a terminal reports an undetected language and the option', async () => {
    const { out } = await workspace.init(['--import', write(UNDETECTED), '--yes'])
    expect(out.replace(/\s+/g, ' ')).toContain(
      'site.language: language not detected, so the page is in English; add --language',
    )
    await workspace.init(['--import', write(UNDETECTED), '--yes', '--reset', '--language', 'de'])
    expect(workspace.loaded().site.language).toBe('de')
  })

  test('import detects it from the text', async () => {
    await workspace.import([write(GERMAN), '--yes'])
    expect(workspace.loaded()).toMatchObject({
      site: { language: 'de' },
      services: { menuLabel: 'Leistungen', heading: 'Leistungen' },
      resume: { menuLabel: 'Lebenslauf', heading: 'Lebenslauf' },
    })
  })

  test("import does not translate the owner's menu labels", async () => {
    workspace.change('menuLabel: Resume', 'menuLabel: Vita')
    await workspace.import([write(GERMAN), '--yes'])
    expect(workspace.loaded().resume).toMatchObject({ menuLabel: 'Vita', heading: 'Vita' })
  })

  test('import asks if it cannot detect it, and reports it without a terminal', async () => {
    const { asked } = await workspace.import([write(UNDETECTED)], ['pl', 'no', 'yes'])
    expect(asked[0]).toBe('Language of the page, such as en or de [en]: ')
    expect(workspace.loaded().site.language).toBe('pl')
    workspace.reset()
    const { out } = await workspace.import([write(UNDETECTED), '--yes'])
    expect(out.replace(/\s+/g, ' ')).toContain('site.language: language not detected')
  })

  test('import keeps the language that the owner set and reports another one', async () => {
    workspace.change('name: Maja Zielińska', 'name: Jule Petersen')
    workspace.change('language: en', 'language: fr')
    const { out } = await workspace.import([write(GERMAN), '--yes'])
    expect(workspace.loaded().site.language).toBe('fr')
    expect(out.replace(/\s+/g, ' ')).toContain(
      'site.language: the text is in German, but the page stays in French; add --language de',
    )
    await workspace.import([write(GERMAN), '--yes', '--language', 'de'])
    expect(workspace.loaded().site.language).toBe('de')
  })
})

describe('phone number', () => {
  test.each([
    ['', undefined],
    ['no', undefined],
    ['yes', PHONE],
  ])('init asks before it makes the number public: %j', async (answer, phone) => {
    const answers = [...Array.from({ length: 8 }, () => ''), answer]
    const { asked, out, exitCode } = await workspace.init(['--import', write(GERMAN)], answers)
    expect(exitCode).toBe(0)
    expect(asked.at(-1)).toContain(`telephone number ${PHONE}. Publish it in the resume PDF`)
    expect(workspace.loaded().person.phone).toBe(phone)
    expect(out.includes('omitted, as you chose')).toBe(phone === undefined)
  })

  test.each([
    ['init', (args: string[]) => workspace.init(['--import', ...args, '--yes'])],
    ['import', (args: string[]) => workspace.import([...args, '--yes'])],
  ])('%s without a prompt omits the number and reports the option', async (_, run) => {
    const { out } = await run([write(GERMAN)])
    expect(workspace.loaded().person).not.toHaveProperty('phone')
    expect(out.replace(/\s+/g, ' ')).toContain(
      `telephone number ${PHONE}: omitted, because the resume PDF and the contact card are public; add --phone`,
    )
    workspace.reset()
    await run([write(GERMAN), '--phone'])
    expect(workspace.loaded().person.phone).toBe(PHONE)
  })

  test('import keeps an existing number and asks before it restores a deleted one', async () => {
    await workspace.import([write(GERMAN), '--yes', '--phone'])
    await workspace.import([write(GERMAN), '--yes'])
    expect(workspace.loaded().person.phone).toBe(PHONE)
    workspace.change(`  phone: ${PHONE}\n`, '')
    const { asked } = await workspace.import([write(GERMAN)], ['no', 'yes'])
    expect(asked[0]).toContain(PHONE)
    expect(workspace.loaded().person).not.toHaveProperty('phone')
  })

  test('a dry run does not ask for the number', async () => {
    const { asked, out } = await workspace.import([write(GERMAN), '--dry-run'], ['yes'])
    expect(asked).toEqual([])
    expect(out).not.toMatch(/^\+ {2}phone:/m)
  })
})

test('the first part of a LinkedIn headline becomes the headline', async () => {
  const csv =
    'First Name,Last Name,Headline\nJule,Petersen,Frontend Engineer | React · TypeScript | Speaker\n'
  workspace.write('Profile.csv', csv)
  const { out } = await workspace.init(['--import', workspace.folder, '--yes'])
  expect(workspace.loaded()).toMatchObject({
    person: { headline: 'Frontend Engineer' },
    hero: { phrases: ["I'm Jule Petersen.", 'Frontend Engineer.'] },
  })
  expect(out.replace(/\s+/g, ' ')).toContain('is imported, not: React · TypeScript | Speaker')
})

test('a headline that is too long for the hero is only in the resume', async () => {
  const label =
    'Frontend engineer for public services, publishers and everybody who is in need of one'
  await workspace.init(['--import', write({ basics: { name: 'Jule', label } }), '--yes'])
  expect(workspace.loaded()).toMatchObject({
    person: { headline: label },
    hero: { phrases: ["I'm Jule."] },
  })
})

describe('the linter has no advice on what init writes', () => {
  const LONG =
    'Frontend engineer for public services, publishers and everybody who is in need of one'
  test.each([
    ['Jule Petersen', 'Frontend Engineer'],
    ['Jule Petersen', 'Frontend engineer for public services and publishers'],
    ['Jule Petersen', LONG],
    ['Aleksandra Ferreira-Wójcik', `Engineer for public services and publishers | ${LONG}`],
    ['Aleksandra Maria Magdalena Ferreira-Wójcik von Hohenstein', 'Frontend Engineer'],
  ])('%s, %s', async (name, headline) => {
    const from = 'Villingen-Schwenningen, Germany'
    const args = ['--name', name, '--headline', headline, '--place', from]
    expect(await workspace.init(args)).toMatchObject({ exitCode: 0 })
    const read = workspace.load()
    const advice = read.ok ? lintContent(read.written, { now: new Date() }) : []
    const written = ['site.title', 'site.description', 'hero.phrases.1']
    expect(advice.filter(({ field }) => written.includes(field))).toEqual([])
    expect(workspace.loaded().site.title.startsWith(name)).toBe(true)
  })
})
