import { expect, test } from 'vitest'
import { findBrokenLinks } from './check-links.ts'

const ADDRESS = 'https://site.test/portfolio/'
const PAGE = '<!doctype html><h1 id="top">Page</h1>'

function brokenOn(html: string, ...more: { path: string; body: string }[]): string[] {
  const files = [{ path: '/index.html', body: PAGE + html }, ...more]
  return findBrokenLinks(files, ADDRESS)
}

test('accepts links to existing files and anchors, at any path', () => {
  const image = { path: '/assets/a.svg', body: '<svg/>' }
  expect(
    brokenOn(
      '<a href="#top">a</a><a href="./">b</a><img src="./assets/a.svg">' +
        '<a href="https://site.test/blog/">c</a><a href="https://elsewhere.test/100%">d</a>' +
        '<a href="https://site.test/portfolio/other-program/">what the content names is its own</a>' +
        '<link rel="canonical" href="https://site.test/portfolio/">' +
        '<a href="mailto:a@b.test">e</a><form action="/api/v1.0/email/send-form"></form>',
      image,
    ),
  ).toEqual([])
})

test.each([
  ['a link to an anchor that is not on the page', '<a href="#nowhere">'],
  ['a link to a missing file', '<a href="./resume.pdf">'],
  ['an image', '<img src="./a.png">'],
  ['a video', '<video src="./a.mp4">'],
  ['one of several srcset candidates', '<source srcset="./ 1x, ./b.avif 2x">'],
  ['a font in the styles', '<style>a{src:url(./assets/font.woff2)}</style>'],
  ['a script that the loader imports', '<script data-scripts="./assets/c.js"></script>'],
  ['an invalid percent-escape', '<a href="./100%">'],
  ['a canonical URL that is not the page', '<link rel="canonical" href="https://site.test/">'],
  ['a link that leaves the path of the site', '<a href="/">'],
  [
    'an Open Graph image',
    '<meta property="og:image" content="https://site.test/portfolio/card.png">',
  ],
  ['a URL in JSON-LD', '<script type="application/ld+json">{"image":"./me.png"}</script>'],
])('reports %s', (_, html) => {
  expect(brokenOn(html)).toHaveLength(1)
})

test('resolves links of the 404 page from a deep path', () => {
  const missing = { path: '/404.html', body: '<a href="./">home</a>' }
  expect(brokenOn('', missing)).toEqual(['/404.html: ./ file not found'])
  expect(brokenOn('', { ...missing, body: '<a href="/portfolio/">home</a>' })).toEqual([])
})

test('follows scripts, the manifest and the sitemap too', () => {
  expect(
    brokenOn(
      '',
      {
        path: '/assets/a.js',
        body: 'import("./b-12345678.js");new URL(`c-12345678.css`,import.meta.url)',
      },
      { path: '/manifest.webmanifest', body: '{"icons":[{"src":"./icon.png"}]}' },
      { path: '/sitemap.xml', body: '<loc>https://site.test/portfolio/more.html</loc>' },
    ),
  ).toEqual([
    '/assets/a.js: ./b-12345678.js file not found',
    '/assets/a.js: c-12345678.css file not found',
    '/manifest.webmanifest: ./icon.png file not found',
    '/sitemap.xml: https://site.test/portfolio/more.html file not found',
  ])
})
