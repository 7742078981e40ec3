import { expect, test } from 'vitest'
import { makeRobots, makeSitemap } from './metadata-files.ts'

test('robots.txt names the sitemap if the site has a URL', () => {
  expect(makeRobots('https://site.test/me/')).toContain('Sitemap: https://site.test/me/sitemap.xml')
  expect(makeRobots(undefined)).not.toContain('Sitemap')
})

test('the sitemap has escaped addresses, each with those that its page names', () => {
  const links = [
    '<link rel="alternate" hreflang="en" href="https://site.test/me/a&amp;b/">',
    '<link rel="alternate" hreflang="pl" href="https://site.test/me/pl/?a&b">',
  ]
  const other = '<link rel="alternate" type="application/json" href="/resume.json">'
  const map = makeSitemap('https://site.test/me/', [
    { path: '/a&b/', html: other + links.join('') },
    { path: '/Resume.pdf', html: '' },
  ])
  const named = [
    '<xhtml:link rel="alternate" hreflang="en" href="https://site.test/me/a&#38;b/"/>',
    '<xhtml:link rel="alternate" hreflang="pl" href="https://site.test/me/pl/?a&#38;b"/>',
  ]
  expect(map).toContain(`<url><loc>https://site.test/me/a&#38;b/</loc>${named.join('')}</url>`)
  expect(map).toContain('<url><loc>https://site.test/me/Resume.pdf</loc></url>')
})
