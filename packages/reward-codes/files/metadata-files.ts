import { escapeXml } from '../resume/xml.ts'

/** Allows crawlers everything. Names the sitemap if the site's URL is known. */
export function makeRobots(url: string | undefined): string {
  return ['User-agent: *', 'Allow: /', ...(url ? ['', `Sitemap: ${url}sitemap.xml`] : []), ''].join(
    '\n',
  )
}

/** What a page says of its addresses in the languages of the site (Canonical.astro). */
const ALTERNATE = /<link rel="alternate" hreflang="([^"]*)" href="([^"]*)"/g

/** Lists the pages of a site, each with its addresses in the other languages. `path` is below `url`. */
export function makeSitemap(url: string, pages: { path: string; html: string }[]): string {
  const entries = pages.map(({ path, html }) => {
    const links = Array.from(html.matchAll(ALTERNATE), ([, language, href = '']) => {
      const plain = href.replaceAll('&amp;', '&')
      return `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeXml(plain)}"/>`
    })
    const address = escapeXml(new URL(encodeURI(path.slice(1)), url).href)
    return `  <url><loc>${address}</loc>${links.join('')}</url>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n')
}
