import { expect, test } from 'vitest'
import { makeRobots, makeSitemap } from './robots.ts'

test('programs are led to the site map once the address is known', () => {
  expect(makeRobots('https://site.test/me/')).toContain('Sitemap: https://site.test/me/sitemap.xml')
  expect(makeRobots(undefined)).not.toContain('Sitemap')
})

test('the site map names the page and the resume, whatever signs the address has', () => {
  const map = makeSitemap('https://site.test/a&b/', 'Resume.pdf')
  expect(map).toContain('<loc>https://site.test/a&#38;b/</loc>')
  expect(map).toContain('<loc>https://site.test/a&#38;b/Resume.pdf</loc>')
})
