import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { callOwner } from 'test-fixtures/call-portfolio.ts'
import { changedSample, set } from 'test-fixtures/change-content.ts'
import { addIds, IN_POLISH } from 'test-fixtures/languages.ts'
import { expect, test } from 'vitest'
import { type Document, parse, parseDocument, stringify, visit } from 'yaml'
import { load } from '../content/load.ts'
import { mergeLanguage } from '../content/merge.ts'
import { findUntranslated } from '../content/warnings.ts'
import { addMissing } from './missing-fields.ts'
import { runTranslate } from './translate.ts'

const POLISH = readFileSync(join(IN_POLISH, 'content/pl.yaml'), 'utf8')

/** Translates the sample into Polish. `before` is what is written already. */
async function translate(before?: string, change: (content: Document) => void = addIds) {
  const folder = changedSample(change)
  const file = join(folder, 'pl.yaml')
  if (before !== undefined) writeFileSync(file, before)
  const run = (language = 'pl') =>
    callOwner((screen) => runTranslate([language, '--content', folder], screen))
  const ended = await run()
  const missing = async () => {
    const loaded = await load(folder, { language: 'pl' })
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics))
    return loaded.warnings.filter(({ cause }) => cause === 'translation').map(({ field }) => field)
  }
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return { ...ended, run, file, text, missing }
}

/** Writes a translation into every empty text. */
function complete(yaml: string): string {
  const document = parseDocument(yaml)
  let count = 0
  visit(document, {
    Scalar: (_, text) => {
      if (text.value === '') text.value = `Tekst ${count++}`
    },
  })
  return document.toString()
}

/** Expects every value and comment of one file in the other. */
function expectInside(before: string, after: string): void {
  expect(mergeLanguage(parse(after), parse(before)).value).toEqual(parse(after))
  for (const [comment] of before.matchAll(/# .*/g)) expect(after).toContain(comment.trim())
}

test('a new file has an empty text for each one, with its original as a comment, and is valid', async () => {
  const { exitCode, out, text, missing, run, file } = await translate()
  expect(exitCode).toBe(0)
  const fields = await missing()
  expect(out).toContain(`content/pl.yaml has ${fields.length} texts to translate`)
  expect(text).toMatch(
    /^# yaml-language-server: \$schema=language\.schema\.json\n#\n# What is different in Polish\./,
  )
  expect(text).toContain('\nperson:\n  headline: "" # Full-Stack Web Developer\n')
  expect(text).toContain('  phrases:\n    - "" # I\'m {name}.\n    - "" # I\'m a Web Developer.\n')
  expect(text).toContain('    - id: bakery-orders\n      title: "" # Bakery Orders\n')
  expect(text).toMatch(/\n {6}# Orders came by phone.*\n( {6}# .*\n)+ {6}problem: ""\n/)
  for (const untold of ['Maja Zielińska\n', 'https:', 'imgSrc', 'level:', 'period']) {
    expect(text).not.toContain(untold)
  }
  await run()
  expect(readFileSync(file, 'utf8')).toBe(text)
  writeFileSync(file, complete(text))
  expect(await missing()).toEqual([])
})

test('a complete file stays as it is', async () => {
  const { out, text } = await translate(POLISH)
  expect(out).toBe('content/pl.yaml lacks no text.\n')
  expect(text).toBe(POLISH)
})

test.each([
  ['a section', /\nservices:\n( .*\n|\n)*/],
  ['the first field', /^site:\n( .*\n)+/m],
  ['an entry', / {4}- id: lesson-planner\n( {6}.*\n)+/],
  ['the last entry', / {6}- id: intern\n( {8}.*\n)+/],
  ['a field between others', / {6}kind: System zamówień\n/],
  ['the first field of an entry after its id', / {6}title: Zamówienia piekarni\n/],
  ['a list of texts', / {2}phrases:\n( {4}.*\n)+/],
])('what is missing is added in its place, and the rest stays: %s', async (_, part) => {
  expect(POLISH).toMatch(part)
  const before = POLISH.replace(part, part.source.startsWith('\\n') ? '\n' : '')
  const { exitCode, error, text, missing, file } = await translate(before)
  expect(error).toBe('')
  expect(exitCode).toBe(0)
  expectInside(before, text)
  expect(await missing()).not.toEqual([])
  const keys = (yaml: string) => yaml.match(/^ *(?:- id: .*|(?:\w+):)/gm)
  expect(keys(text)).toEqual(keys(POLISH))
  writeFileSync(file, complete(text))
  expect(await missing()).toEqual([])
})

test('entries without an id are translated at their place', async () => {
  const { text, missing, file } = await translate(
    'about:\n  figures:\n    - description: Lata\n',
    (content) => {
      content.setIn(
        ['about', 'bio'],
        content.createNode([{ text: 'I build.' }, { text: 'I stay.' }]),
      )
      set('about.figures.1.description', '50+')(content)
    },
  )
  expect(text).toContain(`
  heading: "" # About
  bio:
    - "" # I build.
    - "" # I stay.
  figures:
    - description: Lata
    - {}
    - description: "" # Projects Done
`)
  writeFileSync(file, complete(text))
  expect(await missing()).toEqual([])
})

test('an entry that was empty for its place, and a paragraph with readers, get their fields', async () => {
  const { text, missing, file } = await translate(
    'resume:\n  experience:\n    entries:\n      - {}\n      - course: Programistka # moje\n',
    (content) => {
      const highlights = [{ text: 'Halved.', for: ['page'] }, 'Tested.']
      content.setIn(
        ['resume', 'experience', 'entries', 0, 'highlights'],
        content.createNode(highlights),
      )
      content.setIn(['about', 'bio'], content.createNode([{ text: 'One.\n\nTwo.' }, 'Three.']))
    },
  )
  expect(text).toMatch(
    / {6}- course: "" # Freelance.*\n {8}# Websites, .*\n( {8}#.*\n)* {8}description: ""\n {8}highlights:\n {10}- "" # Halved\.\n {10}- "" # Tested\.\n {6}- course: Programistka # moje\n/,
  )
  expect(text).toContain('    # One.\n    #\n    # Two.\n    - ""\n    - "" # Three.\n')
  writeFileSync(file, complete(text))
  expect(await missing()).toEqual([])
})

test.each([
  ['fields in brackets', 'about: { menuLabel: O mnie } # moje\n'],
  ['quoted names', '# moje\n"about":\n  "menuLabel": O mnie\n'],
  ['an anchor', 'brand: &name { text: Maja }\nabout: { menuLabel: O mnie }\nmenu: []\n# moje\n'],
  ['lines of Windows', '# moje\r\nabout:\r\n  menuLabel: O mnie\r\n'],
  [
    'comments between fields',
    'about:\n  menuLabel: O mnie # jeden\n  # dwa\n\n# trzy\nhero:\n  # cztery\n',
  ],
  [
    'an indented list at the level of its field',
    'about:\n  figures:\n  - id: years\n    description: Lata # moje\n',
  ],
])('what an owner has written by hand stays: %s', async (_, before) => {
  const { text, missing, file } = await translate(before)
  expectInside(before, text)
  expect(text.includes('\r\n')).toBe(before.includes('\r\n'))
  expect(text.replaceAll('\r\n', '')).not.toContain('\r')
  writeFileSync(file, complete(text))
  expect(await missing()).toEqual([])
})

const text = fc.constantFrom(
  ...['', 'Jeden', 'Dwa: trzy', '"cztery" \'pięć\'', '# sześć', '7', 'Osiem\n\ndziewięć\n'],
  ...['x'.repeat(120), 'dziesięć  słów '.repeat(20)],
)
const texts = fc.array(text, { minLength: 1, maxLength: 4 })
const someOf = (ids: string[]) => fc.shuffledSubarray(ids).map((some) => some.map((id) => ({ id })))
const written = fc.record(
  {
    hero: fc.record({ phrases: texts, greeting: text }, { requiredKeys: [] }),
    about: fc.record(
      {
        bio: fc.array(text, { maxLength: 3 }),
        figures: fc.array(fc.record({ description: text }, { requiredKeys: [] }), { maxLength: 3 }),
      },
      { requiredKeys: [] },
    ),
    services: fc.record({ heading: text, cards: someOf(['web', 'seo', 'apps']) }),
  },
  { requiredKeys: [] },
)
const MAIN = {
  hero: { greeting: 'Hi', phrases: ['I build.', '{name}', 'I stay.'] },
  about: {
    bio: ['One.', { text: 'Two.\n\nTwo.', id: 'two' }, { text: 'Three.', for: ['page'] }],
    figures: [{ description: 'Years' }, { number: '3' }, { description: 'Clients' }],
  },
  services: {
    heading: 'What I do',
    cards: [
      { id: 'web', title: 'Pages', description: 'long '.repeat(40) },
      { id: 'seo', icon: 'globe' },
      { id: 'apps', title: 'Apps' },
    ],
  },
}

test('any translation keeps its content, and has every text after one call', () => {
  const options = [{}, { collectionStyle: 'flow' }, { defaultStringType: 'BLOCK_FOLDED' }] as const
  const missingIn = (yaml: string) =>
    findUntranslated(mergeLanguage(MAIN, parse(yaml)), 'en', {}).flatMap(({ cause, path }) =>
      cause === 'translation' ? [path] : [],
    )
  fc.assert(
    fc.property(written, fc.constantFrom(...options), (content, style) => {
      const yaml = stringify(content, style)
      const before = mergeLanguage(MAIN, parse(yaml))
      if (before.errors.length > 0) return
      const once = addMissing(yaml, MAIN, missingIn(yaml))
      expect(mergeLanguage(MAIN, parse(once)).value).toEqual(before.value)
      expect(addMissing(once, MAIN, missingIn(once))).toBe(once)
      expect(missingIn(complete(once))).toEqual([])
    }),
  )
})

test('the texts of a custom section are offered', async () => {
  const { text } = await translate(POLISH, (content) => {
    addIds(content)
    set('customSections', [{ id: 'hours', menuLabel: 'Hours', heading: 'Hours', text: 'By day.' }])(
      content,
    )
  })
  expect(text).toContain('- id: hours\n    menuLabel: "" # Hours\n')
  expect(text).toContain('    text: "" # By day.\n')
})

test('a language is named by its tag, and is not that of the main file', async () => {
  const { run } = await translate(POLISH)
  expect(await run('pt_BR')).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining('pt_BR: expected a language'),
  })
  expect(await run('zh-hans')).toMatchObject({ error: expect.stringContaining('zh-Hans') })
  expect(await run('en')).toMatchObject({
    exitCode: 2,
    error: 'en is the language of portfolio.yaml.\n',
  })
})
