/** Allows crawlers everything. Names the sitemap if the site's URL is known. */
export function makeRobots(url: string | undefined): string {
  return ['User-agent: *', 'Allow: /', ...(url ? ['', `Sitemap: ${url}sitemap.xml`] : []), ''].join(
    '\n',
  )
}

/** Lists the page and the resume. */
export function makeSitemap(url: string, resume: string | undefined): string {
  const pages = [url, ...(resume ? [`${url}${resume}`] : [])]
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...pages.map((page) => `  <url><loc>${escapeXml(page)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')
}

function escapeXml(text: string): string {
  return text.replace(/[<>&"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
