import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { changedSample, set } from 'test-fixtures/change-content.ts'
import { expect, test } from 'vitest'
import { load } from './load.ts'
import { addressOf } from './slug.ts'

const STORY = { problem: 'Too many calls.' }

/** Content with these projects, and files beside it. */
function siteWith(cards: object[], files: Record<string, string> = {}) {
  const folder = changedSample((content) => {
    set('projects.cards', cards)(content)
    set('resumes', [{ name: 'work', tags: ['work'] }])(content)
  })
  mkdirSync(join(folder, 'projects'), { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

async function pagesOf(folder: string, language?: string) {
  const loaded = await load(folder, { language })
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics))
  return loaded.portfolio.projects?.cards.map(({ page }) => page)
}

async function errorsOf(folder: string) {
  const loaded = await load(folder)
  return loaded.ok
    ? []
    : loaded.diagnostics.map(({ file, field, found, suggestion }) => {
        return [basename(file), field, found, suggestion]
      })
}

test('the address of a story is its id, or else its title in letters of the alphabet', async () => {
  const cards = [
    { title: 'Łódź: Ręka w rękę!', ...STORY },
    { title: 'Boat Hire', id: 'boats', ...STORY },
    { title: 'Boat Hire 2', summary: 'Nothing more.' },
  ]
  expect(await pagesOf(siteWith(cards))).toEqual([
    'projects/lodz-reka-w-reke/',
    'projects/boats/',
    undefined,
  ])
})

test('a story has the same address in every language', async () => {
  const translated = 'texts:\n  - text: Boat Hire\n    translation: Wynajem\n'
  const folder = siteWith([{ title: 'Boat Hire', ...STORY }], { 'pl.yaml': translated })
  expect(await pagesOf(folder, 'pl')).toEqual(['projects/boat-hire/'])
})

test('a story without an address is an error that asks for an id', async () => {
  const cards = [
    { title: '船', ...STORY },
    { title: 'Boat Hire', ...STORY },
    { title: 'Boat hire!', ...STORY },
    { title: '42', summary: 'No story.' },
  ]
  expect(await errorsOf(siteWith(cards))).toEqual([
    [
      'portfolio.yaml',
      'projects.cards.0.title',
      expect.stringContaining('without a letter'),
      undefined,
    ],
    [
      'portfolio.yaml',
      'projects.cards.2.title',
      'a second project at the address /projects/boat-hire/',
      undefined,
    ],
  ])
})

test('a project that the page does not show takes no address', async () => {
  const cards = [
    { title: 'Boat Hire', for: ['work'], ...STORY },
    { title: 'Boat Hire', ...STORY },
  ]
  expect(await pagesOf(siteWith(cards))).toEqual(['projects/boat-hire/'])
})

test('a story in a file gives its project a page, and needs one', async () => {
  const cards = [{ title: 'Boat Hire' }, { title: 'Hidden', for: ['work'] }]
  const files = {
    'projects/boat-hire.md': 'Once.',
    'projects/hidden.md': 'Never.',
    'projects/notes.txt': 'No story.',
  }
  expect(await pagesOf(siteWith(cards, files))).toEqual(['projects/boat-hire/'])
  const stray = { 'projects/boat-hier.md': 'Once.', 'projects/boat-hire.pl.md': 'Raz.' }
  expect(await errorsOf(siteWith(cards, stray))).toEqual([
    ['boat-hier.md', '(whole file)', expect.stringContaining('no project'), 'boat-hire.md'],
    ['boat-hire.pl.md', '(whole file)', expect.stringContaining('language'), 'boat-hire.md'],
  ])
})

test('a link of a story to a page of the site is found, but not in code', async () => {
  const text =
    'See [it](/blog/), `[a](/code/)` or [here][1].\n\n```md\n[a](/code/)\n```\n\n[1]: /other/\n'
  const loaded = await load(siteWith([{ title: 'Boat Hire' }], { 'projects/boat-hire.md': text }))
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics))
  const links = loaded.links.filter(({ place }) => place)
  expect(links.map(({ target, place }) => [target, place?.line])).toEqual([
    ['/blog/', 1],
    ['/other/', 7],
  ])
})

test('a link of a story to a section that the page does not have is an error', async () => {
  const text = 'See [it](/#contcat).\n'
  const loaded = await load(siteWith([{ title: 'Boat Hire' }], { 'projects/boat-hire.md': text }))
  expect(loaded.ok ? [] : loaded.diagnostics).toMatchObject([
    { file: expect.stringContaining('boat-hire.md'), line: 1, found: 'a link to "#contcat"' },
  ])
})

test.each([
  ['Über mich', 'de', 'ueber-mich'],
  ['Львів map (3)', 'uk', 'map-3'],
  ['Usługi', 'pl', 'uslugi'],
  ['Tjänster', 'sv', 'tjanster'],
  ['À propos', 'fr', 'a-propos'],
  ['Про мене', 'uk', undefined],
  ['自己紹介', 'ja', undefined],
])('the address of %j in %s is %j', (label, language, address) => {
  expect(addressOf(label, language)).toBe(address)
})
