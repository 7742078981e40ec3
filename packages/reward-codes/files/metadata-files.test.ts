import { expect, test } from 'vitest'
import { makeRobots, makeSitemap } from './metadata-files.ts'

test('robots.txt names the sitemap if the site has a URL', () => {
  expect(makeRobots('https://site.test/me/')).toContain('Sitemap: https://site.test/me/sitemap.xml')
  expect(makeRobots(undefined)).not.toContain('Sitemap')
})

test('the sitemap lists the page and the resume, with escaped URLs', () => {
  const map = makeSitemap('https://site.test/a&b/', ['Resume.pdf', 'imprint.html', '履歴.pdf'])
  expect(map).toContain('<loc>https://site.test/a&#38;b/</loc>')
  expect(map).toContain('<loc>https://site.test/a&#38;b/Resume.pdf</loc>')
  expect(map).toContain('<loc>https://site.test/a&#38;b/imprint.html</loc>')
  expect(map).toContain('<loc>https://site.test/a&#38;b/%E5%B1%A5%E6%AD%B4.pdf</loc>')
})
