import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { set } from 'test-fixtures/change-content.ts'
import { ROOT } from 'test-fixtures/folders.ts'
import { createSite, type Site } from 'test-fixtures/owner-site.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'

// The recipes of the owner's guide.

const [, section = ''] = readFileSync(join(ROOT, 'docs/owner.md'), 'utf8').split('## Recipes\n')
const [text = ''] = section.split('\n## ')
const examples = [...text.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm)].map(
  ([, path = '', code = '']) => [path, code] as const,
)

const BUILD_TIMEOUT = 120_000

let site: Site
let output: string

beforeAll(async () => {
  site = createSite({
    change: (content) => {
      set('site.url', 'https://owner.example.com/name/')(content)
      set('contact', { form: 'none', email: 'me@example.com' })(content)
    },
  })
  for (const [path, code] of examples) {
    if (path === 'content/portfolio.yaml') {
      site.edit((content) => set('menu', parse(code).menu)(content))
      continue
    }
    mkdirSync(dirname(join(site.root, path)), { recursive: true })
    writeFileSync(join(site.root, path), code)
  }
  const { exitCode, out, error } = await site.build()
  expect(exitCode, out + error).toBe(0)
  output = out + error
}, BUILD_TIMEOUT)

afterAll(() => site.remove())

test('the blog is in the menu, each post has its preview, and all are in the sitemap', () => {
  expect(site.read('index.html')).toContain('href="/name/blog/"')
  expect(site.read('blog/index.html')).toMatch(/<a href="\/name\/blog\/"[^>]* aria-current="page"/)
  const post = site.read('blog/first/index.html')
  const address = 'https://owner.example.com/name/blog/first/'
  expect(post).toContain(`<link rel="canonical" href="${address}">`)
  expect(post).toContain('<meta property="og:title" content="A timetable in one line">')
  expect(post).toContain(
    '<meta property="og:image" content="https://owner.example.com/name/social-card.png">',
  )
  expect(post).toContain('<meta name="description" content="What I left out, and why.">')
  for (const path of ['blog/', 'blog/first/', 'talk/']) {
    expect(site.read('sitemap.xml')).toContain(`<loc>https://owner.example.com/name/${path}</loc>`)
  }
})

test('the feed has an item for each post, with its address', () => {
  expect(site.read('blog/index.html')).toContain('type="application/rss+xml"')
  const items = site.read('rss.xml').split('<item>').slice(1)
  expect(items).toHaveLength(1)
  expect(items[0]).toContain('<title>A timetable in one line</title>')
  expect(items[0]).toContain('<link>https://owner.example.com/name/blog/first/</link>')
})

test('the policy allows the script, and the build names the video with the line of the recipe', () => {
  expect(site.read('index.html')).toMatch(/script-src [^;]*https:\/\/plausible\.io/)
  expect(output).toContain('/talk/  https://www.youtube-nocookie.com (frame-src)')
  const line = 'directives: ["frame-src https://www.youtube-nocookie.com"]'
  expect(output).toContain(line)
  expect(text).toContain(line)
  expect(output).not.toMatch(/plausible|Shiki/)
})

test(
  'the lines for Umami take the place of those for Plausible',
  async () => {
    const [, script = ''] = /For Umami, the script is `(<script.*?<\/script>)`/.exec(text) ?? []
    const [, lines = ''] = /sends to another host:\n\n```ts\n([^`]*)```/.exec(text) ?? []
    const replace = (path: string, part: RegExp, other: string) => {
      const file = join(site.root, path)
      writeFileSync(
        file,
        readFileSync(file, 'utf8').replace(part, () => other),
      )
    }
    replace('src/Footer.astro', /<script.*<\/script>/, script)
    replace('astro.config.ts', /scriptDirective.*\n.*directives.*\n/, lines)
    const { exitCode, out, error } = await site.build()
    expect(exitCode, out + error).toBe(0)
    expect(site.read('index.html')).toContain('src="https://cloud.umami.is/script.js"')
    expect(site.read('index.html')).toMatch(/script-src [^;]*https:\/\/cloud\.umami\.is/)
    expect(site.read('index.html')).toContain("connect-src 'self' https://api-gateway.umami.dev")
    expect(out + error).not.toContain('umami')
  },
  BUILD_TIMEOUT,
)
