import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changedSample, loadedFrom, set } from 'test-fixtures/change-content.ts'
import { diagnosticsIn } from 'test-fixtures/content-errors.ts'
import { copySampleContent } from 'test-fixtures/sample-content.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Diagnostic } from './diagnostic.ts'
import { load } from './load.ts'
import { plainText } from './rich-text.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-resume-'))
  copySampleContent(folder)
})

afterEach(() => rmSync(folder, { recursive: true }))

test.each([
  ['name: Maja Zielińska', 'name: 山田太郎'],
  ['name: Maja Zielińska', 'name: محمد'],
  ['language: en', 'language: he'],
  ['Shipped eleven', 'Shipped 🚀 eleven'],
])('%s may be %s', async (from, to) => {
  expect(await diagnosticsInFolder([from, to])).toEqual([])
})

describe('a finished resume PDF', () => {
  test('is accepted if it is a PDF', async () => {
    addFile('cv.pdf', '%PDF-1.7\n')
    expect(await diagnosticsInFolder(own('files/cv.pdf'))).toEqual([])
  })

  test('is reported as missing, with its line and a suggestion', async () => {
    addFile('cv.pdf', '%PDF-1.7\n')
    const [diagnostic] = await diagnosticsInFolder(own('files/vc.pdf'))
    expect(diagnostic).toMatchObject({ field: 'resume.file', suggestion: 'files/cv.pdf' })
    expect(diagnostic?.line).toBe(lineOf('  file:'))
  })

  test('is reported as missing if the case of a file or folder differs', async () => {
    addFile('cv.pdf', '%PDF-1.7\n')
    expect((await diagnosticsInFolder(own('files/CV.pdf')))[0]).toMatchObject({
      suggestion: 'files/cv.pdf',
    })
    mkdirSync(join(folder, 'files/Sub'))
    addFile('Sub/cv.pdf', '%PDF-1.7\n')
    expect(await diagnosticsInFolder(['files/CV.pdf', 'files/sub/cv.pdf'])).toHaveLength(1)
    expect(await diagnosticsInFolder(['files/sub/cv.pdf', 'files/Sub/cv.pdf'])).toEqual([])
  })

  test('is rejected if it is a folder', async () => {
    mkdirSync(join(folder, 'files/folder.pdf'), { recursive: true })
    expect(await diagnosticsInFolder(own('files/folder.pdf'))).toHaveLength(1)
  })
})

test('a template of the resume must be a Typst file that exists', async () => {
  const named = (name: string) => own(name).map((text) => text.replace('file:', 'template:'))
  addFile('cv.typ', '= CV')
  const [from = '', to = ''] = named('files/vc.typ')
  expect(await diagnosticsInFolder([from, to])).toMatchObject([
    { field: 'resume.template', suggestion: 'files/cv.typ' },
  ])
  expect(await diagnosticsInFolder(['files/vc.typ', 'files/cv.typ'])).toEqual([])
  expect(await diagnosticsInFolder(['files/cv.typ', 'files/cv.tex'])).toMatchObject([
    { field: 'resume.template', expected: expect.stringContaining('a Typst file in files/') },
  ])
})

function own(name: string): [string, string] {
  return ['  fileName: RewardResume.pdf\n', `  fileName: RewardResume.pdf\n  file: ${name}\n`]
}

function addFile(name: string, text: string | Buffer) {
  mkdirSync(join(folder, 'files'), { recursive: true })
  writeFileSync(join(folder, 'files', name), text)
}

function change(...changes: [string | RegExp, string][]) {
  const file = join(folder, 'portfolio.yaml')
  let text = readFileSync(file, 'utf8')
  for (const [from, to] of changes) {
    const changed = text.replace(from, to)
    if (changed === text) throw new Error(`The sample has no "${from}" to change.`)
    text = changed
  }
  writeFileSync(file, text)
}

async function diagnosticsInFolder(...changes: [string, string][]): Promise<Diagnostic[]> {
  change(...changes)
  return diagnosticsIn(folder)
}

function contentLines(): string[] {
  return readFileSync(join(folder, 'portfolio.yaml'), 'utf8').split('\n')
}

function lineOf(text: string): number {
  return contentLines().findIndex((line) => line.includes(text)) + 1
}

const TALKS = { id: 'talks', menuLabel: 'Talks', heading: 'Talks', text: ['About pages.'] }

const GITHUB = { name: 'GitHub', icon: 'github', url: 'https://github.com/maja' }

async function fieldsAfter(fields: Record<string, unknown>) {
  const folder = changedSample((content) => {
    for (const [field, value] of Object.entries(fields)) set(field, value)(content)
  })
  const loaded = await load(folder)
  return loaded.ok ? [] : loaded.diagnostics.map(({ field, suggestion }) => [field, suggestion])
}

test('an order of existing sections is valid', async () => {
  expect(
    await fieldsAfter({ customSections: [TALKS], sectionOrder: ['talks', 'about', 'contact'] }),
  ).toEqual([])
})

test('an unknown section name is reported with a suggestion', async () => {
  expect(await fieldsAfter({ sectionOrder: ['about', 'projcts'] })).toEqual([
    ['sectionOrder.1', 'projects'],
  ])
})

test('a repeated section name or id is reported', async () => {
  expect(await fieldsAfter({ sectionOrder: ['about', 'about'] })).toEqual([
    ['sectionOrder.1', undefined],
  ])
  expect(await fieldsAfter({ customSections: [TALKS, TALKS] })).toEqual([
    ['customSections.1.id', undefined],
  ])
})

test('order errors are reported together with errors of single fields', async () => {
  const diagnostics = await fieldsAfter({ 'hero.place': 7, sectionOrder: ['projcts'] })
  expect(diagnostics.map(([field]) => field)).toEqual(['hero.place', 'sectionOrder.0'])
})

test.each([
  ['contact.subjects', ['Feedback', 'Other', 'Feedback '], 'contact.subjects.2', '"Feedback"'],
  [
    'person.profiles',
    [GITHUB, { ...GITHUB, name: 'Code' }],
    'person.profiles.1.url',
    '"https://github.com/maja"',
  ],
])('a duplicate in %s is an error with its line', async (list, entries, field, found) => {
  const folder = changedSample(set(list, entries))
  const loaded = await load(folder)
  const diagnostics = loaded.ok ? [] : loaded.diagnostics
  expect(diagnostics).toMatchObject([{ field, found, line: expect.any(Number) }])
  expect(diagnostics[0]?.line).toBeGreaterThan(1)
  expect(diagnostics[0]?.expected).toMatch(/^unique (?:subjects|URLs)/)
})

test('hero phrases may repeat, because the typewriter cycles through all of them', async () => {
  const folder = changedSample(set('hero.phrases', ['One.', 'Two.', 'One.']))
  expect((await load(folder)).ok).toBe(true)
})

test.each([
  ['[me](javascript:alert(1))', '"javascript:alert(1)"'],
  ['[me](data:text/html,hi)', '"data:text/html,hi"'],
  ['[me](http://localhost:3000)', '"http://localhost:3000"'],
  ['[me](cv.pdf)', '"cv.pdf"'],
  ['[me](mailto:nobody)', '"mailto:nobody"'],
])('a link that no visitor can follow is an error: %s', async (text, target) => {
  const folder = changedSample(set('about.bio.1', text))
  const loaded = await load(folder)
  const diagnostics = loaded.ok ? [] : loaded.diagnostics
  expect(diagnostics).toMatchObject([
    { field: 'about.bio.1', found: `a link to ${target}`, line: expect.any(Number) },
  ])
  expect(diagnostics[0]?.expected).toContain('mailto:name@example.com')
})

test('a link to an anchor that the page does not have is an error', async () => {
  expect(await fieldsAfter({ 'contact.lead': 'See [my work](#portfolo).' })).toEqual([
    ['contact.lead', '#portfolio'],
  ])
  expect(await fieldsAfter({ 'contact.lead': 'See [my work](#projects).' })).toEqual([
    ['contact.lead', '#portfolio'],
  ])
  const valid = ['#about', '#portfolio', 'mailto:me@example.com']
  const links = [...valid, 'tel:+48221234567', 'https://example.com']
  expect(await fieldsAfter({ 'about.bio': links.map((link) => `[a](${link})`) })).toEqual([])
})

test('no two projects and no two sections have one id', async () => {
  const cards = ['a', 'b', 'a'].map((id) => ({ id, title: id, summary: 'What it is.' }))
  expect(await fieldsAfter({ 'projects.cards': cards })).toEqual([
    ['projects.cards.2.id', undefined],
  ])
  expect(await fieldsAfter({ customSections: [TALKS, TALKS] })).toEqual([
    ['customSections.1.id', undefined],
  ])
})

test('a paragraph may be fields with its text', async () => {
  const folder = changedSample(
    set('about.bio', [
      { text: 'I *build* pages.', for: ['page'] },
      { text: 'And run them.' },
      'Always.',
    ]),
  )
  const { portfolio } = await loadedFrom(folder)
  expect(portfolio.about?.bio.map(plainText)).toEqual([
    'I build pages.',
    'And run them.',
    'Always.',
  ])
  expect(await fieldsAfter({ 'about.bio': [{ text: 'I build.', width: 3 }] })).toEqual([
    ['about.bio.0.width', undefined],
  ])
})
