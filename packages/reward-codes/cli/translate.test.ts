import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { callOwner } from 'test-fixtures/call-portfolio.ts'
import { changedSample, set } from 'test-fixtures/change-content.ts'
import { IN_POLISH } from 'test-fixtures/languages.ts'
import { expect, test } from 'vitest'
import { type Document, parse } from 'yaml'
import { load } from '../content/load.ts'
import { en } from '../content/strings/en.ts'
import { describeTranslation } from '../content/translations.ts'
import { runTranslate } from './translate.ts'

const POLISH = readFileSync(join(IN_POLISH, 'content/pl.yaml'), 'utf8')

type Options = { language?: string; answer?: string; change?: (content: Document) => void }

/** Translates the sample. `before` is what the file of the language has. */
async function translate(
  before: string | undefined,
  { language = 'pl', answer, change }: Options = {},
) {
  const folder = changedSample(change)
  const file = join(folder, `${language}.yaml`)
  if (before !== undefined) writeFileSync(file, before)
  const asked: string[] = []
  const installed: string[] = []
  const ask = async (question: string) => {
    asked.push(question)
    return answer
  }
  const run = (tag = language) =>
    callOwner(
      (screen) =>
        runTranslate(
          [tag, '--content', folder],
          screen,
          () => ({ ask, close: () => {} }),
          (names) => installed.push(...names) > 0,
        ),
      { canAsk: answer !== undefined },
    )
  const ended = await run()
  const left = async () => {
    const loaded = await load(folder, { language })
    if (!loaded.ok || !loaded.translation) throw new Error(JSON.stringify(loaded))
    return describeTranslation(loaded.translation)
  }
  const read = () => (existsSync(file) ? readFileSync(file, 'utf8') : '')
  return { ...ended, run, file, text: read(), read, left, asked, installed }
}

/** Writes a translation into every empty text. */
function complete(yaml: string): string {
  let count = 0
  return yaml.replaceAll('""', () => `Tekst ${count++}`)
}

async function completeFile(): Promise<string> {
  return complete((await translate(undefined)).text)
}

test('a new file has each text in the order of the page, with its place, and is valid', async () => {
  const { exitCode, out, text, left, run, read, file } = await translate(undefined)
  expect(exitCode).toBe(0)
  expect(out).toContain(`content/pl.yaml: ${await left()}.`)
  const [, schema = ''] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text) ?? []
  expect(JSON.parse(readFileSync(join(file, '..', schema), 'utf8')).properties.texts).toBeDefined()
  expect(text).toContain(
    '  # person.headline\n  - text: Full-Stack Web Developer\n    translation: ""\n',
  )
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
})

test('a complete file stays as it is', async () => {
  const yaml = await completeFile()
  const { out, text } = await translate(yaml)
  expect(out).toBe('content/pl.yaml lacks no text.\n')
  expect(text).toBe(yaml)
})

test('a new text stands where it is on the page, and the rest of the file stays', async () => {
  const yaml = (await completeFile()).replace(
    '  - text: based in Poland',
    '  # moje\n  - text: based in Poland',
  )
  const { text } = await translate(yaml, {
    change: (content) => content.setIn(['hero', 'availability'], 'Free from today'),
  })
  expect(text).toContain(
    '  # moje\n  - text: based in Poland\n    translation: Tekst 7\n  # hero.availability\n  - text: Free from today\n    translation: ""\n',
  )
})

test('a changed text has its earlier one and the translation of that beside it, and that goes to the end', async () => {
  const yaml = await completeFile()
  const change = set('hero.availability', 'Free for new projects from March 2027')
  const { text, out, run, read, file } = await translate(yaml, { change })
  expect(out).toContain('texts without a translation: 1, translations without a text: 1')
  expect(text).toContain(`  # hero.availability
  # Was: Free for new projects from February 2027
  #      Tekst 8
  - text: Free for new projects from March 2027
    translation: ""
`)
  const end = `  # Texts that portfolio.yaml no longer has:
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

test('the translation of a name stays', async () => {
  const yaml = `texts:\n  - text: Reward Codes\n    translation: Kody\n    value: true\n`
  expect((await translate(yaml)).text).toContain('translation: Kody\n    value: true\n')
})

test('lines of Windows stay, and a file that is all comments gets its texts', async () => {
  const yaml = 'texts:\r\n  - text: Hi There!\r\n    translation: Cześć! # moje\r\n'
  const { text } = await translate(yaml)
  expect(text).toContain('Cześć! # moje\r\n')
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect((await translate('# moje\n')).text).toMatch(/# moje\n(.*\n)*.*text: Hi There!/)
})

test('a language without labels has them all below strings, with the English ones beside them', async () => {
  const { text, out, left, file } = await translate('strings: { skip: Hyppää }\n', {
    language: 'fi',
  })
  expect(out).toContain('There are no labels in "fi": write them below strings.')
  const { strings } = parse(text)
  expect(strings.skip).toBe('Hyppää')
  expect(Object.keys(strings.form).sort()).toEqual(Object.keys(en.form).sort())
  expect(text).toContain('    send: "" # Send message\n')
  // An empty one says nothing.
  expect(await left()).toMatch(/without a translation/)
  writeFileSync(file, complete(text))
  expect(await left()).toBeUndefined()
})

test('a font that the language needs is named, and installed if the owner agrees', async () => {
  const named = await translate('', { language: 'ko' })
  expect(named.out).toMatch(/The resume PDF in "ko" needs a font\. Run: .*noto-sans-kr/)
  const agreed = await translate('', { language: 'ko', answer: '' })
  expect(agreed.asked).toEqual([expect.stringContaining('noto-sans-kr')])
  expect(agreed.installed).toEqual(['@expo-google-fonts/noto-sans-kr'])
  const refused = await translate('', { language: 'ko', answer: 'no' })
  expect(refused.installed).toEqual([])
})

test('the texts of a custom section are offered', async () => {
  const sections = [{ id: 'hours', menuLabel: 'Hours', heading: 'Opening hours', text: 'By day.' }]
  const { text } = await translate(POLISH, { change: set('customSections', sections) })
  expect(text).toContain('  # customSections.0.heading\n  - text: Opening hours\n')
  expect(text).toContain('  - text: By day.\n')
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
