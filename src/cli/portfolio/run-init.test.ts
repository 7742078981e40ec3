import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ContentFolder, contentFolder } from '../../../tests/fixtures/call-portfolio.ts'

const RESUME = join(import.meta.dirname, '../../../tests/fixtures/imports/resume.json')
const ANSWERS = ['Anna Nowak', 'Baker', 'Gdynia, Poland', 'anna@example.com', 'anna-n', '', '30']
const FLAGS = ['--name', 'Anna Nowak', '--headline', 'Baker', '--place', 'Gdynia, Poland']

let place: ContentFolder
beforeEach(() => {
  place = contentFolder()
})
afterEach(() => place.remove())

test('a handful of answers make the page somebody’s own', async () => {
  const { exitCode, out, error } = await place.init([], ANSWERS)
  expect({ exitCode, error: error.includes('A few questions') }).toEqual({
    exitCode: 0,
    error: true,
  })
  expect(place.loaded()).toMatchObject({
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
    resume: { file: 'Anna-Nowak-Resume.pdf' },
  })
  expect(place.read('theme.css')).toContain('--hue: 30;')
  expect(place.portfolio()).not.toMatch(/Zielińska|who does not exist/)
  expect(place.backups()).toEqual([])
  expect(out).toMatch(/To be replaced[\s\S]*projects\.cards\.5: /)
  expect(out.trimEnd().split('\n').slice(-3).join('\n')).toMatch(
    /npm run dev [\s\S]*portfolio\.yaml [\s\S]*npm run publish-check /,
  )
})

test('the same by options, where nobody can be asked', async () => {
  expect(await place.init([...FLAGS, '--hue', '30'])).toMatchObject({ exitCode: 0, error: '' })
  expect(place.loaded().person).toMatchObject({ name: 'Anna Nowak', profiles: [] })
  expect(place.read('theme.css')).toContain('--hue: 30;')
})

test('says which options are missing, all at once, and changes nothing', async () => {
  const before = place.portfolio()
  const { exitCode, error } = await place.init(['--headline', 'Baker'])
  expect(exitCode).toBe(2)
  expect(error).toContain('--name, --place must be given')
  expect(place.portfolio()).toBe(before)
})

test('an import answers the questions, and comes along', async () => {
  const { asked, exitCode } = await place.init(['--import', RESUME], ['', '', '', '', '', '', ''])
  expect(exitCode).toBe(0)
  expect(asked[0]).toBe('Your name [Aleksandra Ferreira-Wójcik]: ')
  expect(asked[2]).toContain('[Kraków, Poland]')
  expect(asked[4]).toContain('[ola-fw-example]')
  expect(place.loaded()).toMatchObject({
    person: { profiles: { length: 4 }, location: { region: 'Małopolskie' } },
    resume: { experience: { entries: { length: 8 } } },
  })
})

test('an import and a yes are enough', async () => {
  expect(await place.init(['--import', RESUME, '--yes'])).toMatchObject({ exitCode: 0 })
  expect(place.loaded().person.name).toBe('Aleksandra Ferreira-Wójcik')
})

test('an answer that does not fit is asked for again, with what would', async () => {
  const answers = [
    '',
    'Anna Nowak',
    'Baker',
    'Gdynia',
    'anna at home',
    '-',
    'a b',
    '-',
    '-',
    '400',
    '7',
  ]
  const { exitCode, error } = await place.init([], answers)
  expect(exitCode).toBe(0)
  expect(error).toMatch(/^ {2}That should be/m)
  expect(error).toMatch(/a mail address such as/)
  expect(error).toMatch(/a user name, such as/)
  expect(error).toMatch(/a number from 0 to 359/)
  expect(place.loaded().person).not.toHaveProperty('email')
  expect(place.loaded().hero.place).toBe('based in Gdynia')
})

test.each([0, 1, 6])(
  'whoever has had enough after %i answers finds all as it was',
  async (count) => {
    const before = [place.portfolio(), place.read('theme.css')]
    const { exitCode } = await place.init([], ANSWERS.slice(0, count))
    expect(exitCode).toBe(1)
    expect([place.portfolio(), place.read('theme.css')]).toEqual(before)
  },
)

test('a portfolio that is somebody’s own is asked for, and kept', async () => {
  place.change('name: Maja Zielińska', 'name: Berta Own')
  const before = place.portfolio()
  expect(await place.init(FLAGS)).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining('add --anew'),
  })
  expect((await place.init([], ['no', ...ANSWERS])).exitCode).toBe(1)
  expect(place.portfolio()).toBe(before)
  const { asked, exitCode } = await place.init([], ['yes', ...ANSWERS])
  expect(exitCode).toBe(0)
  expect(asked[1]).toBe('Your name [Berta Own]: ')
  expect(place.read('portfolio.backup-1.yaml')).toBe(before)
  expect(place.loaded().person.name).toBe('Anna Nowak')
})

test('a portfolio that is broken is kept too', async () => {
  place.change('site:', 'site: [')
  const before = place.portfolio()
  expect(await place.init([...FLAGS, '--anew'])).toMatchObject({ exitCode: 0 })
  expect(place.read('portfolio.backup-1.yaml')).toBe(before)
  expect(place.loaded().person.name).toBe('Anna Nowak')
})

test.each([
  [['--email', 'x'], /--email x: That should be a mail address/],
  [['--naem', 'x'], /Did you mean --name/],
])('the call %j is told what is wrong with it', async (args, message) => {
  const { exitCode, error } = await place.init(args)
  expect(exitCode).toBe(2)
  expect(error).toMatch(message)
})

test('an import that cannot be read ends it before the first question', async () => {
  const { exitCode, error, asked } = await place.init(['--import', 'nowhere.json'], ANSWERS)
  expect({ exitCode, asked }).toEqual({ exitCode: 1, asked: [] })
  expect(error).toContain('There is no file')
})

test.each([
  ['anna', ['https://github.com/anna', 'https://github.com/anna-nowak']],
  ['Anna-Nowak', ['https://github.com/anna-nowak']],
])('the user name %s stands beside what the import has', async (name, urls) => {
  const profiles = [{ network: 'GitHub', url: 'https://github.com/anna-nowak' }]
  const file = place.write('cv.json', JSON.stringify({ basics: { profiles } }))
  const args = [...FLAGS, '--import', file, '--github', name, '--yes']
  expect(await place.init(args)).toMatchObject({ exitCode: 0 })
  expect(place.loaded().person.profiles.map(({ url }) => url)).toEqual(urls)
})

test('a colour that is counted backwards is offered as it may be answered', async () => {
  writeFileSync(join(place.content, 'theme.css'), ':root { --hue: -15; }')
  const { asked, exitCode } = await place.init([], [...ANSWERS.slice(0, 6), ''])
  expect(exitCode).toBe(0)
  expect(asked.at(-1)).toContain('[345]')
  expect(place.read('theme.css')).toContain('--hue: -15;')
})

test.each([
  [['--hue', '30'], ['The colour of the page is 30, which is --hue in']],
  [['--hue', '165'], ['The colour of the page is 165, which is --hue in']],
  [[], []],
])(
  'with %j the report says %j of the colour, and nothing of lists without entries',
  async (hue, said) => {
    writeFileSync(join(place.content, 'theme.css'), ':root { --hue: 165; }')
    const { exitCode, out } = await place.init([...FLAGS, ...hue])
    expect(exitCode).toBe(0)
    expect(out.match(/The colour .* in(?= .*theme\.css\.\n)/g) ?? []).toEqual(said)
    expect(out).not.toMatch(/\b0 entries/)
  },
)

test('a colour that could not be written is told', async () => {
  writeFileSync(join(place.content, 'theme.css'), ':root { --hue: var(--mine); }')
  const { exitCode, out } = await place.init([...FLAGS, '--hue', '250'])
  expect(exitCode).toBe(0)
  expect(out).toMatch(/colour stays as it was: .*theme\.css.*--hue: 250;/)
})
