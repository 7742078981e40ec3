import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ContentFolder, contentFolder } from 'test-fixtures/call-portfolio.ts'
import { IMPORTS } from 'test-fixtures/folders.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'

const RESUME = join(IMPORTS, 'resume.json')
const WHO = ['Anna Nowak', 'Baker', 'Gdynia, Poland', 'anna@example.com', 'anna-n', '']
const ANSWERS = [...WHO, 'en', 'Bread, SEO Optimization', '30']
const FLAGS = ['--name', 'Anna Nowak', '--headline', 'Baker', '--place', 'Gdynia, Poland']

let workspace: ContentFolder
beforeEach(() => {
  workspace = contentFolder()
})
afterEach(() => workspace.remove())

test('in an empty folder init also creates the images, the theme and the schema', async () => {
  rmSync(workspace.content, { recursive: true })
  expect(await workspace.init([...FLAGS, '--hue', '30', '--yes'])).toMatchObject({ exitCode: 0 })
  expect(workspace.loaded().person.name).toBe('Anna Nowak')
  expect(workspace.read('images/brand.svg')).toContain('<svg')
  expect(workspace.read('theme.css')).toContain('--hue: 30;')
  expect(workspace.read('portfolio.schema.json')).toContain('"title": "Portfolio"')
})

test('init creates a portfolio from the answers', async () => {
  const { exitCode, out, error } = await workspace.init([], ANSWERS)
  expect({ exitCode, error: error.includes('Press Enter') }).toEqual({
    exitCode: 0,
    error: true,
  })
  expect(workspace.loaded()).toMatchObject({
    site: { title: 'Anna Nowak, Baker' },
    brand: { text: 'Anna Nowak' },
    person: {
      name: 'Anna Nowak',
      headline: 'Baker',
      email: 'anna@example.com',
      location: { city: 'Gdynia', country: 'PL' },
      profiles: [{ name: 'GitHub', icon: 'github', url: 'https://github.com/anna-n' }],
    },
    hero: { place: 'based in Gdynia, Poland', phrases: ["I'm Anna Nowak.", 'Baker.'] },
    services: {
      heading: 'Services',
      cards: [{ title: 'Bread' }, { title: 'SEO Optimization', icon: 'search' }],
    },
    resume: { fileName: 'Anna-Nowak-Resume.pdf', heading: 'Resume' },
  })
  expect(workspace.read('theme.css')).toContain('--hue: 30;')
  expect(workspace.portfolio()).not.toMatch(/Zielińska|who does not exist/)
  expect(workspace.backups()).toEqual([])
  expect(out).toMatch(/Replace before[\s\S]*projects\.cards\.5: /)
  expect(out.trimEnd().split('\n').slice(-3).join('\n')).toMatch(
    /npm run dev [\s\S]*portfolio\.yaml [\s\S]*npm run preflight /,
  )
})

test('init takes the answers from options without a terminal', async () => {
  expect(await workspace.init([...FLAGS, '--hue', '30'])).toMatchObject({ exitCode: 0, error: '' })
  expect(workspace.loaded().person).toMatchObject({ name: 'Anna Nowak', profiles: [] })
  expect(workspace.read('theme.css')).toContain('--hue: 30;')
})

test('every hue that a theme accepts is a valid answer', async () => {
  writeFileSync(join(workspace.content, 'theme.css'), ':root { --hue: 360; }')
  expect(workspace.load()).toMatchObject({ ok: true })
  expect(await workspace.init([...FLAGS, '--hue', '360'])).toMatchObject({ exitCode: 0, error: '' })
  expect(workspace.read('theme.css')).toContain('--hue: 360;')
})

test('init without a name or a terminal reports --name and changes nothing', async () => {
  const before = workspace.portfolio()
  const { exitCode, error } = await workspace.init(['--headline', 'Baker'])
  expect(exitCode).toBe(2)
  expect(error).toContain('--name is required')
  expect(workspace.portfolio()).toBe(before)
})

test('with only a name, the sample’s place, services and headline are removed', async () => {
  const { exitCode, out } = await workspace.init(['--name', 'Anna Nowak'])
  expect(exitCode).toBe(0)
  const { hero, person, services } = workspace.loaded()
  expect(hero).not.toHaveProperty('place')
  expect(hero.phrases).toEqual(["I'm Anna Nowak."])
  expect(person).not.toHaveProperty('headline')
  expect(services).toBeUndefined()
  expect(out).toContain('services: omitted, because no service was given')
})

test('default answers give the sample without services', async () => {
  const { exitCode, asked } = await workspace.init(
    [],
    Array.from({ length: 20 }, () => ''),
  )
  expect(exitCode).toBe(0)
  expect(asked[0]).toBe('Your name [Maja Zielińska]: ')
  expect(workspace.loaded()).toMatchObject({ person: { name: 'Maja Zielińska' } })
  expect(workspace.loaded().services).toBeUndefined()
})

test('an import supplies the default answers and its content', async () => {
  const { asked, exitCode } = await workspace.init(
    ['--import', RESUME],
    Array.from({ length: 9 }, () => ''),
  )
  expect(exitCode).toBe(0)
  expect(asked[0]).toBe('Your name [Aleksandra Ferreira-Wójcik]: ')
  expect(asked[2]).toContain('[Kraków, Poland]')
  expect(asked[4]).toContain('[ola-fw-example]')
  expect(workspace.loaded()).toMatchObject({
    person: { profiles: { length: 4 }, location: { region: 'Małopolskie' } },
    resume: { experience: { entries: { length: 8 } } },
  })
})

test('--import with --yes needs no other option', async () => {
  expect(await workspace.init(['--import', RESUME, '--yes'])).toMatchObject({ exitCode: 0 })
  expect(workspace.loaded().person.name).toBe('Aleksandra Ferreira-Wójcik')
})

test('an invalid answer is asked for again with the expected format', async () => {
  const answers = [
    'x'.repeat(201),
    'Anna Nowak',
    'Baker',
    'Gdynia',
    'anna at home',
    '-',
    'a b',
    '-',
    '-',
    'Elvish',
    'German',
    '-',
    '400',
    '7',
  ]
  const { exitCode, error } = await workspace.init([], answers)
  expect(exitCode).toBe(0)
  expect(error).toMatch(/^ {2}Expected /m)
  expect(error).toMatch(/an email address such as/)
  expect(error).toMatch(/a GitHub username such as/)
  expect(error).toMatch(/a number from 0 to 360/)
  expect(workspace.loaded().person).not.toHaveProperty('email')
  expect(error).toMatch(/a language code such as en/)
  expect(workspace.loaded().hero.place).toBe('Gdynia')
  expect(workspace.loaded().site.language).toBe('de')
})

test.each([0, 1, 8])(
  'ending the input after %i answers leaves the portfolio and the theme unchanged',
  async (count) => {
    const before = [workspace.portfolio(), workspace.read('theme.css')]
    const { exitCode } = await workspace.init([], ANSWERS.slice(0, count))
    expect(exitCode).toBe(1)
    expect([workspace.portfolio(), workspace.read('theme.css')]).toEqual(before)
  },
)

test('replacing an edited portfolio asks first and makes a backup', async () => {
  workspace.change('name: Maja Zielińska', 'name: Berta Own')
  const before = workspace.portfolio()
  expect(await workspace.init(FLAGS)).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining('add --reset'),
  })
  expect((await workspace.init([], ['no', ...ANSWERS])).exitCode).toBe(1)
  expect(workspace.portfolio()).toBe(before)
  const { asked, exitCode } = await workspace.init([], ['yes', ...ANSWERS])
  expect(exitCode).toBe(0)
  expect(asked[1]).toBe('Your name [Berta Own]: ')
  expect(workspace.read('portfolio.backup-1.yaml')).toBe(before)
  expect(workspace.loaded().person.name).toBe('Anna Nowak')
})

test('replacing an invalid portfolio makes a backup', async () => {
  workspace.change('site:', 'site: [')
  const before = workspace.portfolio()
  expect(await workspace.init([...FLAGS, '--reset'])).toMatchObject({ exitCode: 0 })
  expect(workspace.read('portfolio.backup-1.yaml')).toBe(before)
  expect(workspace.loaded().person.name).toBe('Anna Nowak')
})

test.each([
  [['--email', 'x'], /--email x: Expected an email address/],
  [['--naem', 'x'], /Did you mean --name/],
])('the arguments %j exit with 2 and an error', async (args, message) => {
  const { exitCode, error } = await workspace.init(args)
  expect(exitCode).toBe(2)
  expect(error).toMatch(message)
})

test('an unreadable import ends init before the first question', async () => {
  const { exitCode, error, asked } = await workspace.init(['--import', 'nowhere.json'], ANSWERS)
  expect({ exitCode, asked }).toEqual({ exitCode: 1, asked: [] })
  expect(error).toContain('There is no file')
})

test.each([
  ['anna', ['https://github.com/anna', 'https://github.com/anna-nowak']],
  ['Anna-Nowak', ['https://github.com/anna-nowak']],
])('the user name %s is merged with the profiles of the import', async (name, urls) => {
  const profiles = [{ network: 'GitHub', url: 'https://github.com/anna-nowak' }]
  const file = workspace.write('cv.json', JSON.stringify({ basics: { profiles } }))
  const args = [...FLAGS, '--import', file, '--github', name, '--yes']
  expect(await workspace.init(args)).toMatchObject({ exitCode: 0 })
  expect(workspace.loaded().person.profiles.map(({ url }) => url)).toEqual(urls)
})

test.each([
  [['--hue', '30'], ['Set --hue to 30 in']],
  [['--hue', '165'], ['Set --hue to 165 in']],
  [[], []],
])(
  'with %j the report says %j about the hue and lists no empty sections',
  async (hue, expected) => {
    writeFileSync(join(workspace.content, 'theme.css'), ':root { --hue: 165; }')
    const { exitCode, out } = await workspace.init([...FLAGS, ...hue])
    expect(exitCode).toBe(0)
    expect(out.match(/Set --hue .* in(?= .*theme\.css\.\n)/g) ?? []).toEqual(expected)
    expect(out).not.toMatch(/\b0 entries/)
  },
)

test('a hue that cannot be written is reported', async () => {
  writeFileSync(join(workspace.content, 'theme.css'), ':root { --hue: var(--mine); }')
  const { exitCode, out } = await workspace.init([...FLAGS, '--hue', '250'])
  expect(exitCode).toBe(0)
  expect(out).toMatch(/hue was not changed: .*theme\.css.*--hue: 250;/)
})

test.each([
  ['Kraków, Poland', 'Małopolskie'],
  ['Kraków , Poland', 'Małopolskie'],
  ['Kraków, Lesser Poland, Poland', 'Lesser Poland'],
  ['Gdynia, Poland', undefined],
])('with the answer %j the region is %s', async (answer, region) => {
  expect(await workspace.init(['--import', RESUME, '--place', answer, '--yes'])).toMatchObject({
    exitCode: 0,
  })
  expect(workspace.loaded().person.location?.region).toBe(region)
})

test.each(['San Francisco, CA', 'Indianapolis, IN', 'Atlanta, Georgia'])(
  '%s gives no location, neither a wrong country nor that of the import',
  async (answer) => {
    const args = ['--import', RESUME, '--place', answer, '--yes']
    expect(await workspace.init(args)).toMatchObject({ exitCode: 0 })
    expect(workspace.loaded().person).not.toHaveProperty('location')
    expect(workspace.loaded().hero.place).toBe(`based in ${answer}`)
  },
)

test('the length limit of a place includes the "based in" of the page', async () => {
  const initWith = (length: number) =>
    workspace.init([...FLAGS.slice(0, 4), '--place', 'x'.repeat(length), '--yes'])
  const refused = await initWith(195)
  expect(refused).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining('"based in" in front'),
  })
  expect(await initWith(191)).toMatchObject({ exitCode: 0 })
  expect(workspace.loaded().hero.place).toBe(`based in ${'x'.repeat(191)}`)
})
