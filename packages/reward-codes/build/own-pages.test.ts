import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { changedSample, set } from 'test-fixtures/change-content.ts'
import { freshFolder } from 'test-fixtures/fresh-folder.ts'
import { expect, test } from 'vitest'
import { checkPages } from './own-pages.ts'

/** Pages as a build has written them, by their path. */
function buildPages(pages: Record<string, string>) {
  const folder = freshFolder()
  for (const [path, html] of Object.entries(pages)) {
    mkdirSync(join(folder, path), { recursive: true })
    writeFileSync(join(folder, path, 'index.html'), html)
  }
  writeFileSync(join(folder, 'sitemap.xml'), '<urlset>\n  <url/>\n</urlset>\n')
  return folder
}

const BLOG = '<title>Blog</title>'

function check(folder: string, content: string, paths: string[], base = '/') {
  const warnings: string[] = []
  const logger = { warn: (text: string) => warnings.push(text) } as never
  const pages = paths.map((pathname) => ({ pathname }))
  const address = new URL(`https://example.com${base}`)
  checkPages({ dir: pathToFileURL(`${folder}/`), pages, logger }, { content, base, address })
  return warnings
}

const linked = (href: string) =>
  changedSample((content) => {
    set('menu', [{ label: 'Blog', href }])(content)
    set('about.bio', [`Read [my blog](${href}), /etc/hosts or /nothing.`])(content)
  })

test.each(['/', '/name/'])('links to pages and files that are built are right at %s', (base) => {
  for (const href of ['/blog/', '/blog', '/blog/#first', '/blog/?page=2']) {
    const home = `<a href="${base}${href.slice(1)}">Blog</a>`
    expect(check(buildPages({ '': home, blog: BLOG }), linked(href), ['', 'blog/'], base)).toEqual(
      [],
    )
  }
})

test('a link to a page that is not built stops the build, with file, line and the page that was meant', () => {
  const content = linked('/blgo/')
  const folder = buildPages({ '': '<a href="/blgo/">Blog</a>', blog: BLOG })
  expect(() => check(folder, content, ['', 'blog/'])).toThrow(
    /has 2 errors:[\s\S]*portfolio\.yaml:\d+:\d+ {2}about\.bio\.0\n[\s\S]*portfolio\.yaml:\d+:\d+ {2}menu\.0\.href\n {4}found {9}a link to "\/blgo\/"[\s\S]*did you mean {2}\/blog\//,
  )
})

test('an English address of a legal page is reported with that of the language', () => {
  const content = changedSample((content) => {
    set('site.language', 'de')(content)
    set('about.bio', ['See [privacy](/privacy/).'])(content)
  })
  const folder = buildPages({ '': BLOG, datenschutz: BLOG })
  expect(() => check(folder, content, ['', 'datenschutz/'])).toThrow(
    expect.objectContaining({ hint: 'about.bio.0: did you mean /datenschutz/?' }),
  )
})

test('a dead link of a text that only the resume file shows stops the build, and code is no link', () => {
  const highlights = ['Wrote [a paper](/paper/).', 'Taught `[text](/path/)`.']
  const content = changedSample(set('resume.experience.entries.0.highlights', highlights))
  expect(() => check(buildPages({ '': BLOG }), content, [''])).toThrow(
    /has 1 error:[\s\S]*resume\.experience\.entries\.0\.highlights\.0\n {4}found {9}a link to "\/paper\/"/,
  )
})

test('the sitemap has the pages of the owner, without those for no search engine and without ours', () => {
  const hidden = '<meta name="robots" content="noindex">'
  const folder = buildPages({ '': BLOG, blog: BLOG, secret: hidden, imprint: BLOG })
  check(folder, changedSample(), ['', 'blog/', 'secret/', 'imprint/'], '/name/')
  const entries = readFileSync(join(folder, 'sitemap.xml'), 'utf8').match(/<loc>[^<]*/g)
  expect(entries).toEqual(['<loc>https://example.com/name/blog/'])
})

test('what the policy blocks is a warning', () => {
  const frame =
    '<meta http-equiv="content-security-policy" content="default-src \'none\';"><iframe src="https://video.example/x"></iframe>'
  const [warning] = check(buildPages({ '': frame }), changedSample(), [''])
  expect(warning).toContain('/  https://video.example (frame-src)')
})
