import { loadSample } from 'test-fixtures/sample-content.ts'
import { expect, test } from 'vitest'
import type { Portfolio } from '../content/portfolio.ts'
import { makeRobots, makeSitemap } from './metadata-files.ts'

function contentAt(url: string | undefined, fileName = 'Resume.pdf') {
  const sample = loadSample()
  const site = { ...sample.site, url }
  const resume = sample.resume && { ...sample.resume, fileName }
  const legal = { imprint: { title: 'Imprint', text: 'Maja Example' } }
  return { ...sample, site, resume, legal } as unknown as Portfolio
}

test('robots.txt names the sitemap if the site has a URL', () => {
  expect(makeRobots('https://site.test/me/')).toContain('Sitemap: https://site.test/me/sitemap.xml')
  expect(makeRobots(undefined)).not.toContain('Sitemap')
})

test('the sitemap has escaped addresses', () => {
  const map = makeSitemap(['https://site.test/a&b/'], [contentAt('https://site.test/a&b/')])
  expect(map).toContain('<loc>https://site.test/a&#38;b/</loc>')
})

test('the sitemap of a site in two languages names each page in both', () => {
  const english = contentAt('https://site.test/')
  const site = { ...english.site, language: 'pl', url: 'https://site.test/pl/' }
  const pages = ['https://site.test/imprint/', 'https://site.test/pl/nota-prawna/']
  const map = makeSitemap(pages, [english, { ...english, site }])
  const links = [
    '<xhtml:link rel="alternate" hreflang="en" href="https://site.test/imprint/"/>',
    '<xhtml:link rel="alternate" hreflang="pl" href="https://site.test/pl/nota-prawna/"/>',
    '<xhtml:link rel="alternate" hreflang="x-default" href="https://site.test/imprint/"/>',
  ].join('')
  for (const page of pages) expect(map).toContain(`<url><loc>${page}</loc>${links}</url>`)
})

test('the sitemap names a story in the languages that have it', () => {
  const english = contentAt('https://site.test/')
  const site = { ...english.site, language: 'pl', url: 'https://site.test/pl/' }
  const { projects } = english
  if (!projects) throw new Error('The sample has no projects.')
  const cards = projects.cards.filter(({ id }) => id !== 'choir-library')
  const stories = ['harbour-bookings', 'choir-library'].map(
    (id) => `https://site.test/projects/${id}/`,
  )
  const map = makeSitemap(stories, [
    english,
    { ...english, site, projects: { ...projects, cards } },
  ])
  expect(map).toContain(`hreflang="pl" href="https://site.test/pl/projects/harbour-bookings/"`)
  expect(map).not.toContain('pl/projects/choir-library/')
})
