import { alternatesOf } from '../content/languages.ts'
import type { Portfolio } from '../content/portfolio.ts'
import { LEGAL_PAGES, legalPath } from '../routes/paths.ts'
import { makeJsonResume } from './json-resume.ts'
import type { LazyFile } from './lazy-file.ts'
import { makeVcard } from './vcard.ts'

/** The text files for search engines, address books and hosts. */
export function metadataFiles(portfolio: Portfolio): LazyFile[] {
  const { site, resume } = portfolio
  return [
    ...(resume
      ? [{ path: '/resume.json', read: () => JSON.stringify(makeJsonResume(portfolio), null, 2) }]
      : []),
    { path: '/contact.vcf', read: () => makeVcard(portfolio) },
    { path: '/robots.txt', read: () => makeRobots(site.url) },
  ]
}

/** Allows crawlers everything. Names the sitemap if the site's URL is known. */
function makeRobots(url: string | undefined): string {
  return ['User-agent: *', 'Allow: /', ...(url ? ['', `Sitemap: ${url}sitemap.xml`] : []), ''].join(
    '\n',
  )
}

/** Lists the page in each language and what is beside it: stories, the resume, the imprint and the privacy notice. */
export function makeSitemap(portfolios: Portfolio[]): string {
  const sites = portfolios.map(({ site }) => site)
  const pagesOf = (tag: string) =>
    pagesIn(portfolios.find(({ site }) => site.language === tag)?.projects)
  const xhtml = sites.length > 1 ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : ''
  const entries = portfolios.flatMap(
    ({ site: { url = '', language }, resume, legal, projects }) => {
      const [home, ...others] = [
        () => '',
        ...LEGAL_PAGES.filter((kind) => legal?.[kind]).map(
          (kind) => (language: string) => legalPath(kind, language),
        ),
      ].map((page) => makeEntry(url + page(language), alternatesOf(sites, page)))
      const stories = pagesIn(projects).map((page) =>
        makeEntry(
          url + page,
          alternatesOf(sites, (tag) => (pagesOf(tag).includes(page) ? page : undefined)),
        ),
      )
      const file = resume?.fileName && makeEntry(url + encodeURI(resume.fileName), [])
      return [home, ...stories, ...(file ? [file] : []), ...others]
    },
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${xhtml}>`,
    ...entries,
    '</urlset>',
    '',
  ].join('\n')
}

/** The paths of stories. */
function pagesIn(projects: Portfolio['projects']): string[] {
  return (projects?.cards ?? []).flatMap(({ page }) => page ?? [])
}

function makeEntry(url: string, alternates: ReturnType<typeof alternatesOf>): string {
  const links = alternates.map(
    ({ hreflang, href }) =>
      `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${escapeXml(href)}"/>`,
  )
  return `  <url><loc>${escapeXml(url)}</loc>${links.join('')}</url>`
}

function escapeXml(text: string): string {
  return text.replace(/[<>&"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
