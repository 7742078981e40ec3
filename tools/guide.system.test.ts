import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { set } from 'test-fixtures/change-content.ts'
import { ROOT } from 'test-fixtures/folders.ts'
import { createSite, type Site } from 'test-fixtures/owner-site.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'

// The examples of the owner's guide, each section as one owner takes all of it.

const GUIDE = readFileSync(join(ROOT, 'docs/owner.md'), 'utf8')
const CONTENT = 'content/portfolio.yaml'

function sectionOf(heading: string): string {
  return GUIDE.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
}

/** Writes the examples of a section, whose first line has the path, builds the site, and returns its output. */
async function buildWith(site: Site, text: string): Promise<string> {
  for (const [, path = '', code = ''] of text.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm)) {
    const file = join(site.root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, path === CONTENT ? addFields(readFileSync(file, 'utf8'), code) : code)
  }
  const { exitCode, out, error } = await site.build()
  expect(exitCode, out + error).toBe(0)
  return out + error
}

/** Content with further fields. Entries of a list are added to those that are there. */
function addFields(content: string, fields: string): string {
  const all = parse(content)
  for (const [name, value] of Object.entries(parse(fields))) {
    all[name] = Array.isArray(value) ? [...(all[name] ?? []), ...value] : value
  }
  if (all.customSections) all.sectionOrder = undefined
  return stringify(all)
}

describe('Make the page your own', () => {
  const text = sectionOf('Make the page your own')
  const site = createSite()
  let page: string

  beforeAll(async () => {
    await buildWith(site, text)
    page = site.read('index.html')
  })
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
      /<astro-island[^>]*client="visible"[^>]*>/.exec(page.slice(page.indexOf('id="estimate"'))) ??
      []
    expect(island).toContain('rate')
  })
})

describe('Recipes', () => {
  const text = sectionOf('Recipes')
  const site = createSite({
    change: (content) => {
      set('site.url', 'https://owner.example.com/name/')(content)
      set('contact', { form: 'none', email: 'me@example.com' })(content)
    },
  })
  let output: string

  beforeAll(async () => {
    output = await buildWith(site, text)
  })
  afterAll(() => site.remove())

  test('the blog is in the menu, each post has its preview, and all are in the sitemap', () => {
    expect(site.read('index.html')).toContain('href="/name/blog/"')
    expect(site.read('blog/index.html')).toMatch(
      /<a href="\/name\/blog\/"[^>]* aria-current="page"/,
    )
    const post = site.read('blog/first/index.html')
    const address = 'https://owner.example.com/name/blog/first/'
    expect(post).toContain(`<link rel="canonical" href="${address}">`)
    expect(post).toContain('<meta property="og:title" content="A timetable in one line">')
    expect(post).toContain(
      '<meta property="og:image" content="https://owner.example.com/name/social-card.png">',
    )
    expect(post).toContain('<meta name="description" content="What I left out, and why.">')
    for (const path of ['blog/', 'blog/first/', 'talk/']) {
      expect(site.read('sitemap.xml')).toContain(
        `<loc>https://owner.example.com/name/${path}</loc>`,
      )
    }
  })

  test('the feed has an item for each post, with its address', () => {
    expect(site.read('blog/index.html')).toContain('type="application/rss+xml"')
    const items = site.read('rss.xml').split('<item>').slice(1)
    expect(items).toHaveLength(1)
    expect(items[0]).toContain('<title>A timetable in one line</title>')
    expect(items[0]).toContain('<link>https://owner.example.com/name/blog/first/</link>')
  })

  test('the policy allows the script, and the build names the video that it blocks', () => {
    expect(site.read('index.html')).toMatch(/script-src [^;]*https:\/\/plausible\.io/)
    expect(output).toContain('/talk/  https://www.youtube-nocookie.com\n')
    expect(output).not.toMatch(/plausible|Shiki/)
  })
})
