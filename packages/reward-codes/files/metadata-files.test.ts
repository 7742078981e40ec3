import { expect, test } from 'vitest'
import { makeRobots, makeSitemap } from './metadata-files.ts'

test('robots.txt names the sitemap if the site has a URL', () => {
  expect(makeRobots('https://site.test/me/')).toContain('Sitemap: https://site.test/me/sitemap.xml')
  expect(makeRobots(undefined)).not.toContain('Sitemap')
})

test('the sitemap has escaped addresses', () => {
  const map = makeSitemap(['https://site.test/a&b/'])
  expect(map).toContain('<loc>https://site.test/a&#38;b/</loc>')
})
