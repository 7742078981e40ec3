import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { changedSample, loadedFrom, set } from 'test-fixtures/change-content.ts'
import { freshFolder } from 'test-fixtures/fresh-folder.ts'
import { expect, test } from 'vitest'
import { checkLinks, checkPages } from './own-pages.ts'

/** Pages as a build has written them, by their path. */
function buildPages(pages: Record<string, string>) {
  const folder = freshFolder()
  for (const [path, html] of Object.entries(pages)) {
    mkdirSync(join(folder, path), { recursive: true })
    writeFileSync(join(folder, path, 'index.html'), html)
  }
  return folder
}

const BLOG = '<title>Blog</title>'

const addressed = () => changedSample(set('site.url', 'https://example.com/name/'))

async function check(folder: string, content: string, paths: string[]) {
  const warnings: string[] = []
  const logger = { warn: (text: string) => warnings.push(text) } as never
  const pages = paths.map((pathname) => ({ pathname }))
  checkPages({ dir: pathToFileURL(`${folder}/`), pages, logger }, [await loadedFrom(content)])
  return warnings
}

const linked = (href: string) =>
  changedSample((content) => {
    set('menu', [{ label: 'Blog', href }])(content)
    set('about.bio', [`Read [my blog](${href}), /etc/hosts or /nothing.`])(content)
  })

test.each(['/blog/', '/blog', '/blog/#first', '/blog/?page=2'])(
  'a link to a page that is built is right: %s',
  async (href) => {
    expect(await check(buildPages({ '': BLOG, blog: BLOG }), linked(href), ['', 'blog/'])).toEqual(
      [],
    )
  },
)

/** A route as Astro resolves it. */
function routeOf(pattern: string, params: string[] = []) {
  const path = pattern.replace(/\[\.\.\.\w+\]/, '.*').replace(/\[\w+\]/, '[^/]+')
  const pathname = params.length > 0 ? undefined : pattern
  return {
    pattern,
    patternRegex: new RegExp(`^${path}/?$`),
    params,
    pathname,
    type: 'page',
  } as never
}

test('before the pages are made, a link needs a route, or a file of public', async () => {
  const folder = freshFolder()
  mkdirSync(join(folder, 'papers'))
  writeFileSync(join(folder, 'papers/one.pdf'), '')
  const routes = [
    routeOf('/'),
    routeOf('/blog'),
    routeOf('/posts/[id]', ['id']),
    routeOf('/[kind]', ['kind']),
  ]
  const checkOf = async (href: string) =>
    checkLinks([await loadedFrom(linked(href))], routes, pathToFileURL(`${folder}/`))
  for (const href of ['/blog/', '/blog#a', '/posts/first/', '/papers/one.pdf']) {
    await expect(checkOf(href)).resolves.toBeUndefined()
  }
  for (const href of ['/blgo/', '/papers/two.pdf', '/posts/']) {
    await expect(checkOf(href)).rejects.toThrow('has 2 errors')
  }
})

test('a link to a legal page needs that page in the content', async () => {
  const withImprint = changedSample((content) => {
    set('menu', [{ label: 'Imprint', href: '/imprint/' }])(content)
    set('legal.imprint', { name: 'Anna Nowak', address: 'Main St 1' })(content)
  })
  const routes = [routeOf('/'), routeOf('/[kind]', ['kind'])]
  const checkOf = async (content: string) =>
    checkLinks([await loadedFrom(content)], routes, pathToFileURL(`${freshFolder()}/`))
  await expect(checkOf(withImprint)).resolves.toBeUndefined()
  await expect(checkOf(linked('/imprint/'))).rejects.toThrow('has 2 errors')
})

test('a link to a page that is not built stops the build, with file, line and the page that was meant', async () => {
  const content = linked('/blgo/')
  const folder = buildPages({ '': '<a href="/blgo/">Blog</a>', blog: BLOG })
  const error = await check(folder, content, ['', 'blog/']).catch((error) => error)
  expect(error.message).toMatch(
    /has 2 errors:[\s\S]*portfolio\.yaml:\d+:\d+ {2}about\.bio\.0\n[\s\S]*portfolio\.yaml:\d+:\d+ {2}menu\.0\.href\n {4}found {9}a link to "\/blgo\/"[\s\S]*did you mean {2}\/blog\//,
  )
  expect(error.hint).toBe('about.bio.0: did you mean /blog/?')
})

test('a dead link of a text that only the resume file shows stops the build, and code is no link', async () => {
  const highlights = ['Wrote [a paper](/paper/).', 'Taught `[text](/path/)`.']
  const content = changedSample(set('resume.experience.entries.0.highlights', highlights))
  await expect(check(buildPages({ '': BLOG }), content, [''])).rejects.toThrow(
    /has 1 error:[\s\S]*resume\.experience\.entries\.0\.highlights\.0\n {4}found {9}a link to "\/paper\/"/,
  )
})

test('the sitemap has each page that is built and the resume, without what is for no search engine', async () => {
  const hidden = '<meta name="robots" content="noindex">'
  const folder = buildPages({ '': BLOG, blog: BLOG, secret: hidden })
  writeFileSync(join(folder, 'RewardResume.pdf'), '')
  await check(folder, addressed(), ['', 'blog/', 'secret/'])
  const entries = readFileSync(join(folder, 'sitemap.xml'), 'utf8').match(/<loc>[^<]*/g)
  expect(entries).toEqual([
    '<loc>https://example.com/name/',
    '<loc>https://example.com/name/blog/',
    '<loc>https://example.com/name/RewardResume.pdf',
  ])
})

test('a sitemap of the owner stays', async () => {
  const folder = buildPages({ '': BLOG })
  const file = join(folder, 'sitemap.xml')
  writeFileSync(file, '<urlset/>')
  await check(folder, addressed(), [''])
  expect(readFileSync(file, 'utf8')).toBe('<urlset/>')
})

test('what the policy blocks is a warning', async () => {
  const frame =
    '<meta http-equiv="content-security-policy" content="default-src \'none\';"><iframe src="https://video.example/x"></iframe>'
  const [warning] = await check(buildPages({ '': frame }), changedSample(), [''])
  expect(warning).toContain('/  https://video.example')
})
