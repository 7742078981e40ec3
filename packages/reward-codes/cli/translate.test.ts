import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { callOwner } from 'test-fixtures/call-portfolio.ts'
import { changedSample, set } from 'test-fixtures/change-content.ts'
import { expect, test } from 'vitest'
import { type Document, parse } from 'yaml'
import { load } from '../content/load.ts'
import { en } from '../content/strings/en.ts'
import { describeTranslation } from '../content/translations.ts'
import { runTranslate } from './translate.ts'

type Options = {
  language?: string
  answer?: string | undefined
  change?: (content: Document) => void
}

/** Translates the sample. `before` is what the file of the language has. */
async function translate(before?: string, { language = 'pl', answer, change }: Options = {}) {
  const folder = changedSample(change)
  const file = join(folder, `${language}.yaml`)
  if (before !== undefined) writeFileSync(file, before)
  const installed: string[] = []
  const install = (names: string[]) => installed.push(...names) > 0
  const screen = { canAsk: answer !== undefined, ask: async () => answer ?? '' }
  const run = (tag = language) =>
    callOwner((screen) => runTranslate([tag], screen, { folder, install }), screen)
  const ended = await run()
  const left = async () => {
    const loaded = await load(folder, { language })
    if (!loaded.ok || !loaded.translation) throw new Error(JSON.stringify(loaded))
    return describeTranslation(loaded.translation)
  }
  const read = () => (existsSync(file) ? readFileSync(file, 'utf8') : '')
  return { ...ended, run, folder, file, text: read(), read, left, installed }
}

/** Writes a translation into every empty text. */
function complete(yaml: string): string {
  let count = 0
  return yaml.replaceAll('""', () => `Tekst ${count++}`)
}

test('a new file has each text in the order of the page, with its place, and is complete once they are translated', async () => {
  const { exitCode, out, text, left, run, read, file, folder } = await translate()
  expect(exitCode).toBe(0)
  expect(out).toContain(`content/pl.yaml: ${await left()}.`)
  const [, schema = ''] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text) ?? []
  expect(JSON.parse(readFileSync(join(folder, schema), 'utf8')).properties.texts).toBeDefined()
  const places = Array.from(text.matchAll(/^ {2}# ([\w.]+)$/gm), ([, place = '']) => place)
  expect(places.slice(0, 5)).toEqual([
    ...['site.title', 'site.description', 'person.headline'],
    ...['hero.greeting', 'hero.phrases.0'],
  ])
  for (const untold of ['text: https:', 'images/', '2025-03', 'text: React\n'])
    expect(text).not.toContain(untold)
  await run()
  expect(read()).toBe(text)
  writeFileSync(file, complete(text))
  expect(await left()).toBeUndefined()
  await run()
  expect(read()).toBe(complete(text))
})

test('a changed text stands where it is on the page, with its earlier one and the translation of that, which goes to the end', async () => {
  const yaml = complete((await translate()).text).replace(
    '  - text: based in Poland',
    '  # moje\n  - text: based in Poland',
  )
  const change = set('hero.availability', 'Free for new projects from March 2027')
  const { text, left, run, read, file } = await translate(yaml, { change })
  expect(await left()).toMatch(/: 1, .*: 1$/)
  expect(text).toContain(`  # moje
  - text: based in Poland
    translation: Tekst 7
  # hero.availability
  # Was: Free for new projects from February 2027
  #      Tekst 8
  - text: Free for new projects from March 2027
    translation: ""
`)
  const end = `  # Texts that portfolio.yaml no longer has, or names without "value: true":
  # hero.availability
  - text: Free for new projects from February 2027
    translation: Tekst 8
`
  expect(text.endsWith(end)).toBe(true)
  await run()
  expect(read()).toBe(text)
  // An earlier text that comes back is no longer at the end of the file.
  const { text: back } = await translate(readFileSync(file, 'utf8'))
  expect(back).not.toContain('no longer has')
})

test('lines of Windows, comments and the translation of a name stay', async () => {
  const name = '  - text: Reward Codes\r\n    translation: Kody\r\n    value: true\r\n'
  const yaml = `texts:\r\n  - text: Hi There!\r\n    translation: Cześć! # moje\r\n${name}`
  const { text } = await translate(yaml)
  expect(text).toContain('Cześć! # moje\r\n')
  expect(text).toContain(name)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect((await translate('# moje\n')).text).toMatch(/# moje\n(.*\n)*.*text: Hi There!/)
})

test('a language without labels has them all below strings, with the English ones beside them', async () => {
  const { text, left, file } = await translate('strings: { skip: Hyppää }\n', { language: 'fi' })
  const { strings } = parse(text)
  expect(strings.skip).toBe('Hyppää')
  expect(Object.keys(strings.form).sort()).toEqual(Object.keys(en.form).sort())
  expect(text).toContain('    send: "" # Send message\n')
  // An empty one says nothing.
  expect(await left()).toBeDefined()
  writeFileSync(file, complete(text))
  expect(await left()).toBeUndefined()
})

test.each([
  [undefined, []],
  ['', []],
  ['y', ['@expo-google-fonts/noto-sans-kr']],
])(
  'a font that the language needs is named, and installed if the owner agrees: %j',
  async (answer, installed) => {
    const found = await translate('', { language: 'ko', answer })
    expect(found.installed).toEqual(installed)
    expect(found.out.includes('noto-sans-kr')).toBe(installed.length === 0)
  },
)

test.each(['pt_BR', 'zh-hans', 'en'])('%s is no language to translate to', async (language) => {
  const { run } = await translate('')
  expect(await run(language)).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining(language),
  })
})
