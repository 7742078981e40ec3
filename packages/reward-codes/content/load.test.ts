import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TEXTS } from 'reward-codes-gateway/internal/delivery/mail-texts/languages.ts'
import { changedSample, loadedFrom, set } from 'test-fixtures/change-content.ts'
import { SAMPLE_FOLDER } from 'test-fixtures/folders.ts'
import { freshFolder } from 'test-fixtures/fresh-folder.ts'
import { copySampleContent, loadSample, textsOf } from 'test-fixtures/sample-content.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { contentAssets } from '../images/content-assets.ts'
import { load } from './load.ts'
import { LANGUAGES } from './strings/languages.ts'
import { positionsIn } from './tenures.ts'

let folder: string

beforeEach(() => {
  folder = freshFolder()
  copySampleContent(folder)
})

test('images and icons may be missing if only the text is checked', async () => {
  rmSync(join(folder, 'images'), { recursive: true })
  expect((await load(folder)).ok).toBe(true)
  expect((await load(folder, { assets: contentAssets })).ok).toBe(false)
})

test('the content of this project is valid', async () => {
  const loaded = await load(SAMPLE_FOLDER, { assets: contentAssets })
  expect(loaded).toMatchObject({ ok: true })
})

test('the sample has the specified content', async () => {
  const { brand, hero, about, services, projects, resume, contact } = loadSample()
  expect(brand.text).toBe('Reward Codes')
  // As specified, with the apostrophe of print.
  expect(hero.phrases.map((phrase) => phrase.replace('’', "'"))).toEqual([
    "I'm Maja Zielińska.",
    "I'm a Web Developer.",
    "I'm a Programmer.",
  ])
  expect(hero.place).toBe('based in Poland')
  expect(about?.figures.map(({ number }) => number)).toEqual(['3+', '50+', '35+', '2+'])
  expect(services?.cards).toHaveLength(4)
  expect(projects?.cards).toHaveLength(6)
  expect(projects?.cards.filter(({ title }) => title.includes('work in progress'))).toHaveLength(2)
  expect(resume?.education?.entries).toHaveLength(1)
  expect(resume?.experience?.entries).toHaveLength(5)
  expect(resume?.skills?.entries.map(({ level }) => level)).toEqual([90, 50, 80, 85, 50, 70])
  expect(contact?.subjects).toEqual([
    'General Inquiry',
    'Project Collaboration',
    'Job Opportunity',
    'Feedback',
    'Other',
  ])
})

test('an empty section is omitted like a missing one', async () => {
  const loaded = await load(changedSample(set('projects.cards', [])))
  if (!loaded.ok) throw new Error('An empty section is valid.')
  expect(loaded.portfolio).not.toHaveProperty('projects')
})

describe('the texts of the user interface', () => {
  test.each([
    ['de-AT', 'Nachricht senden'],
    ['pl', 'Wyślij wiadomość'],
    ['zh-CN', '发送留言'],
    ['zh-Hant', 'Send message'],
    ['da', 'Send message'],
  ])('in %s follow the language of the site', async (language, send) => {
    const { portfolio } = await loadedFrom(changedSample(set('site.language', language)))
    expect(portfolio.strings.form.send).toBe(send)
  })

  test('are in the languages of the mails', () => {
    expect(Object.keys(LANGUAGES).sort()).toEqual(Object.keys(TEXTS).sort())
  })

  test.each(Object.entries(LANGUAGES))(
    'keep the placeholders of the English texts in %s',
    (_, texts) => {
      const placeholders = (value: unknown) =>
        Object.fromEntries(
          textsOf(value).map(({ path, text }) => [path.join('.'), text.match(/\{\w+\}/g)?.sort()]),
        )
      expect(placeholders(texts)).toEqual(placeholders(LANGUAGES.en))
    },
  )
})

test('another language changes labels, dates and countries, and not what is written', async () => {
  const { site, person, resume, strings } = loadSample()
  const loaded = await load(SAMPLE_FOLDER, { language: 'de' })
  if (!loaded.ok) throw new Error('The content has errors.')
  const { portfolio } = loaded
  expect([site.language, portfolio.site.language]).toEqual(['en', 'de'])
  expect([person.place, portfolio.person.place]).toEqual(['Kraków, Poland', 'Kraków, Polen'])
  expect([strings.close, portfolio.strings.close]).toEqual(['Close', 'Schließen'])
  const since = [resume, portfolio.resume].map(
    (one) => positionsIn(one?.experience)?.[0]?.period?.label,
  )
  expect(since[0]).toMatch(/present$/)
  expect(since[1]).toMatch(/heute$/)
  expect(portfolio.about?.bio).toEqual(loadSample().about?.bio)
})

test('content is read once a language, and again when a file of the folder has changed', async () => {
  const first = await load(folder)
  const polish = await load(folder, { language: 'pl' })
  expect(await load(folder)).toBe(first)
  expect(await load(folder, { language: 'pl' })).toBe(polish)
  // The bundle of the pages has a copy of the module.
  vi.resetModules()
  const copy = await import('./load.ts')
  expect(copy.load).not.toBe(load)
  const sections = {}
  const loaded = await load(folder, { sections })
  expect(await copy.load(folder, { sections })).toBe(loaded)
  const file = join(folder, 'portfolio.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replace('Hi There!', 'Hi There?'))
  expect(await load(folder)).toMatchObject({ portfolio: { hero: { greeting: 'Hi There?' } } })
  rmSync(join(folder, 'images/brand.svg'))
  expect((await load(folder, { assets: contentAssets })).ok).toBe(false)
})
