import { alternatesOf } from '../content/languages.ts'
import type { Portfolio } from '../content/portfolio.ts'
import { escapeXml } from '../resume/xml.ts'
import { LEGAL_PAGES, legalPath } from '../routes/paths.ts'

/** Allows crawlers everything. Names the sitemap if the site's URL is known. */
export function makeRobots(url: string | undefined): string {
  return ['User-agent: *', 'Allow: /', ...(url ? ['', `Sitemap: ${url}sitemap.xml`] : []), ''].join(
    '\n',
  )
}

/** Lists the addresses of a site, each of our pages with its addresses in the other languages. */
export function makeSitemap(addresses: string[], portfolios: Portfolio[]): string {
  const sites = portfolios.map(({ site }) => site)
  const xhtml = sites.length > 1 ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : ''
  const alternates = new Map(
    portfolios.flatMap(({ site: { url = '', language }, projects }) =>
      [
        () => '',
        ...LEGAL_PAGES.map((kind) => (tag: string) => legalPath(kind, tag)),
        ...storiesIn(projects).map((story) => (tag: string) => {
          const { projects } = portfolios.find(({ site }) => site.language === tag) ?? {}
          return storiesIn(projects).includes(story) ? story : undefined
        }),
      ].map((page) => [`${url}${page(language)}`, alternatesOf(sites, page)] as const),
    ),
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${xhtml}>`,
    ...addresses.map((address) => makeEntry(address, alternates.get(address) ?? [])),
    '</urlset>',
    '',
  ].join('\n')
}

/** The paths of stories. */
function storiesIn(projects: Portfolio['projects']): string[] {
  return (projects?.cards ?? []).flatMap(({ page }) => page ?? [])
}

function makeEntry(url: string, alternates: ReturnType<typeof alternatesOf>): string {
  const links = alternates.map(
    ({ hreflang, href }) =>
      `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${escapeXml(href)}"/>`,
  )
  return `  <url><loc>${escapeXml(url)}</loc>${links.join('')}</url>`
}
