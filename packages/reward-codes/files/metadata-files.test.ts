import { loadSample } from 'test-fixtures/sample-content.ts'
import { expect, test } from 'vitest'
import type { Portfolio } from '../content/portfolio.ts'
import { metadataFiles } from './metadata-files.ts'

function readFile(path: string, url: string | undefined, fileName = 'Resume.pdf') {
  const sample = loadSample()
  const site = { ...sample.site, url }
  const resume = sample.resume && { ...sample.resume, fileName }
  const legal = { imprint: { title: 'Imprint', text: 'Maja Example' } }
  const files = metadataFiles(
    { ...sample, site, resume, legal } as unknown as Portfolio,
    '#fff',
    false,
  )
  return files.find((file) => file.path === path)?.read()
}

test('robots.txt names the sitemap if the site has a URL', () => {
  const line = 'Sitemap: https://site.test/me/sitemap.xml'
  expect(readFile('/robots.txt', 'https://site.test/me/')).toContain(line)
  expect(readFile('/robots.txt', undefined)).not.toContain('Sitemap')
})

test('the sitemap lists the page, the resume and the legal pages, with escaped URLs', () => {
  const map = readFile('/sitemap.xml', 'https://site.test/a&b/', '履歴.pdf')
  expect(map).toContain('<loc>https://site.test/a&#38;b/</loc>')
  expect(map).toContain('<loc>https://site.test/a&#38;b/imprint/</loc>')
  expect(map).toContain('<loc>https://site.test/a&#38;b/%E5%B1%A5%E6%AD%B4.pdf</loc>')
  expect(readFile('/sitemap.xml', undefined)).toBeUndefined()
})
