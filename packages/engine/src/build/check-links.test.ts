import { expect, test } from 'vitest'
import { findBrokenLinks } from './crawl.ts'

const ADDRESS = 'https://site.test/portfolio/'
const PAGE = '<!doctype html><h1 id="top">Page</h1>'

function brokenOn(html: string, ...more: { path: string; body: string }[]): string[] {
  const files = [{ path: '/index.html', body: PAGE + html }, ...more]
  return findBrokenLinks(files, ADDRESS)
}

test('links to files and places that are there are whole, at any path', () => {
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
  ['a link to a place that is not on the page', '<a href="#nowhere">'],
  ['a link to a file that is not there', '<a href="./resume.pdf">'],
  ['a picture', '<img src="./a.png">'],
  ['one of several sizes of a picture', '<source srcset="./ 1x, ./b.avif 2x">'],
  ['a font in the styles', '<style>a{src:url(./assets/font.woff2)}</style>'],
  ['a script that is fetched later', '<script data-scripts="./assets/c.js"></script>'],
  ['an escape that is none', '<a href="./100%">'],
  ['a canonical address that is not the page', '<link rel="canonical" href="https://site.test/">'],
  ['a link that leaves the path of the site', '<a href="/">'],
  [
    'a picture of the link preview',
    '<meta property="og:image" content="https://site.test/portfolio/card.png">',
  ],
  [
    'an address in the data for search engines',
    '<script type="application/ld+json">{"image":"./me.png"}</script>',
  ],
])('%s is told', (_, html) => {
  expect(brokenOn(html)).toHaveLength(1)
})

test('the page for unknown addresses is followed from a deep one', () => {
  const missing = { path: '/404.html', body: '<a href="./">home</a>' }
  expect(brokenOn('', missing)).toEqual(['/404.html: ./ leads to no file'])
  expect(brokenOn('', { ...missing, body: '<a href="/portfolio/">home</a>' })).toEqual([])
})

test('scripts, the manifest and the site map are followed too', () => {
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
    '/assets/a.js: ./b-12345678.js leads to no file',
    '/assets/a.js: c-12345678.css leads to no file',
    '/manifest.webmanifest: ./icon.png leads to no file',
    '/sitemap.xml: https://site.test/portfolio/more.html leads to no file',
  ])
})
