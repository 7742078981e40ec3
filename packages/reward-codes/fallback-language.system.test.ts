import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { PDFDict, PDFDocument, PDFName } from 'pdf-lib'
import { FULL_CONTENT } from 'test-fixtures/full-content.ts'
import { createSite, type Site } from 'test-fixtures/owner-site.ts'
import { askPoppler } from 'test-fixtures/poppler.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Document, parseDocument } from 'yaml'
import { withoutLanguage } from './content/label-language.ts'
import { load } from './content/load.ts'
import { en } from './content/strings/en.ts'
import { leavesOf } from './content/values.ts'

/** Begins each text of the main language, and no label. */
const MARK = 'Lorem'

let site: Site
let texts: string[]

beforeAll(async () => {
  site = createSite({ change: fill })
  writeFileSync(join(site.content, 'de.yaml'), 'hero: { greeting: Hallo }\n')
  // This package has no labels in Hebrew.
  writeFileSync(join(site.content, 'he.yaml'), 'hero: { greeting: שלום }\n')
  const loaded = await load(site.content, { language: 'de' })
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics))
  const paths = loaded.warnings.flatMap(({ cause, path }) =>
    cause === 'translation' ? [path] : [],
  )
  site.edit((content) => {
    texts = paths.map((path) => {
      const at = content.hasIn([...path, 'text']) ? [...path, 'text'] : path
      const text = `${MARK} ${content.getIn(at)}`
      content.setIn(at, text)
      return text
    })
  })
  const { exitCode, out, error } = await site.build()
  if (exitCode !== 0) throw new Error(error || out)
}, 60_000)

afterAll(() => site.remove())

/** Every field that the page shows, and entries of each form. */
function fill(content: Document): void {
  const { strings: _, ...full } = FULL_CONTENT
  content.contents = parseDocument(JSON.stringify(full)).contents
  for (const file of ['file', 'template']) content.deleteIn(['resume', file])
  content.setIn(['resumes'], content.createNode([{ name: 'lead', tags: ['lead'] }]))
  content.setIn(['menu', 0, 'href'], 'https://ewa.dev/blog')
  // The place of the hero stands in the footer, too.
  content.deleteIn(['person', 'location'])
  content.delete('sectionOrder')
  // Behind a picture.
  content.deleteIn(['projects', 'cards', 0, 'cover'])
  content.deleteIn(['hero', 'claim'])
  content.setIn(['hero', 'phrases', 0], 'I build pages.')
  const cover = { count: 40, caption: '40 berths' }
  const harbour = 'See the [Lorem harbour](https://harbour.dev).'
  const another = { title: 'Another project', cover, problem: harbour }
  content.setIn(['projects', 'cards', 1], content.createNode(another))
  const [job] = full.resume.experience.entries
  const readers = ['page', 'lead']
  const earlier = { ...job, id: 'second', period: '2018 – 2020', url: undefined, for: readers }
  content.addIn(['resume', 'experience', 'entries'], content.createNode(earlier))
  const { url: _url, ...noLink } = { ...full.resume.awards.entries[0], id: 'second' }
  content.addIn(['resume', 'awards', 'entries'], content.createNode(noLink))
}

type Shown = { text: string; language: string | undefined; tag: string }

/** What the pages in a language show and say, with the language that the nearest element names. */
function shownAt(home: string): Shown[] {
  const files = readdirSync(join(site.root, 'dist', home), { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => file.endsWith('.html'))
    .flatMap((file) => shownIn(parse(site.read(`${home}/${file}`))))
}

const SAID = ['alt', 'title']
/** A subject is sent with the message, as the owner wrote it. */
const UNSEEN = ['option', 'head', 'script', 'style', 'svg', 'template']

function shownIn(node: Tree.Node, language?: string, tag = ''): Shown[] {
  if (UNSEEN.includes(node.nodeName)) return []
  if ('value' in node) return [{ text: node.value.trim(), language, tag }]
  if (!('childNodes' in node)) return []
  const attributes = 'attrs' in node ? node.attrs : []
  const attributeOf = (wanted: string) => attributes.find(({ name }) => name === wanted)?.value
  if (attributeOf('hreflang')) return []
  const own = attributeOf('lang') ?? language
  const said = SAID.flatMap((name) => attributeOf(name) ?? [])
  return [
    ...said.map((text) => ({ text, language: own, tag: node.nodeName })),
    ...node.childNodes.flatMap((child) => shownIn(child, own, node.nodeName)),
  ]
}

/** Metadata, and a subject. */
const ELSEWHERE = [
  'Lorem A title of the page',
  'Lorem A description of the page, as long as search engines like to show it.',
  'Lorem Work',
]

test('every text without a translation names its language, and no other text does', () => {
  const shown = shownAt('de')
  const wrong = shown.filter(
    ({ text, language }) => /\p{L}/u.test(text) && language !== (text.includes(MARK) ? 'en' : 'de'),
  )
  expect(wrong).toEqual([])
  const isSeen = (text: string) => shown.some((one) => one.text.includes(text.split(' [')[0] ?? ''))
  expect(texts.filter((text) => !isSeen(text))).toEqual(ELSEWHERE)
})

test('a label in English does too', () => {
  const labels = leavesOf(en).flatMap(({ leaf }) =>
    String(leaf).includes('{') ? [] : String(leaf),
  )
  const shown = shownAt('he').filter(({ text }) =>
    labels.includes(withoutLanguage(text).replace(/[()]/g, '').trim()),
  )
  expect(shown.filter(({ language }) => language !== 'en')).toEqual([])
  expect(shown.length).toBeGreaterThan(50)
})

test.each([
  ['EwaKowal.de.pdf', ['H2', 'H3', 'H4', 'P', 'LI']],
  // The second position is the first one there.
  ['EwaKowal.de.lead.pdf', ['H2', 'H3', 'P']],
])('in %s too', async (name, elements) => {
  const pdf = readFileSync(join(site.root, 'dist/de', name))
  const { context, catalog } = await PDFDocument.load(pdf)
  const spoken = context.enumerateIndirectObjects().flatMap(([, object]) => {
    const language = object instanceof PDFDict && object.get(PDFName.of('Lang'))
    return language ? `${object.get(PDFName.of('S'))} ${language}` : []
  })
  expect(String(catalog.get(PDFName.of('Lang')))).toBe('(de)')
  for (const element of elements) expect(spoken).toContain(`/${element} (en)`)
  const text = askPoppler('pdftotext', pdf)
  expect(text).toContain('Lorem Engineer, Lorem Computer Science, A school')
  expect(text + askPoppler('pdfinfo', pdf, ['-struct-text'])).not.toMatch(TAG_CHARACTERS)
})

/** By which a text on the page has its language. */
const TAG_CHARACTERS = /[\u{e0000}-\u{e007f}]/u
