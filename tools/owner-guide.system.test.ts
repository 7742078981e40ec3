import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from 'test-fixtures/folders.ts'
import { createSite, type Site } from 'test-fixtures/owner-site.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'

const HEADING = '## Make the page your own\n'
const CONTENT = 'content/portfolio.yaml'
const BUILD_TIMEOUT = 120_000
/** The examples of the section, as `[path, code]`. The path is in the first line of the block. */
const [, section = ''] = readFileSync(join(ROOT, 'docs/owner.md'), 'utf8').split(HEADING)
const [text = ''] = section.split('\n## ')
const examples = [...text.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm)].map(
  ([, path = '', code = '']) => [path, code] as const,
)

let site: Site
let page: string

// The owner of the sample takes all levels at once.
beforeAll(async () => {
  site = createSite()
  for (const [path, code] of examples) {
    const file = join(site.root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, path === CONTENT ? addFields(readFileSync(file, 'utf8'), code) : code)
  }
  const { exitCode, out, error } = await site.build()
  expect(exitCode, out + error).toBe(0)
  page = site.read('index.html')
}, BUILD_TIMEOUT)

afterAll(() => site.remove())

test.each([
  ['1. words', 'Jump to the text</a>'],
  ['2. theme', /--radius: ?12px/],
  ['3. section of content', 'On Tuesdays, anyone may call me'],
  ['4. component', 'What I do all day</h2>'],
  ['5. own section', '5 days: 3000 EUR'],
])('the example of level %s has its effect', (level, expected) => {
  expect(text).toContain(`| ${level} `)
  expect(page).toMatch(expected)
})

test('the example of level 6. own page is a page with header and footer', () => {
  expect(text).toContain('| 6. own page ')
  const now = site.read('now/index.html')
  expect(now).toContain('<title>Now</title>')
  expect(now).toContain('I am writing a book about timetables.')
  expect(now).toMatch(/<header[\s\S]*<footer/)
})

test('the interactive example is an island that loads when it is seen', () => {
  const [island = ''] =
    /<astro-island[^>]*client="visible"[^>]*>/.exec(page.slice(page.indexOf('id="estimate"'))) ?? []
  expect(island).toContain('rate')
})

/** Content with further fields. Entries of a list are added to those that are there. */
function addFields(content: string, fields: string): string {
  const all = parse(content)
  for (const [name, value] of Object.entries(parse(fields))) {
    all[name] = Array.isArray(value) ? [...(all[name] ?? []), ...value] : value
  }
  if (all.customSections) all.sectionOrder = undefined
  return stringify(all)
}
