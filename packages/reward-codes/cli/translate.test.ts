import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { callOwner } from 'test-fixtures/call-portfolio.ts'
import { changedSample, set } from 'test-fixtures/change-content.ts'
import { addIds, IN_POLISH } from 'test-fixtures/languages.ts'
import { expect, test } from 'vitest'
import type { Document } from 'yaml'
import { load } from '../content/load.ts'
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

/** Writes a translation into every field that waits for one. */
function complete(yaml: string): string {
  const lines = yaml.split('\n')
  const isDeeper = (line = '', than = '') => line.search(/\S/) > than.search(/\w/)
  return lines
    .map((line, index) => {
      if (/^ *# - /.test(line)) return line.replace(/# - .*/, `- Tekst ${index}`)
      const [, key] = /^( *(?:- )?\w+:)(?: #.*)?$/.exec(line) ?? []
      const next = lines.slice(index + 1).find((other) => !/^ *#(?! - )/.test(other))
      return key && !isDeeper(next, line) ? `${key} Tekst ${index}` : line
    })
    .join('\n')
}

test('a new file has every text as a comment at a field without a value, and is valid', async () => {
  const { exitCode, out, text, missing, run, file } = await translate()
  expect(exitCode).toBe(0)
  const fields = await missing()
  expect(out).toContain(`content/pl.yaml has ${fields.length} texts to translate`)
  expect(text).toMatch(
    /^# yaml-language-server: \$schema=language\.schema\.json\n#\n# What is different in Polish\./,
  )
  expect(text).toContain('\nperson:\n  headline: # Full-Stack Web Developer\n')
  expect(text).toContain("  phrases:\n    # - I'm {name}.\n    # - I'm a Web Developer.\n")
  expect(text).toContain('    - id: bakery-orders\n      title: # Bakery Orders\n')
  expect(text).toMatch(/\n {6}# Orders came by phone.*\n( {6}# .*\n)+ {6}problem:\n/)
  for (const untold of ['Maja Zielińska\n', 'https:', 'imgSrc', 'level:', 'period']) {
    expect(text).not.toContain(untold)
  }
  await run()
  expect(readFileSync(file, 'utf8')).toBe(text)
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
  const lines = text.split('\n')
  let at = -1
  for (const line of before.split('\n')) {
    at = lines.indexOf(line, at + 1)
    expect(at, line).toBeGreaterThanOrEqual(0)
  }
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
  expect(text).toMatch(
    / {2}heading: # About\n {2}bio:\n {4}- text: # I build\.\n {4}- text: # I stay\.\n {2}figures:\n {4}- description: Lata\n {4}- \{\}\n {4}- description: # Projects Done\n/,
  )
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
    / {6}- course: # Freelance.*\n {8}# Websites, .*\n( {8}#.*\n)* {8}description:\n {8}highlights:\n {10}- text: # Halved\.\n {10}- text: # Tested\.\n {6}- course: Programistka # moje\n/,
  )
  expect(text).toContain('    - # One.\n      # Two.\n      text:\n    - text: # Three.\n')
  expect(text).toMatch(/\nhero:[\s\S]*\n\nabout:\n/)
  writeFileSync(file, complete(text))
  expect(await missing()).toEqual([])
})

test('what is in brackets stays, and is named', async () => {
  const before =
    'about: { figures: [{ id: years, description: Lata }] }\nservices:\n  cards:\n    - { id: web, title: Strony }\n'
  const { text, out } = await translate(before)
  for (const line of before.trim().split('\n')) expect(text.split('\n')).toContain(line)
  for (const field of ['about.heading', 'services.cards.0.description']) {
    expect(out).toContain(`${field} is in brackets, which you complete yourself.`)
  }
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
